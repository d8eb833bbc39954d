"""The commands of `recordbook`, a module each. A module's `command` is what the command line runs.

Modules import what they need inside the command, so that help and completion stay quick.
"""
