"""The Python example of docs/tutorials/processor-in-your-tests.md."""

import pathlib

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/tutorials/processor-in-your-tests.md"


def test_the_example_passes(own_url):
    example = PAGE.read_text().split("```python test_shop.py\n")[1].split("```")[0]
    assert "http://127.0.0.1:12111" in example
    names = {}
    exec(compile(example.replace("http://127.0.0.1:12111", own_url), PAGE.name, "exec"), names)
    tests = [run for name, run in names.items() if name.startswith("test_")]
    assert len(tests) == 2
    for run in tests:
        run()
