"""axe-core: what of WCAG a program can tell of a page."""

import functools
import importlib.util
import pathlib

# What is laid down by WCAG 2.2 AA and off by itself: how large the things are that are pressed.
OPTIONS = {"rules": {"target-size": {"enabled": True}}}
# The rules whose result depends on the color scheme.
COLORS = {"runOnly": ["color-contrast", "link-in-text-block"]}

RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, arguments[0]).then(result => done({
  rules: result.passes.length,
  violations: result.violations.flatMap(rule => rule.nodes.map(
    node => [node.impact || rule.impact, rule.id, node.target.join(' '), node.failureSummary]))
}), error => done({error: String(error)}));
"""


@functools.cache
def program():
    """The engine's source; the package around it drives another browser, and is not imported."""
    package = importlib.util.find_spec("axe_playwright_python")
    if package is None:
        raise RuntimeError("axe-core is not installed: `scripts/install peers` installs what the tests need")
    return pathlib.Path(package.submodule_search_locations[0], "axe.min.js").read_text()


def violations(phone, options=OPTIONS):
    """What is wrong with the page as it is seen now: impact, rule, element, and how to mend it."""
    if not phone.driver.execute_script("return typeof axe == 'object'"):
        phone.driver.execute_script(program())
    result = phone.run(RUN, options)
    assert result.get("rules"), f"axe-core did not run: {result}"
    return [tuple(violation) for violation in result["violations"]]
