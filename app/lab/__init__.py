"""The game without a server: whole games between bots, the rulebook as data, the check of a finished game.

Why a package of its own: these need the rules and the bots, but no database, no clock and no page, so they run
anywhere.
"""
