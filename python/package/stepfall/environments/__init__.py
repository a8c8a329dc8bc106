"""Environments of other packages for reinforcement learning. Each module needs its package.

- `verifiers`: a taskset, an environment and a harness. `stepfall_verifiers` exports them as a plugin.
- `skyrl`: a text environment with a reward for each turn.
- `reasoning_gym`: a procedural dataset, registered as `stepfall`.
"""
