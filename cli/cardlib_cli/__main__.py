"""`python -m cardlib_cli` is the command `cardlib`."""

from cardlib_cli.start import main

if __name__ == "__main__":
    main()
