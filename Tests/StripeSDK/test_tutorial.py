"""The Python example of docs/tutorials/processor-in-your-tests.md."""

import os
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/tutorials/processor-in-your-tests.md"


def test_the_example_passes(request, tmp_path):
    example = PAGE.read_text().split("```python test_shop.py\n")[1].split("```")[0]
    (tmp_path / "test_shop.py").write_text(example)
    (tmp_path / "tapctl").symlink_to(pathlib.Path(request.config.getoption("--program")).resolve())
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_shop.py"], cwd=tmp_path,
        capture_output=True, text=True, timeout=120,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "HOME": str(tmp_path)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout
