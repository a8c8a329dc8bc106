"""Dialogues turn by turn, and their rewards."""

import pytest
import stepfall
from stepfall.rewards import mixture

LINK = "#/play?v=2&steps=4&seed=42&condition="


def work(steps=4):
    """Returns the lines of correct work, the last of which is the answer."""
    return stepfall.simulate(f"#/play?v=2&steps={steps}&seed=42&condition=trace", solver="followed")["transcript"].splitlines()


def played(condition, *replies):
    """Returns the dialogue after these replies, and the reward after each."""
    dialogue = stepfall.Dialogue(LINK + condition)
    rewards = []
    for reply in replies:
        dialogue.reply(reply)
        rewards.append(mixture().of_dialogue(dialogue))
    return dialogue, rewards


def test_a_dialogue_asks_for_one_step_at_a_time():
    dialogue = stepfall.Dialogue(LINK + "stepwise")
    assert dialogue.messages[0]["content"].endswith("Now do S3.")
    assert (dialogue.steps, dialogue.replies, dialogue.is_over) == (4, 0, False)
    lines = work()
    assert dialogue.reply(lines[0]) == "Now do S4."
    assert [message["role"] for message in dialogue.messages] == ["user", "assistant", "user"]
    assert dialogue.reply(lines[1]) == "Now do S5."
    assert dialogue.reply(lines[2]).startswith("Now do S6, and end with a line")
    assert dialogue.reply("\n".join(lines[3:])) is None
    assert (dialogue.is_over, dialogue.replies) == (True, 4)
    assert stepfall.verdict(dialogue.id, dialogue.text)["dialogue"]["solved"]
    with pytest.raises(ValueError, match="has ended"):
        dialogue.reply("more")


def test_rewards_accumulate_over_turns():
    lines = work()
    _, rewards = played("stepwise", *lines[:3], "\n".join(lines[3:]))
    assert rewards == [0.125, 0.25, 0.375, 1.0]
    # The second step is incorrect. The default mixture pays no step after it, and the answer is
    # incorrect.
    dialogue, rewards = played("stepwise", lines[0], "S4 = 99999", "S5 = 1", "S6 = 2\nAnswer: 2")
    assert rewards == [0.125] * 4
    assert dialogue.rewards()["answer"] == 0.0 and dialogue.rewards()["prefix"] == 0.25


def test_a_checked_step_is_rewarded_after_its_correction():
    lines = work()
    dialogue = stepfall.Dialogue(LINK + "verified.2")
    assert dialogue.reply(f"{lines[0]}\nS4 = 99999").startswith("S4 is wrong. Now do S4.")
    assert mixture().of_dialogue(dialogue) == 0.125
    dialogue.reply(lines[1])
    assert mixture().of_dialogue(dialogue) == 0.25
    assert dialogue.reply("\n".join(lines[2:])) is None
    assert mixture().of_dialogue(dialogue) == 1.0
    assert dialogue.rewards() == {"answer": 1.0, "step": 1.0, "prefix": 1.0, "format": None}


def test_an_answer_without_work_earns_nothing():
    dialogue = stepfall.Dialogue(LINK + "stepwise")
    answer = "Answer: " + dialogue.target
    while not dialogue.is_over:
        dialogue.reply(answer)
    assert mixture().of_dialogue(dialogue) == 0.0
    [before, after] = played("checkpoints.4", answer, "S3 = 13 or 14")[1]
    assert before == after == 0.0


def test_several_answers_earn_nothing():
    lines = work()
    wrong_first = "\n".join([lines[3], "Answer: 12345", lines[4]])
    _, rewards = played("stepwise", *lines[:3], wrong_first)
    assert rewards[-1] == 0.5


def test_a_plain_question_is_a_dialogue_of_one_reply():
    text = "\n".join(work())
    dialogue, rewards = played("trace", text)
    assert rewards == mixture()(None, [text], id=[dialogue.id]) == [1.0]
    assert dialogue.is_over and dialogue.most_replies == 1 and dialogue.rewards()["format"] == 1.0
    assert mixture({"answer": 1, "format": 1}).of_dialogue(dialogue) == 1.0
    _, rewards = played("trace", "=== asked ===\nNow do S3.")
    assert rewards == [0.0]


def test_a_dialogue_that_is_cut_or_refused_ends():
    for stop in ("length", "refusal"):
        dialogue = stepfall.Dialogue(LINK + "stepwise")
        assert dialogue.reply(work()[0], stop=stop) is None
        assert dialogue.is_over and mixture().of_dialogue(dialogue) == 0.125
    dialogue = stepfall.Dialogue(LINK + "stepwise")
    dialogue.reply("7 " * 600_000)
    assert dialogue.is_over and mixture().of_dialogue(dialogue) is None


def test_before_the_first_reply_there_is_no_reward():
    dialogue = stepfall.Dialogue(LINK + "stepwise")
    assert mixture().of_dialogue(dialogue) is None
    assert set(dialogue.rewards().values()) == {None}


def test_invalid_dialogues_are_errors():
    for item, condition, sentence in [
        (LINK + "calculator", None, "no rewards for the condition calculator"),
        (LINK + "trace", "transcribe", "no rewards"),
        (LINK + "trace", "loud", "there is no condition"),
        ("gsm8k-1", None, "none of Stepfall"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            stepfall.Dialogue(item, condition=condition)
    dialogue = stepfall.Dialogue(LINK + "stepwise")
    with pytest.raises(ValueError, match="no format"):
        mixture({"format": 1}).of_dialogue(dialogue)
    with pytest.raises(ValueError, match="stop"):
        dialogue.reply("x", stop="loud")
