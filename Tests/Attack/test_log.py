"""Damage to a database's write-ahead log. SQLite itself would treat it as the end of the log."""

import json
import shutil
import struct

import church
from attackers import API, api_key, at_once, exit_code, gift

GIFTS = 30


def frames(path):
    """Returns the positions of the frames in a log, and their length. Source: SQLite's file format, §4.1."""
    page = struct.unpack(">I", path.read_bytes()[8:12])[0]
    return list(range(32, path.stat().st_size, page + 24)), page + 24


def damage(path, at):
    """Changes 64 bytes at a position."""
    with path.open("r+b") as log:
        log.seek(at)
        old = log.read(64)
        log.seek(at)
        log.write(bytes(byte ^ 0xA5 for byte in old))


def answered(program, folder):
    """Gives over the API until the server is killed; returns the gifts that it answered."""
    with church.served(program, folder) as site:
        api = API(site.address, api_key(site))
        replies = [api.send("/gifts", gift(number)) for number in range(GIFTS)]
        assert [reply.status_code for reply in replies] == [200] * GIFTS
        site.process.kill()
    return {reply.json()["id"] for reply in replies}


def test_a_damaged_log_is_refused_or_has_everything(program, prepared, tmp_path, often, figure):
    folder = shutil.copytree(prepared, tmp_path / "data")
    gifts = answered(program, folder)
    everywhere = often(40, 100_000)
    tried = []
    for name in ("tapctl.sqlite", "processor.sqlite"):
        places, length = frames(folder / f"{name}-wal")
        step = max(1, len(places) // everywhere)
        chosen = sorted({0, *places[::step], *places[-3:]})
        # The header of the log, or the middle of a frame's page.
        tried += [(name, at + (8 if at == 0 else length // 2), at == places[-1]) for at in chosen]

    def attack(one):
        name, at, is_last = one
        own = shutil.copytree(folder, tmp_path / f"{name}-{at}")
        damage(own / f"{name}-wal", at)
        before = (own / name).read_bytes()
        code, said, errors = exit_code(
            program, own, "gift", "list", "--org", "WoodlandsChurch", "--limit", "1000", "--json")
        if code != 0:
            assert code == 65 and (own / name).read_bytes() == before, f"{one}: {code} {errors}"
            result = "refused"
        elif gifts <= {one["id"] for one in json.loads(said)["data"]}:
            result = "complete"
        else:
            # Only the transaction at the end of the log can be missing, and the program says so.
            result = "reported" if is_last and "warning" in errors else f"lost: {one}"
        shutil.rmtree(own)
        return result

    results = at_once(attack, tried, threads=2)
    refused, complete, reported = (results.count(word) for word in ("refused", "complete", "reported"))
    lost = [one for one in results if one.startswith("lost")]
    figure(f"S-1 {len(tried)} damaged frames in 2 logs: {refused} refused, {complete} with all answered gifts, {reported} with "
           f"a reported loss at the end of the log (at most 2), {len(lost)} with a silent loss (at most 0)")
    assert lost == [] and reported <= 2 and refused > 0
