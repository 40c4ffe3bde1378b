"""Puts the shared library into the wheel: the one that MULTIBODY_LIBRARY names, or one that cargo builds here.

There is no extension module: the package loads the library with ctypes. So one wheel serves every Python of a platform, and the library that
``cargo test --release`` has linked anyway can be packed.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# By how the names of platforms begin: that of the wheel (`win_amd64`), or `sys.platform`.
NAMES = {"win": "multibody_fmu.dll", "macos": "libmultibody_fmu.dylib", "darwin": "libmultibody_fmu.dylib"}


class LibraryHook(BuildHookInterface):
    """Called by hatchling before it makes a wheel."""

    def initialize(self, version, build_data):
        if version == "editable":
            return
        library = Path(os.environ.get("MULTIBODY_LIBRARY") or self.build())
        if not library.is_file():
            raise FileNotFoundError(f"MULTIBODY_LIBRARY names {library}, which is not a file")
        build_data["force_include"][str(library)] = f"multibody_fmu/{self.name()}"
        build_data["pure_python"] = False
        platform = os.environ.get("MULTIBODY_WHEEL_PLATFORM") or sysconfig.get_platform()
        build_data["tag"] = f"py3-none-{platform.replace('-', '_').replace('.', '_')}"

    @staticmethod
    def name():
        platform = os.environ.get("MULTIBODY_WHEEL_PLATFORM") or sys.platform
        return next((name for start, name in NAMES.items() if platform.startswith(start)), "libmultibody_fmu.so")

    def build(self):
        workspace = Path(self.root).parent
        if not (workspace / "Cargo.toml").is_file():
            raise FileNotFoundError("the wheel is built inside of the repository; or name a built library in MULTIBODY_LIBRARY")
        subprocess.run(["cargo", "build", "--profile", "dist", "-p", "multibody-fmu", "--lib"], cwd=workspace, check=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR") or workspace / "target")
        return target / "dist" / self.name()
