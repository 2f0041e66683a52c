"""What takes more than one query about persons.

Why apart from games: a person is there before the first game and after the last one, and nothing about names, tokens
or languages is a matter of the rules.
"""
