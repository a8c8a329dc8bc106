"""A server in OpenAI's format in this process, which answers with a function."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def served(answer):
    """Serves `answer(messages)` at the address that this yields."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": answer(asked["messages"])}}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            reply = {"id": "1", "object": "chat.completion", "created": 0, "model": asked["model"], "choices": [choice], "usage": usage}
            body = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
