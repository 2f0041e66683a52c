"""HTTP: parses what is asked, asks the layers below, renders what they say. No SQL and no rules.

Why errors meet here in one table: what a rule, a room or the database says is an exception with a code; a script gets
it as a problem, a page as a sentence in place, and no handler repeats either.
"""
