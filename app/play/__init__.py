"""What takes more than one query about games: a move, from any hand, and a room's life before it.

Why one pipeline: a page, a script, a bot and the clock all change a game by the same function, so there is one place
where what is due comes first, one where a version decides, and one statement that saves.
"""
