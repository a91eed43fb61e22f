"""Where the program begins: what is imported here is next to nothing, so that Ctrl-C is answered from the first moment.

While the packages of the command line are imported there is nothing to tidy up, and an interrupt ends the process at
once. From then on it is raised, and what a command has begun is taken back or kept.
"""

from __future__ import annotations

import gc
import os
import signal


def main() -> None:
    """Run the command line; a wrong input ends with a message and exit code 1 or 2, never a traceback."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)
    from cardlib_cli.interrupts import INTERRUPTED, deaf, watch
    from cardlib_cli.main import main as run

    try:
        watch()
        try:
            run()
        finally:
            deaf()  # nothing that could be taken back is left
            gc.freeze()  # memory goes back as a whole when the process ends; nobody searches it for cycles before
    except KeyboardInterrupt:  # a second one, while the first was answered
        raise SystemExit(INTERRUPTED) from None


def _leave(number: int, frame: object) -> None:
    os._exit(130)


if __name__ == "__main__":
    main()
