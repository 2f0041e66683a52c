"""The JSON API under /api/v1: what scripts, other people's bots and their authors rely on.

Why each route says what it takes and gives beside itself (`documented`): the OpenAPI document is made from that, and a
test holds every answer against it, so the description cannot fall behind the code.
"""
