"""Scenes, charts and sheets for people: SVG, HTML and a terminal, in one theme.

It knows no game and no analysis: what it draws is plain data of `core` (scene, sheet, ink).
Text that it is given is never read as markup.
"""
