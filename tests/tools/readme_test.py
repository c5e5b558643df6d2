#!/usr/bin/env python3
"""The commands that README.md and README.ja.md show run as printed, on files that are there. Links of all pages lead somewhere.

Usage: readme_test.py SOURCE JUMPSCOPE BUILD

A line whose comment says "(status N: …)" ends with that status, every other line with 0. Lines that open a window run for a
moment under Xvfb, where it is installed. Commands of the table that take long are only looked up: a script must be there with
the files that it is given, and `tools/test -R NAME` must select a test. The table of commands in README.ja.md names the commands
that `jumpscope --help` lists, in that order. Numbers of boards are those that run.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unicodedata


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


class Place:
    """A folder of its own, in which the commands of one page run."""

    def __init__(self, source, jumpscope, build, problems):
        self.source, self.build, self.problems, self.shown = source, build, problems, 0
        self.environment = dict(os.environ, BUILD=build)
        self.environment['PATH'] = os.path.dirname(jumpscope) + os.pathsep + self.environment['PATH']

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.environment['HOME'] = self.environment['XDG_CONFIG_HOME'] = self.folder
        for name in ('roms_test', 'tests', 'docs', 'tools'):
            os.symlink(os.path.join(self.source, name), os.path.join(self.folder, name))
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()

    def show(self, line):
        if line.startswith('export '):
            return
        self.shown += 1
        command = line.partition('  #')[0].strip()
        if re.match(r'(\./)?tools/', command):
            look_up(command, self.source, self.build, self.problems)
        else:
            run(line, self.folder, self.environment, self.problems)

    def require(self, page, count):
        if self.shown < count:
            self.problems.append(f'{page} shows only {self.shown} commands where {count} were expected')


def english(page, place):
    for title in ('Quick start', 'Usage'):
        for line in lines_of(page, title):
            place.show(line)
    for row in re.findall(r'^\|.*\| *(.*?) *\|$', section(page, 'Accuracy and speed'), re.M):
        for command in re.findall(r'`(.*?)`', row):
            place.show(command)
    place.require('README.md', 20)


def japanese(page, place, jumpscope):
    blocks = re.compile(r'^```\n(.*?)^```', re.M | re.S)
    for block in blocks.findall(page):
        for line in filter(None, block.splitlines()):
            place.show(line)
    for command in re.findall(r'`((?:jumpscope|tools/|\./tools/).*?)`', blocks.sub('', page)):
        place.show(command)
    place.require('README.ja.md', 11)
    listed = subprocess.run([jumpscope, '--help'], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r'^  ([a-z]+)  ', listed.partition('\nSubcommands:\n')[2], re.M)
    named = re.findall(r'^\| `([^`]*)` \|', section(page, 'コマンド'), re.M)
    if named != commands or not named:
        place.problems.append(f'README.ja.md: the table of commands has {named}, jumpscope has {commands}')


def check_boards(pages, jumpscope, problems):
    listed = subprocess.run([jumpscope, 'info', '--boards', '--json'], capture_output=True, text=True, check=True).stdout
    boards = sum(board['runs'] for board in json.loads(listed))
    for page, text in pages.items():
        said = re.findall(r'(\d+) (?:boards|種類のボード)', text)
        if set(said) != {str(boards)}:
            problems.append(f'{page} says {said} boards, {boards} run')


def anchors(page):
    """The anchors that GitHub gives to the page's headings."""
    found, names = {}, set()
    for heading in re.findall(r'^#+ +(.*?) *$', re.sub(r'^```.*?^```', '', page, flags=re.M | re.S), re.M):
        text = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).lower()
        name = ''.join('-' if c == ' ' else c for c in text if c in ' -_' or unicodedata.category(c)[0] in 'LNM')
        found[name] = found.get(name, -1) + 1
        names.add(f'{name}-{found[name]}' if found[name] else name)
    return names


def check_links(source, problems):
    pages = [name for name in os.listdir(source) if name.endswith('.md')]
    for folder, _, names in os.walk(os.path.join(source, 'docs')):
        pages += [os.path.relpath(os.path.join(folder, name), source) for name in names if name.endswith('.md')]
    texts = {page: open(os.path.join(source, page), encoding='utf-8').read() for page in pages}
    count = 0
    for page, text in texts.items():
        prose = re.sub(r'`[^`\n]*`', '', re.sub(r'^```.*?^```', '', text, flags=re.M | re.S))
        for link in re.findall(r'\]\(([^)\s]*)\)', prose):
            if '://' in link or link.startswith('mailto:'):
                continue
            path, _, anchor = link.partition('#')
            target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            count += 1
            if not os.path.exists(os.path.join(source, target)):
                problems.append(f'{page}: the link {link} leads to no file')
            elif anchor and target in texts and anchor not in anchors(texts[target]):
                problems.append(f'{page}: the link {link} leads to no heading')
    return count


def main(source, jumpscope, build):
    def read(name):
        return open(os.path.join(source, name), encoding='utf-8').read()

    problems = []
    links = check_links(source, problems)
    check_boards({name: read(name) for name in ('README.md', 'README.ja.md', 'CHANGELOG.md')}, jumpscope, problems)
    if links < 100:
        problems.append(f'only {links} links were found where 100 were expected')
    with Place(source, jumpscope, build, problems) as first:
        english(read('README.md'), first)
    with Place(source, jumpscope, build, problems) as second:
        japanese(read('README.ja.md'), second, jumpscope)
    print('\n'.join(problems) or f'{first.shown} and {second.shown} commands run, {links} links followed')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(*map(os.path.abspath, sys.argv[1:])))
