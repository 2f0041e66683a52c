"""How our own files are put together."""

from pathlib import Path

import pytest

from app.web import bundles, render


def test_the_sheets_of_a_folder_are_one_in_the_order_of_their_names(tmp_path: Path) -> None:
    folder = tmp_path / "css" / "table"
    folder.mkdir(parents=True)
    (folder / "20_second.css").write_text("b { color: red; }\n")
    (folder / "10_first.css").write_text("/* why */\na,\ni { margin: 0 auto; }\n")
    (tmp_path / "css" / "alone.css").write_text("p { margin: 0; }")
    assert bundles.files(tmp_path) == {
        "css/alone.css": b"p { margin: 0; }",
        "css/table.css": b"a,i{margin: 0 auto;}b{color: red;}",
    }


def test_a_script_is_sent_without_its_lines_of_comment(tmp_path: Path) -> None:
    folder = tmp_path / "js"
    folder.mkdir()
    (folder / "one.js").write_text('// Why.\n{\n  // what for\n  go("//example.org"); // now\n}\n')
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "two.js").write_text("// Whose.\n")
    assert bundles.files(tmp_path) == {
        "js/one.js": b'{\n  go("//example.org"); // now\n}\n',
        "vendor/two.js": b"// Whose.\n",
    }


def test_each_drawing_is_a_symbol_of_the_sprite(tmp_path: Path) -> None:
    folder = tmp_path / "sprite"
    folder.mkdir()
    (folder / "dot.svg").write_text('<svg xmlns="x" viewBox="0 0 2 2">\n  <circle r="1"/>\n</svg>\n')
    assert bundles.files(tmp_path)["sprite.svg"].endswith(
        b'<symbol id="dot" viewBox="0 0 2 2"><circle r="1"/></symbol></svg>'
    )
    (folder / "bad.svg").write_text("<svg></svg>")
    with pytest.raises(ValueError, match=r"bad\.svg"):
        bundles.files(tmp_path)


def test_a_drawing_is_named_in_the_address_of_the_sprite() -> None:
    assert f'<use href="{render.asset("sprite.svg")}#close"/>' in render.icon("close")
    assert b'id="close"' in render.FILES["sprite.svg"]
