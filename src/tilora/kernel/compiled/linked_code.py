"""Compiles functions that only other compiled functions call.

By default, Numba makes machine code of every function it compiles, so that Python can call it. A search has a hundred
functions, and Python calls one. The others are linked into it, and get machine code there: compiling takes a third
less time, and the result is the same.

This overrides methods of Numba that may change, so `pyproject.toml` bounds its version, and a test holds what we need.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NoPythonSupportedFeatureValidation

ENVIRONMENT = "_ZN08NumbaEnv"
"""How the names of variables begin that hold the Python objects a compiled function needs."""


class _Part(JITCodeLibrary):
    """Code that callers link into theirs."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """Numba asks it for one thing, which is to set an environment."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Leave it to the whole: nothing has an address yet."""


class _Whole(JITCodeLibrary):
    """Code that Python calls, with all its parts linked in."""

    def _finalize_specific(self) -> None:
        super()._finalize_specific()
        codegen: Any = self.codegen
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if environment is not None:
                codegen.set_env(variable.name, environment)


class _PrepareLibrary(FunctionPass):
    """Chooses the kind of library that the function is compiled into."""

    library: type[JITCodeLibrary]

    def __init__(self) -> None:
        super().__init__()  # abstract in Numba

    def run_pass(self, state: Any) -> bool:
        """Do what the pass that comes next does by default, with another class."""
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _PreparePart(_PrepareLibrary):
    _name = "tilora_prepare_part"
    library = _Part


@register_pass(mutates_CFG=False, analysis_only=True)
class _PrepareWhole(_PrepareLibrary):
    _name = "tilora_prepare_whole"
    library = _Whole


class PartCompiler(CompilerBase):
    """For functions that only compiled functions call."""

    prepare: type[_PrepareLibrary] = _PreparePart

    def define_pipelines(self) -> list[Any]:
        """Return Numba's own pipeline, which finds a library ready when it comes to need one."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.prepare, NoPythonSupportedFeatureValidation)
        passes.finalize()
        return [passes]


class WholeCompiler(PartCompiler):
    """For functions that Python calls."""

    prepare = _PrepareWhole
