"""Rows as tables and files for other stacks, and the errors of missing packages."""

import doctest
import importlib
import importlib.util
import itertools
import json
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import stepfall
from stepfall import optional, writers
from stepfall.dataset import arrow_table, gym_entry, gym_line, hugging_face, hugging_face_stream, prompts, split_of, verl_row, write_gym, write_verl
from stepfall.rewards import compute_score, mixture


def correct(row):
    return stepfall.simulate(row["spec"], solver="followed")["transcript"]


def test_rows_are_an_arrow_table():
    rows = list(prompts([1, 2], count=5))
    table = arrow_table(iter(rows))
    assert table.to_pylist() == rows
    assert table.schema.field("prompt").type == pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))
    assert arrow_table([]).schema == table.schema


def test_the_file_of_verl_has_its_columns(tmp_path):
    path = tmp_path / "train.parquet"
    rows = list(prompts(2, split="test", count=70))
    assert write_verl(iter(rows), path) == 70
    read = pq.read_table(path).to_pylist()
    assert list(read[0]) == ["data_source", "prompt", "ability", "reward_model", "extra_info"]
    assert read == [verl_row(row, at) for at, row in enumerate(rows)]
    assert {row["extra_info"]["split"] for row in read} == {"test"}
    first = read[0]
    score = compute_score(first["data_source"], correct(rows[0]), first["reward_model"]["ground_truth"], first["extra_info"])
    assert score["score"] == 1.0
    assert first["reward_model"] == {"style": "rule", "ground_truth": rows[0]["answer"]}


def test_verl_loads_the_reward_function(tmp_path):
    # verl opens `pkg://` paths as modules, and others as files.
    [row] = prompts(2, count=1)
    of_verl = verl_row(row)
    path = tmp_path / "reward.py"
    path.write_text("from stepfall.rewards import compute_score\n", encoding="utf-8")
    spec = importlib.util.spec_from_file_location("reward", path)
    of_file = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(of_file)
    for module in (of_file, importlib.import_module("stepfall.rewards")):
        arguments = {"data_source": of_verl["data_source"], "ground_truth": of_verl["reward_model"]["ground_truth"], "extra_info": of_verl["extra_info"]}
        assert module.compute_score(solution_str=correct(row), **arguments)["score"] == 1.0
        assert module.compute_score(solution_str="Answer: 1", **arguments)["score"] == 0.0


def test_a_long_stream_is_written_in_groups(tmp_path, monkeypatch):
    monkeypatch.setattr(writers, "_BATCH", 3)
    path = tmp_path / "train.parquet"
    rows = list(prompts(1, count=7))
    assert write_verl(iter(rows), path) == 7
    file = pq.ParquetFile(path)
    assert [row["extra_info"]["id"] for row in file.read().to_pylist()] == [row["id"] for row in rows]
    assert file.num_row_groups >= 3
    assert write_verl([], tmp_path / "empty.parquet") == 0
    assert pq.read_table(tmp_path / "empty.parquet").num_rows == 0


def test_the_lines_of_nemo_gym_extend_entries(tmp_path):
    path = tmp_path / "train.jsonl"
    rows = list(prompts([1, 3], count=4))
    assert write_gym(iter(rows), path) == 4
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for at, (line, row) in enumerate(zip(lines, rows)):
        assert line == gym_line(row, at)
        assert line.pop("responses_create_params") == {"input": row["prompt"]}
        assert line == gym_entry(row, at)
        assert line["question"] == row["prompt"][0]["content"] and line["answer"] == row["answer"]
        assert line["metadata"]["source_dataset"] == "stepfall" and line["metadata"]["source_index"] == at
        assert line["metadata"]["difficulty"] == {"steps": row["steps"]}
        assert mixture()(None, [correct(row)], id=[line["metadata"]["id"]]) == [1.0]


@pytest.mark.parametrize(
    ("call", "extra"),
    [
        (lambda: hugging_face([]), "datasets"),
        (lambda: hugging_face_stream(1), "datasets"),
        (lambda: importlib.import_module("stepfall.environments.verifiers"), "verifiers"),
        (lambda: importlib.import_module("stepfall_verifiers"), "verifiers"),
        (lambda: importlib.import_module("stepfall.environments.skyrl"), "skyrl"),
        (lambda: importlib.import_module("stepfall.environments.reasoning_gym"), "reasoning-gym"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(call, extra):
    # The environment of these tests has none of the packages.
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'stepfall\[{extra}\]'"):
        call()


def test_tables_without_arrow_name_their_extra(tmp_path, monkeypatch):
    for name in ("pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    for call in (lambda: arrow_table([]), lambda: write_verl([], tmp_path / "a.parquet")):
        with pytest.raises(ModuleNotFoundError, match=r"the package pyarrow: pip install 'stepfall\[arrow\]'"):
            call()


def test_a_package_that_lacks_another_one_reports_the_other_one(tmp_path, monkeypatch):
    (tmp_path / "half_installed.py").write_text("import not_there_at_all\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="not_there_at_all"):
        optional.needed("half_installed", "arrow")
    with pytest.raises(ModuleNotFoundError, match=r"the package not_there_at_all: .*stepfall\[arrow\]"):
        optional.needed("not_there_at_all", "arrow")


def test_streams_of_dialogues_have_their_first_question():
    for condition in ("stepwise", "checkpoints.2", "verified.2"):
        rows = list(itertools.islice(prompts([2, 4], condition=condition), 70))
        plain = list(itertools.islice(prompts([2, 4], condition="trace"), 70))
        assert [row["answer"] for row in rows] == [row["answer"] for row in plain]
        assert not {row["id"] for row in rows} & {row["id"] for row in plain}
        for row in rows[::20]:
            dialogue = stepfall.Dialogue(row["id"])
            assert (dialogue.condition, dialogue.link, dialogue.messages) == (condition, row["spec"], row["prompt"])
            assert split_of(row["id"]) == split_of(row["spec"]) == "train"


def test_the_examples_of_the_docstrings_run():
    found = doctest.testmod(writers)
    assert found.failed == 0 and found.attempted > 8
    for name in writers.__all__:
        assert getattr(writers, name).__doc__, name
