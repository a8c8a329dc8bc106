"""Rewards for training: their values, the completions that they accept, and rewards of parts of a text."""

import doctest
import json
import pickle
import threading
import time
from pathlib import Path

import pytest
import stepfall
from stepfall import rewards
from stepfall.rewards import answer_reward, compute_score, format_reward, mixture, prefix_reward, spans, step_reward, token_rewards

REWARDS = {"answer": answer_reward, "step": step_reward, "prefix": prefix_reward, "format": format_reward, "mixture": mixture()}
PLAIN = ["trace", "free", "structured", "unchained", "copy", "shuffled", "filler.20", "exception", "remapped"]
LINK = "#/play?v=2&steps=5&seed=42"


def made(condition="trace", steps=5, items=1, **spec):
    return list(stepfall.suite("own", steps=steps, items=items, condition=condition, **spec))


def form_of(condition):
    return "json" if condition == "structured" else "trace"


def simulated(question, solver="followed", run=0, rate=0, form=None):
    form = form or form_of(question["condition"])
    return stepfall.simulate(question["link"], solver=solver, form=form, run=run, rate=rate)["transcript"]


def scored(question, text):
    """Returns all rewards of a text by name."""
    return {name: reward([question["prompt"]], [text], id=[question["id"]])[0] for name, reward in REWARDS.items()}


def characters(text):
    return [(at, at + 1) for at in range(len(text))]


@pytest.mark.parametrize("condition", PLAIN)
def test_correct_work_has_every_reward(condition):
    for question in made(condition, steps=[1, 5, 20] if condition != "copy" else [5, 20], items=3):
        text = simulated(question)
        assert scored(question, text) == dict.fromkeys(REWARDS, 1.0), text
        thought = "<think>Let me see. Answer: 7</think>\n\n" + text
        assert scored(question, thought) == dict.fromkeys(REWARDS, 1.0), thought


@pytest.mark.parametrize("numbers", ["integer", "mod97", "decimal2", "rational", "paper"])
@pytest.mark.parametrize("names", ["numbered", "scattered"])
def test_correct_work_has_every_reward_with_all_numbers(numbers, names):
    for question in made(numbers=numbers, names=names, items=10):
        text = simulated(question)
        assert scored(question, text) == dict.fromkeys(REWARDS, 1.0), text


FORMS = ["trace", "bullets", "prose", "table", "latex", "pasted", "code", "headings", "unicode", "json", "value-lines", "value-list", "value-table", "sentence"]


@pytest.mark.parametrize("form", FORMS)
def test_correct_work_has_every_reward_in_any_form(form):
    for numbers in ("integer", "rational"):
        for run, question in enumerate(made("free", steps=[5, 12], items=10, numbers=numbers)):
            text = simulated(question, form=form, run=run)
            found = scored(question, text)
            assert {found[name] for name in ("answer", "step", "prefix", "mixture")} == {1.0}, text


def test_a_question_for_the_answer_alone_has_no_steps():
    [question] = made("answer-only")
    text = question["target"]
    assert scored(question, text) == {"answer": 1.0, "step": None, "prefix": None, "format": 1.0, "mixture": 1.0}
    assert scored(question, "It is " + text) == {"answer": 1.0, "step": None, "prefix": None, "format": 0.0, "mixture": 1.0}
    assert scored(question, "7")["mixture"] == 0.0
    assert mixture({"prefix": 1})(None, [text], id=[question["id"]]) == [None]
    assert token_rewards(question["id"], text, characters(text))[-1] == 1.0


def test_an_error_ends_the_prefix():
    [question] = made(steps=10)
    for run in range(30):
        text = simulated(question, "slip-digit", run)
        steps = stepfall.verdict(question["link"], text)["steps"]
        statuses = [step["status"] for step in steps]
        first = next(at for at, status in enumerate(statuses) if status != "right")
        found = scored(question, text)
        assert found["prefix"] == first / 10
        assert found["step"] == sum(status in ("right", "inherited") for status in statuses) / 10
        assert found["format"] == 1.0
        assert found["mixture"] == pytest.approx(first / 20)


def test_extra_steps_lower_the_rewards():
    [question] = made()
    found = scored(question, simulated(question, "extra-steps"))
    assert found["prefix"] < 1 and found["step"] < 1 and found["mixture"] < 0.5 and found["format"] == 0


def test_a_correction_is_not_credited():
    [question] = made()
    lines = simulated(question).splitlines()
    wrong = lines[0][: lines[0].rindex("=")] + "= 12345"
    found = scored(question, "\n".join([wrong, *lines]))
    assert found["prefix"] == 0 and found["mixture"] == 0


def test_mixtures_are_weighted_averages():
    [question] = made()
    half = "\n".join(simulated(question).splitlines()[:3])
    for weights, expected in [
        (None, 0.3),
        ({"prefix": 1}, 0.6),
        ({"prefix": 3, "format": 1}, 0.45),
        ({"answer": 1, "format": 1}, 0.0),
        ({"step": 2, "prefix": 2, "answer": 0}, 0.6),
    ]:
        assert mixture(weights)(None, [half], id=[question["id"]]) == [pytest.approx(expected)], weights
    bare = "Answer: " + question["target"]
    assert mixture({"answer": 1, "format": 1})(None, [bare], id=[question["id"]]) == [0.5]
    assert pickle.loads(pickle.dumps(mixture({"step": 1})))(None, [half], id=[question["id"]]) == [0.6]
    assert mixture().__name__ == "mixture" and "prefix" in repr(mixture())
    for weights, sentence in [
        ({"prefixes": 1}, "no reward 'prefixes'"),
        ({"prefix": -1}, "weight of prefix"),
        ({"prefix": float("nan")}, "weight of prefix"),
        ({"prefix": "1"}, "weight of prefix"),
        ({"prefix": True}, "weight of prefix"),
        ({"prefix": 0}, "above 0"),
        ({}, "above 0"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            mixture(weights)


def test_unclear_texts_have_no_reward():
    [question] = made(steps=15)
    found = scored(question, simulated(question, "wrong-item"))
    assert found["answer"] is found["prefix"] is found["step"] is found["mixture"] is None


def test_ids_links_and_records_are_accepted():
    [question] = made()
    item = stepfall.item(question["link"])
    for key in ("link", "notices", "transcript", "simulated", "stop", "id"):
        del item[key]
    text = simulated(question)
    assert prefix_reward(None, [text] * 3, id=[question["id"], question["link"], json.dumps(item)]) == [1.0] * 3


def test_only_the_last_assistant_message_is_graded():
    [question] = made()
    text = simulated(question)
    message = lambda role, content: {"role": role, "content": content}  # noqa: E731
    for completion, expected in [
        ([message("assistant", text)], 1.0),
        ([message("assistant", "Answer: 0"), message("user", "Again."), message("assistant", text)], 1.0),
        ([message("assistant", text), message("assistant", "Sorry.")], 0.0),
        ([message("assistant", text), message("tool", "7")], 1.0),
        ([message("user", text)], None),
        ([message("assistant", [{"type": "text", "text": text[:9]}, {"type": "text", "text": text[9:]}])], 1.0),
        ([message("assistant", [])], None),
        ([{"role": "assistant", "content": None, "tool_calls": [{"function": {"name": "f"}}]}], None),
        ([{"role": "assistant", "tool_calls": []}], None),
        ([], None),
        (None, None),
        ("", 0.0),
        ("\ud800" + text, None),
        (text + " " * (1 << 20), None),
        ("7 " * 5_000_000, None),
    ]:
        assert prefix_reward([None], [completion], id=[question["id"]]) == [expected]
        assert mixture()([None], [completion], id=[question["id"]]) == [expected]


@pytest.mark.parametrize("reward", REWARDS.values(), ids=REWARDS)
@pytest.mark.parametrize(
    ("completion", "sentence"),
    [
        (b"Answer: 1", r"completions\[1\] is str, a list of messages or None, not bytes"),
        (7, r"completions\[1\] is str, a list of messages or None, not int"),
        ({"role": "assistant", "content": "x"}, r"completions\[1\] is .* not dict"),
        (["Answer: 1"], r"completions\[1\]: a message is a dict"),
        ([[]], r"completions\[1\]: a message is a dict"),
        ([{"content": "x"}], r"completions\[1\]: a message is a dict with a role"),
        ([{"role": "assistant", "content": b"x"}], r"completions\[1\]: the content .* not bytes"),
        ([{"role": "assistant", "content": ["x"]}], r"completions\[1\]: the content .* no text"),
        ([{"role": "assistant", "content": [{"type": "image"}]}], r"completions\[1\]: the content .* no text"),
    ],
)
def test_completions_of_other_types_raise_type_error(reward, completion, sentence):
    [question] = made()
    with pytest.raises(TypeError, match=sentence):
        reward([None] * 2, ["Answer: 1", completion], id=[question["id"]] * 2)


@pytest.mark.parametrize("reward", REWARDS.values(), ids=REWARDS)
def test_invalid_columns_raise_errors(reward):
    [question] = made()
    id = question["id"]
    cut = id[:-1] + ("A" if id[-1] != "A" else "B")
    for ids, error, sentence in [
        (None, TypeError, "the column id is missing"),
        ([id, None], ValueError, r"id\[1\]: it is None"),
        ([id, 7], TypeError, r"id\[1\] is str or None, not int"),
        ([id, cut], ValueError, r"id\[1\]: the id was changed or cut off"),
        ([id, "gsm8k-1"], ValueError, r"id\[1\]: the id is none"),
        ([id, "sf9-abc"], ValueError, r"id\[1\]: the id is of a later version"),
        ([id, "#/play?v=2&steps=5&condition=stepwise"], ValueError, r"id\[1\]: "),
        ([id, "#/play?v=2&steps=5&condition=transcribe"], ValueError, r"id\[1\]: there are no rewards for the condition"),
        ([id, "#/play?v=2&steps=no"], ValueError, r"id\[1\]: "),
        ([id], ValueError, "2 completions and 1 values of id"),
    ]:
        with pytest.raises(error, match=sentence):
            reward([None] * 2, ["Answer: 1"] * 2, id=ids)
    with pytest.raises(TypeError, match="completions is a list, not str"):
        reward([None], "Answer: 1", id=[id])
    # Columns of the dataset and arguments of the trainer are accepted.
    assert reward(prompts=[None], completions=["x"], id=[id], completion_ids=[[1]], trainer_state=None, threads=["x"]) == reward([None], ["x"], [id])
    assert reward([], [], id=[]) == []


def test_compute_score_returns_every_part():
    [question] = made()
    text = simulated(question)
    scores = {"score": 1.0, "answer": 1.0, "step": 1.0, "prefix": 1.0, "format": 1.0, "graded": 1.0}
    assert compute_score("stepfall", text, question["target"], {"id": question["id"], "index": 3}) == scores
    assert compute_score("stepfall", text, question["id"]) == scores
    assert compute_score("stepfall", text, question["id"], {"index": 3}, extra=1) == scores
    wrong_item = simulated(made(steps=15)[0], "wrong-item")
    unclear = compute_score("stepfall", wrong_item, None, {"id": made(steps=15)[0]["id"]})
    assert unclear["score"] == unclear["graded"] == 0.0 and unclear.keys() == scores.keys()
    assert compute_score("stepfall", None, question["id"]) == dict.fromkeys(scores, 0.0)
    for ground_truth, extra_info, error, sentence in [
        (question["target"], None, ValueError, "there is no id"),
        (question["target"], {"index": 3}, ValueError, "there is no id"),
        (None, {"id": 7}, ValueError, "there is no id"),
        (None, {"id": "gsm8k-1"}, ValueError, r"extra_info\['id'\]: the id is none"),
        (question["id"][:-3], None, ValueError, "ground_truth: the id was changed"),
    ]:
        with pytest.raises(error, match=sentence):
            compute_score("stepfall", text, ground_truth, extra_info)
    with pytest.raises(TypeError, match="solution_str is str"):
        compute_score("stepfall", b"x", question["id"])


@pytest.mark.parametrize("condition", PLAIN)
def test_spans_are_where_the_steps_are(condition):
    [question] = made(condition)
    text = "🧮 ½\n" + simulated(question) if condition != "structured" else simulated(question)
    found = spans(question["id"], text)
    verdict = stepfall.verdict(question["link"], text)
    assert [step["name"] for step in found] == [step["name"] for step in verdict["steps"]]
    for step, known in zip(found, verdict["steps"]):
        start, end = step["characters"]
        assert text[start:end] == text.encode()[slice(*step["bytes"])].decode()
        assert known["claimed"].lstrip("-") in text[start:end]
        assert (step["status"], step["follows"], step["before_error"]) == ("right", True, True)


def test_spans_have_the_status_of_errors():
    [question] = made(steps=10)
    text = simulated(question, "wrong-operand", run=3)
    found = spans(question["id"], text)
    assert {step["status"] for step in found} <= {"right", "inherited", "wrong-operand", "recovered"}
    assert sum(step["before_error"] for step in found) / 10 == prefix_reward(None, [text], [question["id"]])[0]
    assert sum(step["follows"] for step in found) / 10 == step_reward(None, [text], [question["id"]])[0]
    assert spans(question["id"], "") == []
    assert spans(question["id"], simulated(made(steps=15)[0], "wrong-item")) in ([], None)
    for call in (lambda: spans(7, ""), lambda: spans(question["id"], None), lambda: spans(question["id"], b"")):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("weights", [None, {"step": 1}, {"prefix": 2, "answer": 1, "format": 1}, {"answer": 1}])
@pytest.mark.parametrize("solver", ["followed", "slip-digit", "wrong-operand", "skipped", "extra-steps", "truncated", "missing-answer", "talked-out"])
@pytest.mark.parametrize("size", [1, 3, 7])
def test_rewards_of_tokens_sum_to_the_mixture(weights, solver, size):
    for question in made(steps=8, items=3):
        text = "½ " * (size == 7) + simulated(question, solver)
        offsets = [(0, 0), *((at, min(at + size, len(text))) for at in range(0, len(text), size)), (0, 0)]
        found = token_rewards(question["id"], text, offsets, weights)
        [whole] = mixture(weights)(None, [text], id=[question["id"]])
        if whole is None:
            assert found is None
        else:
            assert len(found) == len(offsets) and found[0] == found[-1] == 0
            assert sum(found) == pytest.approx(whole)


def test_a_step_is_rewarded_at_its_last_token():
    [question] = made(steps=4)
    text = simulated(question).strip()
    found = token_rewards(question["id"], text, characters(text), {"prefix": 1})
    ends = [at for at, reward in enumerate(found) if reward]
    assert [text[: end + 1].count("\n") for end in ends] == [0, 1, 2, 3]
    assert all(text[end + 1] == "\n" for end in ends) and {found[end] for end in ends} == {0.25}


def test_invalid_offsets_raise_errors():
    [question] = made(steps=4)
    text = simulated(question)
    for offsets, error, sentence in [
        ([(0, 1), 7], TypeError, r"offsets\[1\]"),
        ([(0, 1), ("a", 2)], TypeError, r"offsets\[1\]"),
        ([(0, 1.5)], TypeError, r"offsets\[0\]"),
        ([(0, 1), (3, 2)], ValueError, r"offsets\[1\]"),
        ([(0, 10_000)], ValueError, r"offsets\[0\]"),
        ([(-1, 2)], ValueError, r"offsets\[0\]"),
        ([(0, 3)], ValueError, "no token for S4"),
        ([], ValueError, "no token for S3"),
    ]:
        with pytest.raises(error, match=sentence):
            token_rewards(question["id"], text, offsets)


def test_other_threads_run_during_grading():
    questions = made(steps=25, items=20)
    texts, ids = [simulated(question) for question in questions] * 100, [question["id"] for question in questions] * 100
    steps, done = 0, threading.Event()

    def count():
        nonlocal steps
        while not done.is_set():
            steps += 1
            time.sleep(0)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = steps
        rewards._measure_many(ids, texts, threads=1)
        during = steps - before
    finally:
        done.set()
        thread.join()
    assert during > 50


def test_the_examples_of_the_docstrings_run():
    found = doctest.testmod(rewards)
    assert found.failed == 0 and found.attempted > 20


def test_everything_is_documented():
    for name in rewards.__all__:
        assert getattr(rewards, name).__doc__, name
    text = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    assert len(text.encode()) < 8_000
    for name in rewards.__all__:
        assert name in ("Mixture", "Span") or f"`{name}" in text or f"{name}(" in text, name
