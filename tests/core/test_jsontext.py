"""JSON text: read strictly and within bounds."""

from pathlib import Path

import pytest

from lexludi.core.errors import BadInput, DecodeError
from lexludi.core.jsontext import MAX_DEPTH, dumps, load, loads


def refused(text: str) -> str:
    """The message with which a text is refused: one line, and short."""
    with pytest.raises(DecodeError) as caught:
        loads(text)
    message = str(caught.value)
    assert message.isprintable()
    assert len(message) < 300
    return message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("[]", []),
        (' {"a": [1, -2, true, false, null, "x"]} \n', {"a": [1, -2, True, False, None, "x"]}),
        ('{"a": {"a": 1}, "b": {"a": 2}}', {"a": {"a": 1}, "b": {"a": 2}}),
        ('"[[[{{{ \\" ]"', '[[[{{{ " ]'),
        ("12345678901234567890", 12345678901234567890),
        ('"\\u00e9é"', "éé"),
    ],
)
def test_what_is_json_is_read(text: str, value: object) -> None:
    assert loads(text) == value


def test_a_number_keeps_its_kind() -> None:
    assert type(loads("2.0")) is float
    assert type(loads("2")) is int


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", '{"steps": [', '{"a": 1,}', "[1 2]", "{'a': 1}", "nul", '"', '{"a": 1} x', "[01]", "\ufeff{}", "1,"],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    assert refused(text).startswith("JSON: ")


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_no_number_is_not_a_number(constant: str) -> None:
    assert constant in refused(f'{{"a": [{constant}]}}')


@pytest.mark.parametrize("number", ["1e400", "-1E400", "1e99999999999999999999", f"{'9' * 400}.0"])
def test_a_number_that_no_float_holds_is_refused(number: str) -> None:
    assert "beyond all bounds" in refused(f'{{"a": [{number}]}}')


@pytest.mark.parametrize("half", ["\\ud800", "\\uDFFF", "x\\udc00\\ud800", "\ud800", "é\udcff"])
@pytest.mark.parametrize("text", ['"?"', '[{"a": {"?": 1}}]', '{"é": "?"}'])
def test_half_of_a_surrogate_pair_is_refused(text: str, half: str) -> None:
    assert "surrogate" in refused(text.replace("?", half))


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert loads('"\\ud834\\udd1e \\u00e9"') == "𝄞 é"


@pytest.mark.parametrize("text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "x": 0, "a": 2}}]'])
def test_no_key_stands_twice_in_one_object(text: str) -> None:
    assert "'a' twice" in refused(text)


def test_a_long_key_twice_is_told_in_short() -> None:
    key = "k" * 10**5
    assert "twice" in refused(f'{{"{key}": 1, "{key}": 2}}')


def test_a_key_of_signs_that_cannot_be_shown_is_told_in_one_line() -> None:
    assert "twice" in refused('{"a\\n\\u001b": 1, "a\\n\\u001b": 2}')


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nesting_has_a_bound(opening: str, closing: str) -> None:
    def nested(depth: int) -> str:
        return opening * depth + "1" + closing * depth

    assert loads(nested(MAX_DEPTH)) is not None
    assert str(MAX_DEPTH) in refused(nested(MAX_DEPTH + 1))
    refused(nested(100_000))
    refused(opening * 100_000)


def test_many_values_side_by_side_are_no_nesting() -> None:
    assert loads("[" + ",".join(["[{}]"] * 1000) + "]") == [[{}]] * 1000


def test_brackets_in_texts_are_no_nesting() -> None:
    text = '"' + "[" * 500 + '\\"' + "{" * 500 + '\\\\"'
    assert loads(f"[{text}, {text}]")[0].count("[") == 500


def test_a_number_of_too_many_digits_is_refused() -> None:
    refused("9" * 10_000)
    refused('{"players": -' + "9" * 10_000 + "}")


def test_the_name_of_the_text_is_told() -> None:
    with pytest.raises(DecodeError, match=r"^request 3: "):
        loads("{", "request 3")


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text('{"a": "é"}', encoding="utf-8")
    assert load(path) == {"a": "é"}


def test_a_file_that_cannot_be_read_is_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text('{"steps": [{"seat"', encoding="utf-8")
    (tmp_path / "latin.json").write_bytes(b'{"a": "\xe9"}')
    (tmp_path / "folder.json").mkdir()
    for name in ("cut.json", "latin.json", "folder.json", "missing.json"):
        with pytest.raises(BadInput) as caught:
            load(tmp_path / name)
        assert name in caught.value.field
        assert "\n" not in str(caught.value)


def test_text_is_written_on_one_line_or_indented() -> None:
    assert dumps({"a": [1, None, True, "é"]}) == '{"a":[1,null,true,"é"]}'
    assert dumps({"a": [1]}, indent=2) == '{\n  "a": [\n    1\n  ]\n}'


def test_no_number_beyond_json_is_written() -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps(float("nan"))
