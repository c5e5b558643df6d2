#!/usr/bin/env python3
"""The lines that README.md shows run as printed, on files that are there.

Usage: readme_test.py SOURCE JUMPSCOPE BUILD

A line whose comment says "(status N: …)" ends with that status, every other line with 0. Lines that open a window run for a
moment under Xvfb, where it is installed. Commands of the table that take long are only looked up: a script must be there with
the files that it is given, and `tools/test -R NAME` must select a test.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


def section(page, title):
    return re.search(r'^## ' + title + r'\n(.*?)(?=^## |\Z)', page, re.M | re.S).group(1)


def lines_of(page, title):
    for block in re.findall(r'^```\n(.*?)^```', section(page, title), re.M | re.S):
        yield from filter(None, block.splitlines())


def run(line, folder, environment, problems):
    command, _, comment = line.partition('  #')
    wanted = int((re.search(r'\(status (\d)', comment) or [0, 0])[1])
    window = re.match(r'jumpscope (play|lab)\b', command)
    if window:
        if not shutil.which('xvfb-run') or not os.path.exists(os.path.join(environment['BUILD'], 'jumpscope-window')):
            return
        command, wanted = 'timeout 4 xvfb-run -a ' + command, 124
    done = subprocess.run(['bash', '-c', command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    if done.returncode != wanted:
        problems.append(f'{line}\n  status {done.returncode}, expected {wanted}: {done.stdout[-300:]}')


def look_up(command, source, build, problems):
    words = shlex.split(command)
    if not os.access(os.path.join(source, words[0]), os.X_OK):
        return problems.append(f'{command}: there is no script {words[0]}')
    for word in words[1:]:
        if '/' in word and not os.path.exists(os.path.join(source, word)):
            problems.append(f'{command}: there is no {word}')
    if words[:2] == ['tools/test', '-R']:
        listed = subprocess.run(['ctest', '-N', '-R', words[2]], cwd=build, capture_output=True, text=True).stdout
        if re.search(r'Total Tests: 0$', listed, re.M):
            problems.append(f'{command}: no test is called so')


def main(source, jumpscope, build):
    page = open(os.path.join(source, 'README.md'), encoding='utf-8').read()
    problems, shown = [], 0
    environment = dict(os.environ, BUILD=build)
    environment['PATH'] = os.path.dirname(jumpscope) + os.pathsep + environment['PATH']
    with tempfile.TemporaryDirectory() as folder:
        environment['HOME'] = environment['XDG_CONFIG_HOME'] = folder
        for name in ('roms_test', 'tests', 'docs', 'tools'):
            os.symlink(os.path.join(source, name), os.path.join(folder, name))
        for title in ('Quick start', 'Usage'):
            for line in lines_of(page, title):
                if not line.startswith('export '):
                    run(line, folder, environment, problems)
                    shown += 1
        for row in re.findall(r'^\|.*\| *(.*?) *\|$', section(page, 'Accuracy and speed'), re.M):
            for command in re.findall(r'`(.*?)`', row):
                shown += 1
                if command.startswith('jumpscope '):
                    run(command, folder, environment, problems)
                else:
                    look_up(command, source, build, problems)
    if shown < 20:
        problems.append(f'README.md shows only {shown} commands where 20 were expected')
    print('\n'.join(problems) or f'{shown} commands run')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
