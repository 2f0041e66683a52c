"""opolyx: a property-trading board game, its pages, its bots and its JSON API.

Why these packages: one noun runs through all of them, and imports point down only: cli, main, web and jobs, play,
people and lab, bots, store and i18n, and at the bottom the engine, which knows the rules and nothing else.
"""

__version__ = "0.1.0"
