"""An exported suite under lm-evaluation-harness, against a server in OpenAI's format that answers from a table."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import stepfall
from transcripts import table

ANSWERS = table("quick", items=2)
OPEN = next(answer for answer in ANSWERS.values() if answer["outcome"] == "unparsed")
OPEN["transcript"] = "<think>\n" + OPEN["transcript"]
OTHERS = ("wrong", "unclear", "unparsed", "truncated", "refused")


class Server(BaseHTTPRequestHandler):
    """Answers the last message from the table."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        content = ANSWERS[asked["messages"][-1]["content"]]["transcript"]
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
        body = json.dumps({"id": "1", "object": "chat.completion", "model": asked["model"], "choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class LmEvalTest(unittest.TestCase):
    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
        Thread(target=self.server.serve_forever, daemon=True).start()

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def test_every_sample_has_its_score(self):
        address = f"http://127.0.0.1:{self.server.server_port}/v1/chat/completions"
        with tempfile.TemporaryDirectory() as folder:
            stepfall.export("quick", "lm-eval", folder, items=2)
            command = [sys.executable, "-m", "lm_eval", "run", "--model", "local-chat-completions", "--apply_chat_template"]
            command += ["--model_args", f"model=table,base_url={address},num_concurrent=2", "--include_path", "."]
            command += ["--tasks", "stepfall_quick_v1", "--log_samples", "--output_path", "results"]
            local = {"HF_HOME": f"{folder}/cache", "HF_HUB_OFFLINE": "1", "OPENAI_API_KEY": "none"}
            done = subprocess.run(command, cwd=folder, env=os.environ | local, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            [results] = Path(folder).glob("results/**/results_*.json")
            [samples] = Path(folder).glob("results/**/samples_*.jsonl")
            scores = json.loads(results.read_text(encoding="utf-8"))["results"]["stepfall_quick_v1"]
            lines = [json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines()]
            # Grades the tool's own file as a batch.
            _, tally = stepfall.grade_files(samples)
        found = [scores[f"{name},none"] for name in ("solved", *OTHERS)]
        self.assertEqual(found[0], 2 / 10)
        self.assertAlmostEqual(sum(found), 1)
        self.assertAlmostEqual(scores["invalid,none"], scores["unclear,none"] + scores["unparsed,none"])
        # One answer of the table begins to reason and does not end.
        self.assertAlmostEqual(scores["missing_end,none"], 1 / 10)
        shares = [tally["outcomes"][outcome] / tally["all"] for outcome in ("correct", *OTHERS)]
        self.assertEqual((shares, tally["all"], tally["ungraded"], tally["troubles"]), (found, len(lines), 0, []))
        outcomes = {line["doc"]["id"]: line for line in lines}
        self.assertEqual(set(outcomes), {answer["id"] for answer in ANSWERS.values()})
        self.assertEqual([line["doc"]["id"] for line in lines if line["missing_end"]], [OPEN["id"]])
        for answer in ANSWERS.values():
            line = outcomes[answer["id"]]
            self.assertEqual(line["filtered_resps"], [answer["transcript"]])
            self.assertEqual(line["solved"], float(answer["outcome"] == "correct"))


if __name__ == "__main__":
    unittest.main()
