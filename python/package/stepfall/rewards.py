"""Exact rewards for training: answers, steps, and the form of a reply.

Each reward is a number from 0 to 1. `answer_reward`, `step_reward`, `prefix_reward`, `format_reward`
and every `Mixture` have the signature of TRL's reward functions. `compute_score` has that of verl.
`spans` and `token_rewards` are for stacks that take rewards of parts of a text.

>>> import stepfall
>>> from stepfall.rewards import mixture
>>> [question] = stepfall.suite("own", steps=2, items=1)
>>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"]
>>> mixture()([question["prompt"]], [trace], id=[question["id"]])
[1.0]

Rules that hold for all rewards:

- A reward is None if there is no text, or if the text is longer than 1 MiB. All but `format_reward`
  are also None if the text is unclear. TRL counts None as no reward.
- `step_reward` and `prefix_reward` are also None for a question that asks for the answer alone. They
  are None too if values cannot be assigned to steps with certainty, and if the text is correct by
  another order of steps than the procedure's.
- If a step has several values, or the text several answers, at most one of them is paid. Its place in
  the text decides which, and not whether it is correct. Most of these texts are not paid at all.
- A value that another number follows in its sentence, as in `13 or 14`, is not paid.
- A number by itself does not count as a step. A step needs its name or its operands.
- The value of the last step does not count as an answer. An answer is announced, or alone on its line.
- An invalid id or a completion of another type is an exception that names the column and the row.
- Prompts are not read, so a chat template has no effect on rewards.

The conditions are those with one plain reply: `answer-only`, `trace`, `free`, `structured`,
`unchained`, `copy`, `shuffled`, `filler`, `exception` and `remapped`.
"""

import bisect
import math
import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from .stepfall import Dialogue, _measure_many, _shown_steps

__all__ = [
    "Mixture",
    "Span",
    "answer_reward",
    "compute_score",
    "format_reward",
    "mixture",
    "prefix_reward",
    "spans",
    "step_reward",
    "token_rewards",
]

Part = Literal["answer", "step", "prefix", "format"]
"""The name of a reward in a mixture."""

Completion = str | list[dict[str, Any]] | None
"""A text, a conversation whose last assistant message counts, or None for a failed rollout."""

_PARTS: tuple[Part, ...] = ("answer", "step", "prefix", "format")
_DEFAULT: dict[Part, float] = {"prefix": 0.5, "answer": 0.5}


class Span(TypedDict):
    """A step that a completion shows."""

    name: str
    """The name of the value that the step defines."""
    status: str
    """The status: `right`, `inherited`, `recovered`, or the likeliest cause of an error."""
    follows: bool
    """Whether `step_reward` counts the step."""
    before_error: bool
    """Whether `prefix_reward` counts the step."""
    bytes: tuple[int, int]
    """The range in bytes of UTF-8."""
    characters: tuple[int, int]
    """The range in characters, as Python indexes them."""


_Row = tuple[float | None, float | None, float | None, float | None, bool] | None
"""The measures of a completion in the order of `_PARTS`, and whether the question asks for steps."""


def _content(message: Mapping[str, Any], place: str) -> str | None:
    """Returns the text of a message. A message of tool calls alone has no text."""
    content = message.get("content")
    if content is None or isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise TypeError(f"{place}: the content of a message is str, a list of parts or None, not {type(content).__name__}")
    texts = []
    for part in content:
        text = part.get("text") if isinstance(part, dict) and part.get("type") == "text" else None
        if not isinstance(text, str):
            raise TypeError(f"{place}: the content of a message has a part that is no text")
        texts.append(text)
    return "".join(texts) if texts else None


def _text(completion: object, place: str) -> str | None:
    """Returns the text of a completion. `place` is the column and row for messages of errors."""
    if completion is None:
        return None
    if isinstance(completion, str):
        # A text with a lone surrogate is no valid Unicode, so no model can have written it.
        return completion if completion.isascii() or _is_text(completion) else None
    if not isinstance(completion, list):
        raise TypeError(f"{place} is str, a list of messages or None, not {type(completion).__name__}")
    last = None
    for message in completion:
        if not isinstance(message, dict) or not isinstance(message.get("role"), str):
            raise TypeError(f"{place}: a message is a dict with a role and a content")
        if message["role"] == "assistant":
            last = message
    return None if last is None else _text(_content(last, place), place)


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _measured(completions: object, id: Any, *, with_form: bool = False, threads: int | None = None) -> list[_Row]:
    """Returns the measures of all completions."""
    if id is None:
        raise TypeError("the column id is missing: each row has the id of its question")
    if isinstance(completions, (str, bytes)) or not isinstance(completions, Iterable):
        raise TypeError(f"completions is a list, not {type(completions).__name__}")
    rows = enumerate(completions)
    texts = [text if type(text) is str and text.isascii() else _text(text, f"completions[{row}]") for row, text in rows]
    return _measure_many(id, texts, with_form=with_form, threads=threads)


def _part(completions: object, id: object, part: Part) -> list[float | None]:
    """Returns one measure of all completions."""
    at = _PARTS.index(part)
    return [None if row is None else row[at] for row in _measured(completions, id, with_form=part == "format")]


def answer_reward(prompts: object, completions: Sequence[Completion], id: Sequence[str] | None = None, **kwargs: Any) -> list[float | None]:
    """Returns 1 for each completion whose every answer is correct, and 0 for others.

    The reward is about the answer alone: a correct answer without work, repeated, or after
    fabricated steps also has 1. `mixture` pays for an answer only if the steps lead to it.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> right = "Answer: " + question["target"]
    >>> answer_reward(None, [right, right + "\\nAnswer: 0", [{"role": "assistant", "content": right}]], id=[question["id"]] * 3)
    [1.0, 0.0, 1.0]
    """
    return _part(completions, id, "answer")


def step_reward(prompts: object, completions: Sequence[Completion], id: Sequence[str] | None = None, **kwargs: Any) -> list[float | None]:
    """Returns the share of steps that follow from the values that the completion has before them.

    By itself this pays for an early error that makes the rest trivial, such as a value of 0 that is
    multiplied later. Prefer `prefix_reward`, which pays for nothing after the first error.

    >>> import stepfall
    >>> question = stepfall.item("#/play?v=2&steps=5&seed=42")
    >>> trace = stepfall.simulate("#/play?v=2&steps=5&seed=42", solver="slip-digit")["transcript"]
    >>> step_reward(None, [trace], id=[question["id"]])
    [0.8]
    """
    return _part(completions, id, "step")


def prefix_reward(prompts: object, completions: Sequence[Completion], id: Sequence[str] | None = None, **kwargs: Any) -> list[float | None]:
    """Returns the share of steps before the first error. A step that is left out is an error.

    Steps beyond the procedure increase the denominator.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=4, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"]
    >>> half = "\\n".join(trace.splitlines()[:2])
    >>> prefix_reward(None, [trace, half, "I do not know."], id=[question["id"]] * 3)
    [1.0, 0.5, 0.0]
    """
    return _part(completions, id, "prefix")


def format_reward(prompts: object, completions: Sequence[Completion], id: Sequence[str] | None = None, **kwargs: Any) -> list[float | None]:
    """Returns 1 for each completion in the form that its prompt asks for, and 0 for others.

    Values do not matter: fabricated lines in the requested form also have 1. So this reward is for
    mixtures with others. Reasoning in `<think>` before the reply is accepted.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"]
    >>> format_reward(None, [trace, "Sure! " + trace], id=[question["id"]] * 2)
    [1.0, 0.0]
    """
    return _part(completions, id, "format")


class Mixture:
    """A weighted mean of rewards, as a function with the signature of TRL.

    Completions are graded once for all parts. If steps are requested and `step` or `prefix` is part
    of the mixture, the answer is paid only if every step is correct. Otherwise an answer
    without work would earn more than honest work with an early error.

    Parts that do not apply to a question, such as the steps of one that asks for the answer alone,
    are left out of the mean. The mixture is None if any other part is None.
    """

    def __init__(self, weights: Mapping[Part, float] | None = None, *, threads: int | None = None):
        """Creates a mixture. The weights are relative; None means the same weight for `prefix` and
        `answer`. `threads` is the number of threads; None means one for each core.
        """
        weights = dict(_DEFAULT if weights is None else weights)
        for part, weight in weights.items():
            if part not in _PARTS:
                raise ValueError(f"there is no reward {part!r}: the rewards are {', '.join(_PARTS)}")
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or not 0 <= weight < math.inf:
                raise ValueError(f"the weight of {part} must be a number of at least 0, not {weight!r}")
        self.weights: dict[Part, float] = {part: float(weight) for part, weight in weights.items() if weight > 0}
        if not self.weights:
            raise ValueError("a mixture has at least one weight above 0")
        self.threads = threads
        # Pairs of the index of a measure in a row and its weight, for questions without and with steps.
        self._by_place = [[(_PARTS.index(part), weight) for part, weight in self._applied(steps).items()] for steps in (False, True)]
        self.__name__ = "mixture"

    def __call__(self, prompts: object, completions: Sequence[Completion], id: Sequence[str] | None = None, **kwargs: Any) -> list[float | None]:
        """Returns the reward of each completion."""
        rows = _measured(completions, id, with_form="format" in self.weights, threads=self.threads)
        return [self._of(row) for row in rows]

    def of_dialogue(self, dialogue: Dialogue) -> float | None:
        """Returns the reward of all replies of a dialogue so far.

        The answer is paid at the end. The difference from the reward before a turn is the reward of
        that turn. Dialogues with several turns have no `format`.

        >>> import stepfall
        >>> dialogue = stepfall.Dialogue("#/play?v=2&steps=3&seed=42&condition=stepwise")
        >>> dialogue.reply("S3 = 1")
        'Now do S4.'
        >>> mixture().of_dialogue(dialogue)
        0.0
        """
        if dialogue.most_replies > 1 and "format" in self.weights:
            raise ValueError("dialogues with several turns have no format: leave it out of the mixture")
        return self._of(dialogue._measures())

    def __repr__(self) -> str:
        return f"mixture({self.weights})"

    def _applied(self, asks_for_steps: bool) -> dict[Part, float]:
        """Returns the weights of the parts that apply, which sum to 1."""
        weights = {part: weight for part, weight in self.weights.items() if asks_for_steps or part in ("answer", "format")}
        total = sum(weights.values())
        return {part: weight / total for part, weight in weights.items()}

    def _pays_answer(self, row: _Row) -> bool:
        """Reports whether a correct answer is paid, which may depend on the steps."""
        assert row is not None
        is_tied = row[4] and not self.weights.keys().isdisjoint(("step", "prefix"))
        return not is_tied or row[2] == 1.0

    def _of(self, row: _Row) -> float | None:
        if row is None:
            return None
        weights = self._by_place[row[4]]
        if not weights:
            return None
        reward = 0.0
        for at, weight in weights:
            value = row[at]
            if value is None:
                return None
            if at > 0 or self._pays_answer(row):
                reward += weight * value
        return reward


def mixture(weights: Mapping[Part, float] | None = None, *, threads: int | None = None) -> Mixture:
    """Returns a weighted mean of rewards. The default has equal parts of `prefix` and `answer`.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> reward = mixture({"prefix": 3, "answer": 1})
    >>> reward(None, ["Answer: " + question["target"]], id=[question["id"]])
    [0.0]
    """
    return Mixture(weights, threads=threads)


_MIXTURE = Mixture()


def compute_score(
    data_source: object,
    solution_str: Completion,
    ground_truth: object,
    extra_info: Mapping[str, Any] | None = None,
    **kwargs: Any,
) -> dict[str, float]:
    """Returns the score of a completion and its parts, in the form of verl.

    The id of the question is `extra_info["id"]`, or `ground_truth` if that is an id. `score` is the
    default mixture. verl accepts only numbers, so a reward of None becomes 0. `graded` is 0 if the
    default mixture is None, else 1.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"]
    >>> compute_score("stepfall", trace, question["target"], {"id": question["id"]})
    {'score': 1.0, 'answer': 1.0, 'step': 1.0, 'prefix': 1.0, 'format': 1.0, 'graded': 1.0}
    """
    id = extra_info.get("id") if isinstance(extra_info, Mapping) else None
    place = "extra_info['id']"
    if id is None and isinstance(ground_truth, str) and ground_truth.startswith("sf1-"):
        id, place = ground_truth, "ground_truth"
    if not isinstance(id, str):
        raise ValueError("there is no id: extra_info['id'] or ground_truth is the id of the question")
    text = _text(solution_str, "solution_str")
    try:
        [row] = _measure_many([id], [text], with_form=True, threads=1)
    except ValueError as error:
        raise ValueError(str(error).replace("id[0]", place, 1)) from None
    score = _MIXTURE._of(row)
    parts: dict[str, float] = {part: float(row[at] or 0.0) if row is not None else 0.0 for at, part in enumerate(_PARTS)}
    return {"score": score or 0.0, **parts, "graded": float(score is not None)}


def spans(id: str, transcript: str) -> list[Span] | None:
    """Returns the steps that a transcript shows, in the order of the procedure.

    The result is None if the transcript cannot be assigned to steps with certainty, or is longer
    than 1 MiB.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"]
    >>> [(step["name"], step["status"]) for step in spans(question["id"], trace)]
    [('S3', 'right'), ('S4', 'right')]
    >>> start, end = spans(question["id"], trace)[0]["characters"]
    >>> trace[start:end] == trace.splitlines()[0]
    True
    """
    completion_steps = _shown(id, transcript)
    return None if completion_steps is None else completion_steps["steps"]


def _shown(id: str, transcript: str) -> dict[str, Any] | None:
    if not isinstance(id, str):
        raise TypeError(f"id is str, not {type(id).__name__}")
    if not isinstance(transcript, str):
        raise TypeError(f"transcript is str, not {type(transcript).__name__}")
    return _shown_steps(id, transcript) if _is_text(transcript) else None


def token_rewards(
    id: str,
    transcript: str,
    offsets: Iterable[tuple[int, int]],
    weights: Mapping[Part, float] | None = None,
) -> list[float] | None:
    """Returns a reward for each token of a transcript. Their sum is the reward of the mixture.

    `offsets` has the range of characters of each token, as the `offset_mapping` of a fast tokenizer.
    Empty ranges are special tokens. Each step that counts is paid at its last token, the answer at
    the last token of the last answer, and the form at the last token of all. The result is None
    if the reward of the mixture is None.

    >>> import stepfall
    >>> [question] = stepfall.suite("own", steps=2, items=1)
    >>> trace = stepfall.simulate(question["link"], solver="followed")["transcript"].strip()

    The offsets of a tokenizer whose tokens are characters:

    >>> offsets = [(at, at + 1) for at in range(len(trace))]
    >>> rewards = token_rewards(question["id"], trace, offsets)
    >>> [reward for reward in rewards if reward], sum(rewards)
    ([0.25, 0.25, 0.5], 1.0)
    """
    mixed = _MIXTURE if weights is None else Mixture(weights)
    ranges = _ranges(offsets, len(transcript) if isinstance(transcript, str) else 0)
    completion_steps = _shown(id, transcript)
    [row] = _measured([transcript], [id], with_form=True, threads=1)
    if row is None or mixed._of(row) is None:
        return None
    rewards = [0.0] * len(ranges)
    applied = mixed._applied(row[4])
    tokens = sorted((start, end, at) for at, (start, end) in enumerate(ranges) if start < end)

    def pay(span: tuple[int, int], reward: float, name: str) -> None:
        start, end = span
        at = bisect.bisect_left(tokens, (end,)) - 1
        if at < 0 or tokens[at][1] <= start:
            raise ValueError(f"offsets has no token for {name}, which is at characters {start} to {end}")
        rewards[tokens[at][2]] += reward

    keys: tuple[tuple[Part, str], ...] = (("step", "follows"), ("prefix", "before_error"))
    for part, key in keys:
        if completion_steps is None or part not in applied:
            continue
        for step in completion_steps["steps"]:
            if step[key]:
                pay(step["characters"], applied[part] / completion_steps["of"], step["name"])
    full_range = (0, len(transcript))
    if row[0] and "answer" in applied and mixed._pays_answer(row):
        pay(full_range if completion_steps is None else completion_steps["answers"][-1], applied["answer"], "the answer")
    if row[3] and "format" in applied:
        pay(full_range, applied["format"], "the form")
    return rewards


def _ranges(offsets: Iterable[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """Returns the ranges of tokens after a check."""
    ranges = []
    for at, offset in enumerate(offsets):
        try:
            start, end = (operator.index(edge) for edge in offset)
        except (TypeError, ValueError):
            raise TypeError(f"offsets[{at}] is a pair of whole numbers, not {offset!r}") from None
        if not 0 <= start <= end <= length:
            raise ValueError(f"offsets[{at}] is ({start}, {end}): the transcript has {length} characters")
        ranges.append((start, end))
    return ranges
