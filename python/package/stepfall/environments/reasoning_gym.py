"""A dataset of reasoning-gym, whose score is the default mixture. Needs `stepfall[reasoning-gym]`.

The import registers the dataset as `stepfall`:

    import reasoning_gym
    import stepfall.environments.reasoning_gym
    dataset = reasoning_gym.create_dataset("stepfall", size=100, seed=1, steps=3)

Stacks that take such datasets, NeMo Gym among them, score by the name of the dataset. They have to
import this module too.
"""

from dataclasses import dataclass
from typing import Any

from ..dataset import Split, prompts
from ..optional import needed
from ..rewards import mixture
from ..writers import GymEntry, gym_entry

needed("reasoning_gym", "reasoning-gym")

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition  # noqa: E402
from reasoning_gym.factory import ProceduralDataset, register_dataset  # noqa: E402

__all__ = ["ProcedureConfig", "ProcedureCurriculum", "ProcedureDataset"]

NAME = "stepfall"
"""The name of the dataset."""


@dataclass
class ProcedureConfig:
    """The settings of a dataset: lengths from `min_steps` to `max_steps` take turns."""

    min_steps: int = 1
    max_steps: int = 3
    condition: str = "trace"
    split: Split = "train"
    seed: int | None = 0
    size: int = 100

    def validate(self) -> None:
        """Checks the settings. An invalid one is an `AssertionError`."""
        assert 0 < self.min_steps <= self.max_steps, "lengths are from 1, the shortest first"
        assert self.size > 0, "size is from 1"


class ProcedureDataset(ProceduralDataset):
    """A dataset of procedures whose lengths take turns."""

    def __init__(self, config: ProcedureConfig):
        """Creates the dataset. Another seed gives other items."""
        super().__init__(config=config, seed=config.seed, size=config.size)
        lengths = list(range(config.min_steps, config.max_steps + 1))
        seed = (self.seed or 0) % (1 << 20)
        self._rows = list(prompts(lengths, split=config.split, seed=seed, condition=config.condition, count=config.size))

    def __getitem__(self, idx: int) -> GymEntry:
        """Returns the entry with this index."""
        return gym_entry(self._rows[idx], idx)

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Returns the default mixture for a whole reply, since the steps are part of the score.

        A mixture of None becomes 0.
        """
        return mixture()(None, [answer], id=[entry["metadata"]["id"]])[0] or 0.0


class ProcedureCurriculum(BaseCurriculum):
    """Longer procedures at higher levels."""

    def __init__(self) -> None:
        """Defines the levels of the lengths."""
        super().__init__(ProcedureCurriculum.__name__, ProcedureConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="steps",
                levels=[1, 2, 4, 8, 16, 32, 64],
                lower_field_name="min_steps",
                upper_field_name="max_steps",
                description="The number of steps of a procedure",
            )
        )


register_dataset(NAME, ProcedureDataset, ProcedureConfig, ProcedureCurriculum)
