"""The table of findings in docs/threat-model.md."""

import pathlib
import re

import church

HERE = pathlib.Path(__file__).parent
IDS = [f"S-{number}" for number in range(1, 18)]


def test_each_finding_has_a_check_of_this_suite(figure):
    text = pathlib.Path(church.ROOT, "docs/threat-model.md").read_text()
    rows = dict(re.findall(r"^\| (S-\d+) \| (.*) \|$", text, re.MULTILINE))
    missing = [one for one in IDS if one not in rows]
    for name, row in rows.items():
        own = [(file, function) for file, function in re.findall(r"`(test_\w+\.py)` `(test_\w+)`", row)
               if (HERE / file).is_file()]
        if not own:
            missing.append(f"{name} names no check of this suite")
        for file, function in own:
            source = (HERE / file).read_text()
            # The line that the check prints must also name the finding.
            if f"def {function}(" not in source or name not in re.findall(r"S-\d+", source):
                missing.append(f"{name}: {file} {function}")
    figure(f"{len(IDS)} findings in docs/threat-model.md: {len(missing)} without an existing check (at most 0)")
    assert list(rows) == IDS and missing == []
