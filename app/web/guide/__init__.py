"""The rulebook as a guide for players: what its pages say in numbers, drawings and worked examples.

Why examples are played by the engine: whoever changes a rule changes the guide with it, and a room with rules of its
own explains them by its own numbers.
"""
