"""What happens without anybody asking: clocks, bots and tidying.

Why no timers in memory: when a table next needs looking at is a column, so any number of processes can look, a restart
forgets nothing, and a platform's scheduler can do it from outside.
"""
