"""Cycles in graphs, given as a map from each node to a set of others."""

import sys


def circle(edges):
    """A circle of nodes as a list whose last is its first, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        found = next(filter(None, map(visit, sorted(edges.get(node, ())))),
                     None)
        path.pop()
        done.add(node)
        return found

    return next(filter(None, map(visit, sorted(edges))), None)


def cycles(edges):
    """The sets of more than one node that all reach each other (Tarjan)."""
    number, low, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in sorted(edges.get(node, ())):
            if other not in number:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == number[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for node in sorted(edges):
        if node not in number:
            visit(node)
    return found
