"""Ids of another tenant over the API, tried by the Swift test program."""

import re
import subprocess

import pytest

pytestmark = pytest.mark.elsewhere


def test_another_tenants_id_is_answered_like_an_id_of_no_one(products, figure):
    tests = products / "tapctlPackageTests.xctest"
    if not tests.exists():
        pytest.skip(f"{tests} is not built: swift build --build-tests")
    done = subprocess.run(
        [tests, "--testing-library", "swift-testing", "--filter", r"^PublicAPITests\.ForeignIDTests"],
        capture_output=True, text=True, timeout=600)
    counted = re.search(r"(\d+) routes, (\d+) roles, (\d+) calls", done.stdout)
    failed = len(re.findall("recorded an issue", done.stdout + done.stderr))
    figure(f"S-10 {counted[3]} calls with ids of another tenant, over {counted[1]} routes with {counted[2]} roles: "
           f"{failed} revealing responses (at most 0)" if counted else "S-10 ids of another tenant: no result")
    assert done.returncode == 0 and counted and failed == 0, done.stdout[-2000:]
