"""Procedures for verifiers (v1): a taskset without end, an environment, and a harness.

Needs `stepfall[verifiers]`. The plugin `stepfall_verifiers` exports the classes:

    vf-eval stepfall-verifiers --env.taskset.condition stepwise --select.limit 20

Questions with one reply and questions with several turns run in the same environment. The condition
in the id of a question decides which it is.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ..dataset import prompts
from ..stepfall import Dialogue
from ..optional import needed
from ..rewards import mixture

needed("verifiers.v1", "verifiers")

import verifiers.v1 as vf  # noqa: E402
from openai import AsyncOpenAI  # noqa: E402
from pydantic import Field  # noqa: E402
from verifiers.v1.dialects.chat import message_to_wire  # noqa: E402

__all__ = ["ChatHarness", "ProcedureEnv", "ProcedureTaskset"]


class ProcedureTaskConfig(vf.TaskConfig):
    """The settings of rewards."""

    weights: dict[str, float] | None = None
    """The weights of the mixture; None means those of `stepfall.rewards.mixture`."""


class ProcedureTasksetConfig(vf.TasksetConfig):
    """The settings of questions."""

    task: ProcedureTaskConfig = ProcedureTaskConfig()
    steps: list[int] = Field([1, 2, 3], min_length=1)
    """The lengths of procedures."""
    condition: str = "trace"
    """The condition, such as `trace`, `stepwise` or `verified.5`."""
    split: Literal["train", "test"] = "train"
    seed: int = 0
    """The number of the stream. Streams share no item."""
    tasks_per_length: int | None = Field(None, ge=1)
    """The number of tasks before the next length begins; the last length has no end. If it is None,
    the lengths take turns."""
    spec: dict[str, str | int | bool] = Field(default_factory=dict)
    """Other settings of items, as in `stepfall.suite`."""

    def length(self, index: int) -> int:
        """Returns the length of a task."""
        if self.tasks_per_length is None:
            return self.steps[index % len(self.steps)]
        return self.steps[min(index // self.tasks_per_length, len(self.steps) - 1)]


class ProcedureData(vf.TaskData):
    """The data of a task. `id` is that of the question."""

    answer: str
    steps: int
    link: str
    """The link that opens the item in the page."""


class ProcedureTask(vf.Task[ProcedureData, vf.State, ProcedureTaskConfig]):
    """A question with its rewards."""

    @property
    def key(self) -> str:
        """The id of the question, from which any machine makes the item again."""
        return self.data.id or super().key

    def dialogue(self, trace: vf.Trace) -> Dialogue:
        """Returns the dialogue of a trace. Replies after its end are left out."""
        dialogue = Dialogue(self.key)
        for message in trace.assistant_messages:
            if not dialogue.is_over:
                dialogue.reply(message.content or "")
        return dialogue

    @vf.reward(weight=1.0)
    async def work(self, trace: vf.Trace) -> float:
        """Returns the mixture. A text that cannot be graded has 0."""
        return mixture(self.config.weights).of_dialogue(self.dialogue(trace)) or 0.0

    @vf.metric
    async def parts(self, trace: vf.Trace) -> Mapping[str, float]:
        """Returns the rewards by part, the number of replies, and whether the text is graded."""
        found = self.dialogue(trace).rewards()
        by_name = {"answer": found["answer"], "step": found["step"], "prefix": found["prefix"]}
        parts = {name: value for name, value in by_name.items() if value is not None}
        return {**parts, "graded": float("answer" in parts), "replies": float(trace.num_turns)}


class ProcedureTaskset(vf.Taskset[ProcedureTask, ProcedureTasksetConfig]):
    """Questions without end."""

    INFINITE = True

    def load(self) -> Iterator[ProcedureTask]:
        """Yields the tasks."""
        config = self.config
        rows = prompts(config.length, split=config.split, seed=config.seed, condition=config.condition, **config.spec)
        for row in rows:
            [message] = row["prompt"]
            data = ProcedureData(id=row["id"], prompt=message["content"], answer=row["answer"], steps=row["steps"], link=row["spec"])
            yield ProcedureTask(data, config.task)


class ProcedureEnvConfig(vf.EnvConfig):
    """The settings of the environment: one agent. It runs no program and so needs no sandbox."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class ProcedureEnv(vf.Env[ProcedureEnvConfig]):
    """Asks for a reply until the dialogue of the question ends."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Runs one dialogue."""
        dialogue = Dialogue(task.key)
        async with agents.agent.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                question = dialogue.reply(segment.last_reply)
                if question is None:
                    break
                segment = await interaction.turn(question)


class ChatHarness(vf.Harness[vf.HarnessConfig]):
    """A chat without tools, in this process. A tool would do the arithmetic for the model."""

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: vf.ModelContext,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        """Sends the conversation once. The environment records the reply."""
        system, prompt = self.resolve_prompt(data)
        messages: list[Any] = [] if system is None else [{"role": "system", "content": system}]
        if isinstance(prompt, str):
            messages.append({"role": "user", "content": prompt})
        else:
            messages.extend(message_to_wire(message) for message in prompt or [])
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, max_retries=0) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")
