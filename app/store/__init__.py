"""PostgreSQL: what is kept of players, rooms and games, and the news that something changed.

Why no object mapper: every statement stands in sql/queries under a name and with a sentence, so that it can be read,
explained and measured as what PostgreSQL gets; a module here turns its rows into structs and its conflicts into
answers. Nothing of a game is kept in a process, so any number of processes serve one database.
"""
