"""`python -m app`: the same commands as the script `opolyx`."""

from app.cli import main

main()
