"""The command line of cardlib: the only place that prints or prompts."""

import sys

# `python -m cardlib_cli` has put the current folder first on the path of imports, where any `random.py` would stand in
# for Python's own. It comes off before anything else is imported.
if sys.argv[:1] == ["-m"] and not sys.flags.safe_path and any(word.startswith(__name__) for word in sys.orig_argv):
    del sys.path[0]
