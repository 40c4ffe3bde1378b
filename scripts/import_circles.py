#!/usr/bin/env python3
"""Lists circles of imports between the files of the src folders that are named; ends with 1 where there is one.

A file imports another where it names what that declares, in `use` or by a path. A name that a module passes on by `pub use` is one of the
file that declares it. What a file takes from the modules around it does not count: a module and the files below it belong together. Tests
are left out.
"""

import re
import sys
from pathlib import Path

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:\\.|[^"\\])*"|\'(?:\\.|[^\\\'])\'', re.S)
TESTS = re.compile(r'#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod \w+ \{.*?^\}', re.S | re.M)
USE = re.compile(r'\b(pub(?:\([^)]*\))? )?use ([^;]*);')
PATH = re.compile(r'(?<![\w:.])(?:\w+::)+\w+')


def leaves(tree):
    """The paths of a `use`, each with the name that it brings."""
    brace = tree.find('{')
    if brace < 0:
        path, _, alias = tree.strip().partition(' as ')
        parts = path.removesuffix('::self').split('::')
        return [(parts, alias or parts[-1])]
    depth, start, found = 0, brace + 1, []
    for at, sign in enumerate(tree[brace:], brace):
        depth += (sign == '{') - (sign == '}')
        if (sign == ',' and depth == 1) or (sign == '}' and depth == 0):
            one, start = tree[start:at].strip(), at + 1
            found += leaves(tree[:brace] + one) if one else []
    return found


class Crate:
    def __init__(self, src):
        self.modules = {}
        for file in sorted(src.rglob('*.rs')):
            parts = list(file.relative_to(src).with_suffix('').parts)
            module = tuple(parts[:-1] if parts[-1] in ('mod', 'lib') else parts)
            if 'tests' not in parts and module != ('main',):
                self.modules[module] = (file, TESTS.sub('', NOISE.sub('', file.read_text())))
        self.brought = {module: self.uses(module) for module in self.modules}

    def uses(self, module):
        """What `use` brings into a module, with whether it passes that on."""
        uses = USE.findall(self.modules[module][1])
        return [(self.absolute(module, path), name, public) for public, tree in uses for path, name in leaves(tree)]

    def absolute(self, module, path):
        """The path from the crate on; None for what is of another crate."""
        base = {'crate': (), 'self': module, 'super': module[:-1]}.get(path[0])
        if base is None:
            return (*module, *path) if (*module, path[0]) in self.modules else None
        while path[1:2] == ['super']:
            base, path = base[:-1], path[1:]
        return (*base, *path[1:])

    def declaring(self, path, depth=9):
        """The module that declares what a path names."""
        at = max(k for k in range(len(path) + 1) if path[:k] in self.modules)
        module, rest = path[:at], path[at:]
        if not rest or not depth:
            return module
        public = [(own, name) for own, name, public in self.brought[module] if public and own]
        passed = [own for own, name in public if name == rest[0]]
        globs = [own[:-1] for own, name in public if name == '*' and own[:-1] in self.modules]
        declares = re.compile(rf'\b(?:fn|struct|enum|trait|const|static|type) {rest[0]}\b')
        passed += [(*own, rest[0]) for own in globs if declares.search(self.modules[own][1])]
        return self.declaring((*passed[0], *rest[1:]), depth - 1) if passed else module

    def imports(self, module):
        body = USE.sub('', self.modules[module][1])
        named = {name: path for path, name, _ in self.brought[module] if path}
        words = set(re.findall(r'\w+', body))
        paths = [path for path, name, public in self.brought[module] if path and (not public or name in words)]
        for parts in (path.split('::') for path in PATH.findall(body)):
            paths.append((*named[parts[0]], *parts[1:]) if parts[0] in named else self.absolute(module, parts))
        return {self.declaring(path) for path in paths if path is not None} - {module[:k] for k in range(len(module) + 1)}


def circles(graph):
    """Sets of files that lead to each other."""
    reach = {node: set(others) for node, others in graph.items()}
    for between in graph:
        for others in reach.values():
            others |= reach[between] if between in others else set()
    return {frozenset(other for other in reach[node] if node in reach[other]) for node in graph if node in reach[node]}


found = []
for crate in map(Crate, map(Path, sys.argv[1:])):
    graph = {module: crate.imports(module) for module in crate.modules}
    for circle in circles(graph):
        found.append(f'{len(circle)} files import each other in a circle:')
        for module in sorted(circle):
            others = ', '.join('::'.join(other) for other in sorted(graph[module] & circle))
            found.append(f'  {crate.modules[module][0]} -> {others}')
print('\n'.join(found) or 'no circles')
sys.exit(bool(found))
