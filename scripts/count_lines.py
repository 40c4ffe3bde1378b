#!/usr/bin/env python3
"""Counts the lines of Rust in the `src` folders, without tests, comments and blank lines: by crate, then the largest files (20, or as many as
the argument says)."""

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

TESTS = re.compile(r'^( *)#\[cfg\(test\)\]\n\1(?:pub(?:\([^)]*\))? )?mod \w+ \{\n.*?^\1\}\n', re.S | re.M)
APART = re.compile(r'(^|/)tests?(/|\.rs$|_)')
TEST_FILE = re.compile(r'#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);')


def lines(path):
    rows = (row.strip() for row in TESTS.sub('', path.read_text()).splitlines())
    return sum(1 for row in rows if row and not row.startswith('//'))


root = Path(__file__).resolve().parent.parent
names = subprocess.run(['git', 'ls-files', '*src/*.rs'], cwd=root, capture_output=True, text=True, check=True).stdout.split()
folders = {name: name.removesuffix('.rs').removesuffix('/mod').removesuffix('/lib') for name in names}
names = [name for name in names if (root / name).is_file()]
of_tests = {f'{folders[name]}/{module}.rs' for name in names for module in TEST_FILE.findall((root / name).read_text())}
files = {name: lines(root / name) for name in names if not APART.search(name) and name not in of_tests}
crates = Counter()
for name, count in files.items():
    crates[name.split('src/')[0].rstrip('/') or '.'] += count
for title, counts, most in (('crate', crates, None), ('file', Counter(files), int(sys.argv[1]) if sys.argv[1:] else 20)):
    print(f'lines  {title}')
    for name, count in counts.most_common(most):
        print(f'{count:5}  {name}')
print(f'{sum(files.values())} lines in {len(files)} files')
