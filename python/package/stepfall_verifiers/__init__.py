"""The plugin of Stepfall for verifiers, which finds plugins by the name of a top-level package."""

from stepfall.environments.verifiers import ChatHarness, ProcedureEnv, ProcedureTaskset

__all__ = ["ChatHarness", "ProcedureEnv", "ProcedureTaskset"]
