"""Conformance: holding other people's programs to the rules, over a protocol that any language speaks."""
