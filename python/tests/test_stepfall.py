"""The package as its users call it."""

import inspect
import json
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pytest
import stepfall

# The output of `stepfall batch make own --procedure` for `a = 7`, `b = 5`, `c = a + b`,
# `d = c - a`.
OWN_ID = "sf1-AgUAyEyyGqu5RgC2SaU"
OWN_RECORD = {
    "generator": 2,
    "spec": {"steps": "2", "lookback": "3", "ops": "add,sub", "numbers": "integer", "wording": "assignments", "names": "own"},
    "condition": "trace",
    "inputs": [{"name": "a", "value": "7"}, {"name": "b", "value": "5"}],
    "steps": [
        {"name": "c", "op": "+", "left": "a", "right": "b", "value": "12"},
        {"name": "d", "op": "-", "left": "c", "right": "a", "value": "5"},
    ],
    "answer": "5",
    "prompt": "a = 7\nb = 5\nc = a + b\nd = c - a",
}
OF_FIVE = "#/play?v=2&steps=5&seed=42"
COLUMNS = ["id", "sample", "condition", "steps", "lookback", "outcome", "mode", "headline", "answer", "target", "link", "grader", "why"]
GOLDEN = Path(__file__).parents[2] / "tests/golden"


def simulated(solver, link=OF_FIVE, **options):
    return stepfall.simulate(link, solver=solver, **options)["transcript"]


def golden_links():
    return [json.loads(path.read_text(encoding="utf-8"))["link"] for path in sorted(GOLDEN.glob("*.json"))]


@pytest.fixture(scope="module")
def many():
    """Returns ids and transcripts: correct, incorrect, incomplete and refused ones."""
    solvers = ["followed", "wrong-operand", "missing-answer", "truncated", "refused", "slip-digit", "skipped"]
    questions = list(stepfall.suite("own", steps=[5, 15], items=70))
    indexed = enumerate(questions)
    transcripts = [simulated(solvers[at % len(solvers)], question["link"]) for at, question in indexed]
    return [question["id"] for question in questions], transcripts


def test_every_golden_item_is_reproduced():
    items = 0
    for path in sorted(GOLDEN.glob("*.json")):
        golden = json.loads(path.read_text(encoding="utf-8"))
        if golden.get("item") is None:
            continue
        made = stepfall.item(golden["link"])
        for key in ("link", "notices", "transcript", "simulated", "stop", "opening", "id"):
            expected = made.pop(key, None)
            if key == "notices":
                assert expected == golden["notices"], path.name
            if key == "id" and expected is not None:
                assert stepfall.verdict(expected, "")["answers"]["expected"] == golden["item"]["answer"], path.name
        assert made == golden["item"], path.name
        items += 1
    assert items > 80


def test_items_have_ids_except_dialogues_and_custom_procedures():
    made = stepfall.item(OF_FIVE)
    row = stepfall.grade(made["id"], f"Answer: {made['answer']}")
    assert (row["outcome"], row["link"], row["target"]) == ("correct", OF_FIVE, made["answer"])
    assert stepfall.item(f"{OF_FIVE}&condition=verified.5")["id"] is None
    own = next(link for link in golden_links() if "procedure=" in link)
    assert stepfall.item(own)["id"] is None


def test_suites_have_the_sizes_that_they_report():
    suites = {suite["name"]: suite for suite in stepfall.suites()}
    sizes = {name: suite["size"] for name, suite in suites.items()}
    assert sizes == {"quick": 100, "ladder": 500, "look-back": 600, "what-is-lost": 700, "what-helps": 700, "paper55": 55_000}
    assert suites["what-helps"]["condition"] is None and suites["quick"]["condition"] == "trace"
    assert suites["quick"]["fixed"] == ["steps"]
    for name, suite in suites.items():
        questions = list(stepfall.suite(name, items=1))
        assert len({question["id"] for question in questions}) == len(questions) == suite["specs"]
    assert len(list(stepfall.suite("quick"))) == 100


def test_a_question_has_every_field():
    first, second = stepfall.suite("own", steps=5, condition="primed.2.0", items=1, samples=2, seed=7)
    assert list(first) == ["id", "dataset", "condition", "steps", "prompt", "messages", "target", "link"]
    assert [message["role"] for message in first["messages"]] == ["user", "assistant", "user"]
    assert first["prompt"].startswith("user:\n") and first["link"].endswith("seed=7&condition=primed.2.0")
    assert first["id"] != second["id"] and first["link"] == second["link"]
    assert stepfall.grade(second["id"], "")["sample"] == 1
    [plain] = stepfall.suite("own", steps=5, items=1, condition="answer-only", numbers="mod97", nested=True, lookback="exactly-3")
    assert plain["messages"] == [{"role": "user", "content": plain["prompt"]}]
    assert "numbers=mod97" in plain["link"] and "nested=1" in plain["link"] and "lookback=exactly-3" in plain["link"]


def test_custom_suites_combine_lengths_and_conditions():
    questions = list(stepfall.suite("own", steps=[5, 15], condition=("trace", "answer-only"), items=3))
    assert [(question["condition"], question["steps"]) for question in questions[::3]] == [
        ("trace", 5), ("trace", 15), ("answer-only", 5), ("answer-only", 15),
    ]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: stepfall.suite("slow"), "there is no suite \"slow\": it is one of quick, ladder"),
        (lambda: stepfall.suite("quick", foo=1), "there is no parameter “foo”"),
        (lambda: stepfall.suite("quick", lookback="far"), "lookback=far cannot be read"),
        (lambda: stepfall.suite("quick", steps=5), "the suite quick fixes steps: leave it out"),
        (lambda: stepfall.suite("what-helps", condition="trace"), "the suite what-helps fixes condition"),
        (lambda: stepfall.suite("quick", condition=["trace", "free"]), "takes one condition"),
        (lambda: stepfall.suite("quick", condition="hurry"), "there is no condition \"hurry\": it is one of"),
        (lambda: stepfall.suite("quick", condition="verified.5"), "needs a dialogue"),
        (lambda: stepfall.suite("quick", lookback=[2, 3]), "lookback has one value"),
        (lambda: stepfall.suite("own", steps=501), "there are no such procedures"),
        (lambda: stepfall.suite("own", steps="many"), "steps=many cannot be read"),
        (lambda: stepfall.suite("quick", items=0), "there is nothing to ask"),
        (lambda: stepfall.suite("quick", samples=0), "an item is asked 1 to 1024 times"),
        (lambda: stepfall.suite("quick", seed=2**53), "below 2^53"),
        (lambda: stepfall.grade("gsm8k-17", ""), "the id is not from Stepfall"),
        (lambda: stepfall.grade("sf9-AAAA", ""), "the id is from a later version"),
        (lambda: stepfall.grade(stepfall.item(OF_FIVE)["id"][:-1], ""), "was changed or cut off"),
        (lambda: stepfall.grade(f"{OF_FIVE}&foo=1", ""), "parts of the link are not understood: The parameter “foo”"),
        (lambda: stepfall.grade("{}", ""), "this is not the JSON record"),
        (lambda: stepfall.grade(f"{OF_FIVE}&condition=verified.5", ""), "needs a dialogue"),
        (lambda: stepfall.grade(OF_FIVE, "", stop="tired"), "it is one of unknown, length, refusal"),
        (lambda: stepfall.verdict(OF_FIVE, "1" * (33 << 20)), "longer than 32 MiB"),
        (lambda: stepfall.simulate(OF_FIVE, solver="clever"), "it is one of followed"),
        (lambda: stepfall.grade_many(["a"], ["b", "c"]), "there are 1 ids and 2 transcripts"),
        (lambda: stepfall.grade_many([], [], threads=0), "threads is a whole number from 1"),
        (lambda: stepfall.export("quick", "paper", "."), "there is no target \"paper\": it is one of openai"),
        (lambda: stepfall.export("quick", "openai", "."), "name a model: give one"),
        (lambda: stepfall.export("quick", "openai", ".", model="m", effort="hard"), "there is no effort \"hard\""),
    ],
)
def test_invalid_values_raise_value_error_with_a_message(call, sentence):
    with pytest.raises(ValueError) as raised:
        call()
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: stepfall.item(7), "str"),
        (lambda: stepfall.grade(OF_FIVE, b"Answer: 1"), "str"),
        (lambda: stepfall.suite("quick", bound=1.5), "bound is str, int or bool, not float"),
        (lambda: stepfall.suite("own", steps=[5, None]), "steps holds str or int, not NoneType"),
        (lambda: stepfall.grade_many("abc", ["x"]), "ids is a sequence of str or an Arrow array of strings, not str"),
        (lambda: stepfall.grade_many(["abc"], 7), "transcripts is a sequence of str or an Arrow array of strings, not int"),
        (lambda: stepfall.grade_many(["abc", 7], ["x", "y"]), "ids[1] is str or None, not int"),
        (lambda: stepfall.grade_many(pa.array([1]), pa.array(["x"])), "ids is an Arrow array of Int64"),
        (lambda: stepfall.grade_many(pa.table({"a": ["x"]}), ["x"]), "it has to be one of strings"),
    ],
)
def test_invalid_types_raise_type_error_with_a_message(call, sentence):
    with pytest.raises(TypeError) as raised:
        call()
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    ("outcome", "mode", "transcript", "stop"),
    [
        ("correct", "followed", simulated("followed"), "unknown"),
        ("correct", None, simulated("followed"), "length"),
        ("wrong", "lost-operand", simulated("wrong-operand"), "unknown"),
        ("wrong", "slipped", simulated("slip-digit"), "unknown"),
        ("unparsed", "missing-answer", simulated("missing-answer"), "unknown"),
        ("unparsed", None, "", "unknown"),
        ("unclear", "wrong-item", simulated("wrong-item"), "unknown"),
        ("truncated", None, simulated("truncated"), "unknown"),
        ("truncated", None, "S3 =", "length"),
        ("refused", "refused", simulated("refused"), "unknown"),
        ("refused", "refused", "S3 =", "refusal"),
        ("errored", None, None, "unknown"),
    ],
)
def test_each_transcript_has_its_outcome(outcome, mode, transcript, stop):
    row = stepfall.grade(OF_FIVE, transcript, stop=stop)
    assert list(row) == COLUMNS[:-1]
    assert row["outcome"] == outcome
    if mode is not None:
        assert row["mode"] == mode
    assert row["headline"] and row["steps"] == 5 and row["condition"] == "trace"
    assert (row["mode"] is None) == (outcome == "errored")
    [of_many] = stepfall.grade_many([stepfall.item(OF_FIVE)["id"]], [transcript], stops=[stop])
    assert of_many == row | {"why": None}


def test_id_link_and_record_name_the_same_item():
    made = stepfall.item(OF_FIVE)
    for key in ("link", "notices", "transcript", "simulated", "stop", "id"):
        del made[key]
    transcript = simulated("wrong-operand")
    rows = [stepfall.grade(name, transcript) for name in (stepfall.item(OF_FIVE)["id"], OF_FIVE, json.dumps(made))]
    assert rows[0] == rows[1] == rows[2]
    verdicts = [stepfall.verdict(name, transcript) for name in (stepfall.item(OF_FIVE)["id"], OF_FIVE, json.dumps(made))]
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_a_record_of_another_generator_is_graded_by_its_content():
    made = {key: value for key, value in stepfall.item(OF_FIVE).items() if key not in ("link", "notices", "transcript", "simulated", "stop", "id")}
    row = stepfall.grade(json.dumps(made | {"generator": 1}), f"Answer: {made['answer']}")
    assert (row["outcome"], row["link"]) == ("correct", None)
    with pytest.raises(ValueError, match="a custom procedure"):
        stepfall.grade(row["id"], "")


def test_spans_of_a_verdict_count_characters():
    transcript = "🧮 ½ " + simulated("wrong-operand")
    verdict = stepfall.verdict(OF_FIVE, transcript)
    assert verdict["primary"] == "lost-operand" and verdict["root_faults"]
    for step in verdict["steps"]:
        if step["start"] is not None:
            assert step["claimed"].lstrip("-") in transcript[step["start"] : step["end"]]


def test_a_verdict_has_the_next_message_of_a_dialogue():
    verdict = stepfall.verdict("#/play?v=2&seed=42&steps=5&condition=checkpoints.3", "S3 = 1")
    assert verdict["dialogue"]["next"].startswith("Now do S4 to S6")


def test_results_do_not_depend_on_the_number_of_threads(many):
    one = stepfall.grade_many(*many, threads=1)
    assert stepfall.grade_many(*many) == one == stepfall.grade_many(*many, threads=7)
    assert [row["id"] for row in one] == many[0]
    assert {row["outcome"] for row in one} == {"correct", "wrong", "unparsed", "truncated", "refused"}
    assert one == [stepfall.grade(id, transcript) | {"why": None} for id, transcript in zip(*many)]


def test_rows_that_cannot_be_graded_keep_the_others(many):
    ids = ["gsm8k-17", None, many[0][0], many[0][0], many[0][0]]
    transcripts = ["x", "x", many[1][0], None, "x"]
    rows = stepfall.grade_many(ids, transcripts, stops=[None, None, None, None, "tired"])
    assert [row["outcome"] for row in rows] == [None, None, "correct", "errored", None]
    assert [list(row) for row in rows] == [COLUMNS] * 5
    assert rows[0]["why"] == "the id is not from Stepfall" and rows[1]["id"] is None
    assert rows[2]["why"] is None and "no reason to stop" in rows[4]["why"]
    assert stepfall.grade_many([], []) == []


def test_arrow_arrays_are_accepted_and_returned(many):
    ids, transcripts = many[0] + [None], many[1] + [None]
    rows = stepfall.grade_many(ids, transcripts)
    of_chunks = [pa.chunked_array([values[:7], values[7:]], pa.string()) for values in (ids, transcripts)]
    arrays = [
        of_chunks,
        [pa.array(ids), pa.array(transcripts, pa.large_string())],
        [pa.array(ids, pa.string_view()), pa.array(transcripts).dictionary_encode()],
        [ids, pa.array(transcripts)],
        [pa.array(ids), iter(transcripts)],
    ]
    for columns in arrays:
        table = stepfall.grade_many(*columns)
        assert len(table) == len(ids) and repr(table) == f"<stepfall.Table of {len(ids)} rows>"
        found = pa.table(table)
        assert found.column_names == COLUMNS
        assert found.to_pylist() == rows
        found.validate(full=True)
        # The table can be exported several times.
        assert pa.table(table) == found
    assert len(stepfall.grade_many(pa.array([], pa.string()), pa.array([], pa.string()))) == 0
    assert pa.table(stepfall.grade_many(pa.array([], pa.string()), pa.array([], pa.string()))).column_names == COLUMNS
    slice = pa.table(stepfall.grade_many(pa.array(ids)[3:9], pa.array(transcripts)[3:9]))
    assert slice.to_pylist() == rows[3:9]


def test_polars_and_pandas_are_accepted(many):
    rows = stepfall.grade_many(*many)
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": many[0], "transcript": many[1]})
    found = polars.DataFrame(stepfall.grade_many(frame["id"], frame["transcript"]))
    assert found.to_dicts() == rows
    pandas = pytest.importorskip("pandas")
    series = [pandas.Series(values, dtype=pandas.ArrowDtype(pa.string())) for values in many]
    assert pa.table(stepfall.grade_many(*series)).to_pylist() == rows


def test_other_threads_run_during_grading(many):
    ids, transcripts = many[0] * 60, many[1] * 60
    steps, done = 0, threading.Event()

    def count():
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        arrays = [pa.array(values) for values in (ids, transcripts)]
        before = steps
        stepfall.grade_many(*arrays, threads=1)
        during = steps - before
    finally:
        done.set()
        thread.join()
    # If `grade_many` held Python's lock, the other thread would not have run at all.
    assert during > 50


def test_several_threads_and_processes_grade_at_once(many):
    rows = stepfall.grade_many(*many)
    with ThreadPoolExecutor(4) as pool:
        assert all(found == rows for found in pool.map(lambda _: stepfall.grade_many(*many, threads=2), range(8)))
    with get_context("spawn").Pool(2) as pool:
        assert pool.starmap(stepfall.grade_many, [many, many]) == [rows, rows]


@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_grades(many):
    rows = stepfall.grade_many(*many)
    with get_context("fork").Pool(2) as pool:
        assert pool.starmap(stepfall.grade_many, [many, many]) == [rows, rows]


def test_export_writes_files_of_questions(tmp_path):
    [path] = stepfall.export("quick", "jsonl", tmp_path / "new", items=2)
    assert path == tmp_path / "new/stepfall-quick-v1-jsonl.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["id"] for line in lines] == [question["id"] for question in stepfall.suite("quick", items=2)]
    with pytest.raises(FileExistsError, match="stepfall-quick-v1-jsonl.jsonl"):
        stepfall.export("quick", "jsonl", tmp_path / "new", items=2)
    [batch] = stepfall.export("own", "openai", str(tmp_path), model="m", max_output=100, effort="low", steps=5, items=1)
    [line] = [json.loads(line) for line in batch.read_text(encoding="utf-8").splitlines()]
    assert line["body"]["model"] == "m" and stepfall.grade(line["custom_id"], "")["outcome"] == "unparsed"
    for target, files in (("inspect", 2), ("promptfoo", 3), ("lm-eval", 3)):
        paths = stepfall.export("quick", target, tmp_path / target, items=1)
        assert len(paths) == files and all(path.is_file() for path in paths)


def test_export_splits_files_at_the_limit_of_a_service(tmp_path):
    paths = stepfall.export("own", "openai", tmp_path, model="m", steps=1, lookback=1, condition="answer-only", items=50_001)
    assert [path.name for path in paths] == ["stepfall-own-openai.jsonl", "stepfall-own-openai-2.jsonl"]
    assert [path.read_text(encoding="utf-8").count("\n") for path in paths] == [50_000, 1]
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in paths}


def test_files_are_graded_like_their_transcripts(many, tmp_path):
    ids, transcripts = many
    lines = [json.dumps({"id": id, "response": text, "model": "m"}) for id, text in zip(ids, transcripts)]
    half = len(lines) // 2
    first, second = tmp_path / "first.jsonl", tmp_path / "second.csv"
    first.write_text("\n".join(lines[:half]), encoding="utf-8")
    table = pa.table({"id": ids[half:], "response": transcripts[half:], "model": ["m"] * (len(ids) - half)})
    pa.csv.write_csv(table, second)
    rows, tally = stepfall.grade_files([first, str(second)])
    graded = pa.table(rows)
    assert graded.column_names == [*COLUMNS, "model"] and set(graded["model"].to_pylist()) == {"m"}
    wanted = stepfall.grade_many(ids, transcripts)
    assert graded.drop_columns("model").to_pylist() == wanted
    counts = {outcome: sum(row["outcome"] == outcome for row in wanted) for outcome in tally["outcomes"]}
    assert (tally["outcomes"], tally["correct"], tally["all"]) == (counts, counts["correct"], len(ids))
    assert tally["scored"] == counts["correct"] + counts["wrong"]
    assert sum(tally["modes"].values()) == len(ids) and not tally["troubles"]
    assert [(cell["model"], cell["steps"], cell["all"]) for cell in tally["cells"]] == [("m", 5, 70), ("m", 15, 70)]
    one, same = stepfall.grade_files([first, second], threads=1)
    assert same == tally and pa.table(one) == graded


def test_custom_procedures_are_graded_by_their_records(tmp_path):
    records, results = tmp_path / "records.jsonl", tmp_path / "results.jsonl"
    records.write_text(json.dumps(OWN_RECORD) + "\n")
    results.write_text(json.dumps({"id": OWN_ID, "response": "c = 7 + 5 = 12\nd = 12 - 7 = 5\nAnswer: 5"}) + "\n")
    table, tally = stepfall.grade_files([records, results])
    assert pa.table(table)["outcome"].to_pylist() == ["correct"]
    assert tally["ungraded"] == 0 and tally["troubles"] == []
    table, tally = stepfall.grade_files(results)
    assert "add the file of records" in pa.table(table)["why"].to_pylist()[0]
    assert tally["ungraded"] == 1


def test_problems_of_files_are_reported(many, tmp_path):
    id, file = many[0][0], tmp_path / "results.jsonl"
    line = json.dumps({"id": id, "response": "Answer: 1"})
    file.write_text(f'{line}\n{line}\n{{"id": "gsm8k-1", "response": "7"}}\n{{"id": "sf1-', encoding="utf-8")
    rows, tally = stepfall.grade_files(file)
    rows = pa.table(rows).to_pylist()
    assert [(row["id"], row["outcome"]) for row in rows] == [(id, "wrong"), ("gsm8k-1", None)]
    assert (tally["duplicates"], tally["ungraded"], tally["all"]) == (1, 1, 1)
    assert "not from Stepfall" in rows[1]["why"] and len(tally["troubles"]) == 1
    own = tmp_path / "own.csv"
    own.write_text(f"key,said\n{id},Answer: 1\n", encoding="utf-8")
    assert "the file has key, said" in stepfall.grade_files(own)[1]["troubles"][-1]
    assert stepfall.grade_files(own, id="key", output="said")[1]["outcomes"]["wrong"] == 1
    [cell] = stepfall.grade_files(own, id="key", output="said", model="m-1")[1]["cells"]
    assert cell["model"] == "m-1"
    with pytest.raises(ValueError, match="name columns together"):
        stepfall.grade_files(own, id="key")
    with pytest.raises(FileNotFoundError, match="absent"):
        stepfall.grade_files(tmp_path / "absent.jsonl")


def test_everything_is_documented_and_typed():
    folder = Path(stepfall.__file__).parent
    assert (folder / "py.typed").is_file()
    stubs = (folder / "__init__.pyi").read_text(encoding="utf-8")
    public = [name for name in stepfall.__all__ if not inspect.ismodule(getattr(stepfall, name)) and not name.startswith("_")]
    assert stepfall.rewards.__name__ == "stepfall.rewards" and sorted(stepfall.__all__) == stepfall.__all__
    assert public == ["Dialogue", "Questions", "Table", "export", "grade", "grade_files", "grade_many", "item", "simulate", "simulated_rows", "stepwise_rows", "suite", "suites", "verdict"]
    for name in public:
        assert inspect.getdoc(getattr(stepfall, name)), name
        if name.endswith("_rows"):
            # These functions are written in Python and have types in their module. The stub re-exports them.
            assert f"{name} as {name}" in stubs
            continue
        assert f"def {name}(" in stubs or f"class {name}" in stubs, name
        if callable(getattr(stepfall, name)) and name.islower():
            for argument in inspect.signature(getattr(stepfall, name)).parameters.values():
                assert argument.kind is argument.VAR_KEYWORD or f"{argument.name}:" in stubs, (name, argument)
    assert stepfall.__doc__ and stepfall.__version__


def test_the_package_passes_strict_type_checking(tmp_path):
    # Packages that are not installed here have no types, so errors about untyped code are disabled.
    without = ["--ignore-missing-imports", "--disable-error-code=misc", "--disable-error-code=untyped-decorator", "--no-warn-return-any"]
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", *without, "--package", "stepfall"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_examples_of_the_readme_run(capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    names = {}
    for example in text.split("```python\n")[1:]:
        exec(example.split("```")[0], names)
    output = capsys.readouterr().out
    assert output.startswith("Carry out this procedure.") and "wrong" in output and '"correct"' in output


def test_the_older_name_of_the_solver_is_accepted():
    assert stepfall.simulate(OF_FIVE, executor="wrong-operand") == stepfall.simulate(OF_FIVE, solver="wrong-operand")
