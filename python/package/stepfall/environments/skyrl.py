"""A text environment of SkyRL, with a reward for each turn. Needs `stepfall[skyrl]`.

    from skyrl_gym.envs import register
    register(id="stepfall", entry_point="stepfall.environments.skyrl:ProcedureEnv")

A row of the training data has `env_class: "stepfall"`, the columns of `stepfall.dataset.prompts`,
and so the id of its question.
"""

from typing import Any

from ..stepfall import Dialogue
from ..optional import needed
from ..rewards import Mixture, mixture

needed("skyrl_gym", "skyrl")

from skyrl_gym.envs.base_text_env import BaseTextEnv, BaseTextEnvStepOutput, ConversationType  # noqa: E402

__all__ = ["ProcedureEnv"]


class ProcedureEnv(BaseTextEnv):
    """A question with one reply or with several turns, by the condition of its id.

    The reward of a turn is the change of the mixture. So the rewards of all turns add up to the
    reward of the dialogue, and a turn that spoils earlier work has a negative one.
    """

    def __init__(self, env_config: Any = None, extras: dict[str, Any] | None = None):
        """Opens the question of a row. `env_config["weights"]` are the weights of the mixture."""
        super().__init__()
        extras = extras or {}
        id = extras.get("id") or (extras.get("extra_info") or {}).get("id")
        if not isinstance(id, str):
            raise ValueError("there is no id: a row has the column id or extra_info['id']")
        weights = env_config.get("weights") if hasattr(env_config, "get") else None
        self.mixture: Mixture = mixture(weights)
        self.dialogue = Dialogue(id)
        self.max_turns = self.dialogue.most_replies
        self._paid = 0.0

    def init(self, prompt: ConversationType) -> tuple[ConversationType, dict[str, Any]]:
        """Returns the system messages of the prompt, and the first question."""
        before = [message for message in prompt if message["role"] == "system"]
        return [*before, *self.dialogue.messages], {}

    def step(self, action: str) -> BaseTextEnvStepOutput:
        """Takes a reply and returns the next question and the reward of the turn."""
        question = self.dialogue.reply(action)
        self.turns += 1
        reached = self.mixture.of_dialogue(self.dialogue)
        total = reached or 0.0
        reward, self._paid = total - self._paid, total
        observations = [] if question is None else [{"role": "user", "content": question}]
        metadata = {"id": self.dialogue.id, "is_graded": reached is not None}
        return BaseTextEnvStepOutput(observations=observations, reward=reward, done=question is None, metadata=metadata)

    def get_metrics(self) -> dict[str, Any]:
        """Returns the reward and the number of turns of the dialogue, and the steps of its item."""
        return {"reward": self._paid, "turns": self.turns, "steps": self.dialogue.steps}
