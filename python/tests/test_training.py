"""Streams of prompts, rows for training on steps, and the functions of `docs/training.md`."""

import doctest
import itertools
from pathlib import Path

import pytest
import stepfall
from stepfall import dataset, supervision
from stepfall.dataset import Curriculum, prompts, split_of

LINK = "#/play?v=2&steps=5&seed=42"


def test_a_stream_has_the_columns_of_a_dataset():
    rows = list(prompts([1, 3], count=200, condition="free"))
    assert [row["steps"] for row in rows] == [1, 3] * 100
    assert len({row["id"] for row in rows}) == 200
    for row in rows[::20]:
        assert list(row) == ["prompt", "id", "answer", "steps", "spec"]
        [message] = row["prompt"]
        assert message["role"] == "user" and message["content"].startswith("Carry out this procedure.")
        assert stepfall.grade(row["id"], "Answer: " + row["answer"])["outcome"] == "correct"
        assert stepfall.item(row["spec"])["id"] == row["id"]
    assert list(prompts([1, 3], count=5, condition="free")) == rows[:5]


def test_splits_share_no_id():
    train, test = ({row["id"] for row in prompts(2, split=split, count=300)} for split in ("train", "test"))
    other = {row["id"] for row in prompts(2, seed=1, count=300)}
    assert not train & test and not train & other and not test & other
    assert {split_of(id) for id in train | other} == {"train"} and {split_of(id) for id in test} == {"test"}
    with pytest.raises(ValueError, match="no split 'dev'"):
        prompts(2, split="dev")
    for seed in (-1, 1 << 20):
        with pytest.raises(ValueError, match="seed is a whole number"):
            prompts(2, seed=seed)
    assert len(list(prompts(2, seed=(1 << 20) - 1, count=2))) == 2


def test_a_stream_without_count_has_no_end():
    assert len(list(itertools.islice(prompts(1), 1_000))) == 1_000


def test_a_curriculum_follows_success():
    lengths = Curriculum([1, 2, 4], threshold=0.75, window=4)
    stream = prompts(lengths)
    seen = []
    for reward in [1, 0, 1, 1, 1, None, 1, 1, 1, 1, 1, 1]:
        seen.append(next(stream)["steps"])
        lengths.update([reward])
    assert seen == [1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4]
    for arguments in ({"lengths": []}, {"lengths": [1], "window": 0}):
        with pytest.raises(ValueError, match="at least one length"):
            Curriculum(**arguments)


def test_labels_end_at_the_first_error():
    id = stepfall.item(LINK)["id"]
    for solver, cause in [("followed", None), ("wrong-operand", "wrong-operand"), ("slip-digit", "slip"), ("skipped", "skipped")]:
        for run in range(8):
            text = stepfall.simulate(LINK, solver=solver, run=run)["transcript"]
            [row] = stepfall.stepwise_rows([id], [text])
            assert "".join(row["completions"]).replace("\n", "") == text.replace("\n", "")
            assert len(row["completions"]) == len(row["labels"]) and row["prompt"].startswith("Carry out")
            assert row["labels"] == sorted(row["labels"], reverse=True)
            assert row["cause"] == cause
            assert row["first_error"] == (row["labels"].index(False) if cause else None)


def test_an_incorrect_answer_is_labelled_as_an_error():
    id = stepfall.item(LINK)["id"]
    text = stepfall.simulate(LINK, solver="followed")["transcript"].rpartition("Answer:")[0] + "Answer: 1"
    [row] = stepfall.stepwise_rows([id], [text])
    assert row["labels"] == [True] * 5 + [False] and row["first_error"] == 5 and row["cause"] is not None
    lines = text.splitlines()
    revised = "\n".join([lines[0].rpartition("=")[0] + "= 12345", *lines])
    [row] = stepfall.stepwise_rows([id], [revised])
    assert row["first_error"] == 0 and row["cause"] is not None


def test_texts_without_steps_have_no_row():
    [question] = stepfall.suite("own", steps=15, items=1)
    foreign = stepfall.simulate(question["link"], solver="wrong-item")["transcript"]
    assert stepfall.stepwise_rows([question["id"]] * 3, ["", foreign, "Answer: 1"]) == []
    for ids, texts, error, sentence in [
        ([question["id"], "gsm8k-1"], ["", ""], ValueError, "row 1: the id is none"),
        ([question["id"], question["id"]], ["", None], TypeError, "row 1: transcript is str"),
        ([question["id"]], [], ValueError, "shorter"),
    ]:
        with pytest.raises(error, match=sentence):
            stepfall.stepwise_rows(ids, texts)


def test_simulated_rows_have_both_labels():
    rows = list(stepfall.simulated_rows(solver="mixed", rate=1000, steps=[4, 8], items=20, runs=2))
    assert len(rows) > 60
    assert {label for row in rows for label in row["labels"]} == {True, False}
    assert all((row["cause"] is None) == (row["first_error"] is None) for row in rows)


@pytest.mark.parametrize("module", [dataset, supervision], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_run(module):
    found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted > 5
    for name in module.__all__:
        assert getattr(module, name).__doc__, name


def test_the_examples_of_the_page_run():
    text = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    names = {}
    for example in text.split("```python\n")[1:]:
        exec(example.split("```")[0], names)
    assert [row["steps"] for row in names["rows"]] == [1, 2, 3] * 100
    assert names["rewards"] == [0.0] and names["earned"] == 0.0
    assert names["question"] == "S3 is wrong. Now do S3 to S4."
    assert names["of_verl"] == dataset.verl_row(names["rows"][0])
    assert names["line"] == dataset.gym_line(names["rows"][0])
    assert names["entry"] == dataset.gym_entry(names["rows"][0])
