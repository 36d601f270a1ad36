"""Compiles functions that only other compiled functions call, and those that Python calls, each as it suits them.

By default, Numba makes machine code of every function it compiles, so that Python can call it. A search has a hundred
functions, and Python calls one. The others are linked into it, and get machine code there: compiling takes a third
less time, and what comes out is faster, because nobody else can call the parts.

Python owns the arrays that it hands to a compiled function until that returns. Numba would all the same count who uses
them, at every call of a part: that took a third of the time of a search. Here arguments are borrowed, and not counted.
A function that Python calls must not return a piece of its arguments.

This overrides methods of Numba that may change, so `pyproject.toml` bounds its version, and a test holds what we need.
"""

from typing import Any

from llvmlite.binding import Linkage
from numba.core import cgutils, ir, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.environment import lookup_environment
from numba.core.ir_utils import build_definitions
from numba.core.typed_passes import NoPythonSupportedFeatureValidation
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic

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

    def _optimize_final_module(self) -> None:
        """Optimise parts and whole together. Nobody else calls the parts, so LLVM may drop arguments they don't use."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()

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


@intrinsic
def borrowed(typing_context: Any, thing: Any) -> Any:
    """Return an array, or a tuple of arrays, whose users are not counted."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _without_owner(context, builder, thing, arguments[0])

    return thing(thing), generate


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder, value)
        array.meminfo = cgutils.get_null_value(array.meminfo.type)
        return array._getvalue()
    if isinstance(kind, types.BaseTuple):
        kinds: Any = kind
        items = cgutils.unpack_tuple(builder, value, len(kinds))
        inside = [_without_owner(context, builder, *pair) for pair in zip(kinds, items, strict=True)]
        return context.make_tuple(builder, kind, inside)
    return value


@register_pass(mutates_CFG=False, analysis_only=False)
class _BorrowArguments(FunctionPass):
    """Lets the function use its arguments only by way of `borrowed`."""

    _name = "tilora_borrow_arguments"

    def __init__(self) -> None:
        super().__init__()  # abstract in Numba

    def run_pass(self, state: Any) -> bool:
        """Put a call after each argument."""
        blocks = state.func_ir.blocks
        first = blocks[min(blocks)]
        body = []
        for statement in first.body:
            body.append(statement)
            if isinstance(statement, ir.Assign) and isinstance(statement.value, ir.Arg):
                target, place = statement.target, statement.loc
                owned = first.scope.redefine(f"$owned.{target.name}", place)
                function = first.scope.redefine(f"$borrowed.{target.name}", place)
                statement.target = owned
                body.append(ir.Assign(ir.Global("borrowed", borrowed, place), function, place))
                body.append(ir.Assign(ir.Expr.call(function, [owned], (), place), target, place))
        first.body = body
        state.func_ir._definitions = build_definitions(blocks)
        return True


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
        self.add_passes(passes)
        passes.finalize()
        return [passes]

    def add_passes(self, passes: Any) -> None:
        """Add what else there is to do."""


class WholeCompiler(PartCompiler):
    """For functions that Python calls."""

    prepare = _PrepareWhole

    def add_passes(self, passes: Any) -> None:
        """Borrow the arguments."""
        passes.add_pass_after(_BorrowArguments, IRProcessing)
