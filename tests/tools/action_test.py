#!/usr/bin/env python3
"""Whether action.yml, the Dockerfile and the workflows in docs/ci.md fit together and fit what GitHub and Docker read.

Usage: action_test.py SOURCE_DIR   (exit status 77: python3-yaml is missing)
"""
import os
import re
import shutil
import subprocess
import sys

try:
    import yaml
except ImportError:
    print("SKIPPED: no python3-yaml")
    sys.exit(77)

problems = []


def expect(good, words):
    if not good:
        problems.append(words)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def keys(what, value, required, optional):
    expect(required <= value.keys() <= required | optional, f"action.yml: {what} has the keys {sorted(value)}")


# As in https://json.schemastore.org/github-action.json.
STEP = {"name", "id", "if", "env", "continue-on-error"}


def check_action(source):
    text = read(source, "action.yml")
    action = yaml.safe_load(text)
    keys("the action", action, {"name", "description", "runs"}, {"author", "inputs", "outputs", "branding"})
    keys("runs", action["runs"], {"using", "steps"}, set())
    expect(action["runs"]["using"] == "composite", "action.yml: it is not composite")
    for name, value in action["inputs"].items():
        keys(f"input {name}", value, {"description", "required"}, {"default", "deprecationMessage"})
        expect(isinstance(value["required"], bool), f"action.yml: input {name}: required is no boolean")
        expect(isinstance(value.get("default", ""), str), f"action.yml: input {name}: the default is no string")
        expect(f"inputs.{name}" in text, f"action.yml: input {name} is not used")
    ids = set()
    for step in action["runs"]["steps"]:
        if "uses" in step:
            keys("a step that uses", step, {"uses"}, STEP | {"with"})
            expect(re.fullmatch(r"[\w.-]+/[\w./-]+@v\d+(\.\d+)*", step["uses"]), f"action.yml: {step['uses']} has no version")
        else:
            keys("a step that runs", step, {"run", "shell"}, STEP | {"working-directory"})
            expect("${{" not in step["run"], "action.yml: an expression in a script, which could inject commands")
            check_script(source, step)
        for used in re.findall(r"steps\.([\w-]+)\.", str(step)):
            expect(used in ids, f"action.yml: a step refers to {used}, which is not before it")
        ids.add(step.get("id"))
    for name, value in action["outputs"].items():
        keys(f"output {name}", value, {"description", "value"}, set())
        used = re.fullmatch(r"\$\{\{ steps\.([\w-]+)\.outputs\.([\w-]+) \}\}", value["value"])
        expect(used and used[1] in ids, f"action.yml: output {name} is of no step")
        expect(f"{used[2]}=" in read(source, "tools/action/check.sh"), f"action.yml: check.sh writes no {used[2]}")
    for name in re.findall(r"\$\{\{ inputs\.([\w-]+) \}\}", text):
        expect(name in action["inputs"], f"action.yml: there is no input {name}")
    return action


def check_script(source, step):
    """The script is there, may be run, and reads no variable that the step does not set."""
    script = re.search(r"\$GITHUB_ACTION_PATH/([\w./-]+)", step["run"])[1]
    path = os.path.join(source, script)
    expect(os.access(path, os.X_OK), f"action.yml: {script} is no program")
    wanted = set(re.findall(r"\$\{?((?:INPUT_|PACKAGE_)\w+)", read(path)))
    expect(wanted == step.get("env", {}).keys(), f"action.yml: {script} reads {wanted}, it is given {step.get('env')}")


def check_pages(source, action):
    blocks = re.findall(r"^```yaml\n(.*?)^```", read(source, "docs", "ci.md"), re.M | re.S)
    expect(len(blocks) >= 4, "docs/ci.md: workflows are missing")
    uses = 0
    for block in blocks:
        for _, job in (yaml.safe_load(block).get("jobs") or {}).items():
            for step in job["steps"]:
                if "/jumpscope@" in step.get("uses", ""):
                    uses += 1
                    given = step["with"].keys()
                    expect(given <= action["inputs"].keys(), f"docs/ci.md: the action has not all of {sorted(given)}")
                    expect("suite" in given, "docs/ci.md: the action is used without a suite")
    expect(uses > 0, "docs/ci.md: no workflow uses the action")


def check_dockerfile(source):
    text = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", read(source, "Dockerfile"), flags=re.M))
    stages = set()
    scripts = []
    for line in filter(str.strip, text.splitlines()):
        word, rest = line.split(None, 1)
        expect(word in {"FROM", "COPY", "RUN", "WORKDIR", "ENTRYPOINT", "CMD"}, f"Dockerfile: unknown instruction {word}")
        if word == "FROM":
            expect(re.match(r"debian:12-slim( AS \w+)?$", rest), f"Dockerfile: FROM {rest}")
            stages.update(re.findall(r" AS (\w+)", rest))
        for stage in re.findall(r"--from=(\w+)", rest) if word == "COPY" else []:
            expect(stage in stages, f"Dockerfile: there is no stage {stage}")
        if word == "RUN":
            scripts.append(rest)
            for script in re.findall(r"/source/([\w./-]+)", rest):
                expect(os.access(os.path.join(source, script), os.X_OK), f"Dockerfile: {script} is no program")
        if word in {"ENTRYPOINT", "CMD"}:
            expect(isinstance(yaml.safe_load(rest), list), f"Dockerfile: {word} is no list, so that a shell would run it")
    lint(["-s", "sh", "-"], "\n".join(scripts))


def lint(arguments, text=None):
    if shutil.which("shellcheck"):
        done = subprocess.run(["shellcheck", *arguments], input="#!/bin/sh\n" + text if text else None,
                              capture_output=True, text=True, check=False)
        expect(done.returncode == 0, done.stdout)


def main():
    source = sys.argv[1]
    check_pages(source, check_action(source))
    check_dockerfile(source)
    folder = os.path.join(source, "tools", "action")
    scripts = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    others = [os.path.join(source, "tools", name) for name in ("package", "test-package")]
    lint(["-x", "-P", os.path.join(source, "tools"), *scripts, *others])
    for problem in problems:
        print(problem)
    if not problems:
        print("action and Dockerfile: all as expected")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
