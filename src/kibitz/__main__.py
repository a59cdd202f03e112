"""The command `kibitz`, also as `python -m kibitz`: ready for Ctrl-C before anything is loaded."""

import os


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from kibitz.cli.loading import leave_when_interrupted

        leave_when_interrupted()
    except KeyboardInterrupt:
        os.write(2, b"\ninterrupted\n")
        os._exit(130)
    from kibitz.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
