"""Books that were restored from a backup, against a processor that has newer charges."""

import json

import church
import processors
from attackers import all_gifts, succeeded_intents

BEFORE, AFTER, LATER = 10, 20, 5


def give(books, count, letter):
    """Makes gifts, each by a new donor, and returns their ids."""
    path = books.folder.parent / f"{letter}.jsonl"
    path.write_text("".join(
        json.dumps({"org": "WoodlandsChurch", "amount": str(10 + number), "method": "pm_card_bypassPending",
                    "name": "A Donor", "email": f"{letter}{number}@example.org"}) + "\n"
        for number in range(count)))
    said = books.run("gift", "make", "--file", str(path), "--in-flight", "4", "--json")
    made = [json.loads(line) for line in said.splitlines()]
    assert [one["status"] for one in made] == ["succeeded"] * count
    return [one["id"] for one in made]


def receipts(books):
    """Returns the gift of each receipt number."""
    found, after = {}, []
    while True:
        page = json.loads(books.run(
            "receipt", "list", "--org", "WoodlandsChurch", "--limit", "1000", "--json", *after))
        found |= {one["number"]: one["gift"] for one in page["data"]}
        if not page["has_more"]:
            return found
        after = ["--after", page["data"][-1]["number"]]


def test_restored_books_name_every_charge_they_lack_and_issue_no_number_twice(program, tmp_path, often, figure):
    restores = often(1, 10)
    named = missing = twice = 0
    with processors.kept(program, tmp_path / "processor") as processor:
        books = processors.Books(program, tmp_path / "books", processor).make()
        give(books, BEFORE, "before")
        issued = receipts(books)
        for number in range(restores):
            backup, folder = tmp_path / f"backup{number}", tmp_path / f"restored{number}"
            books.run("backup", "make", str(backup))
            lost = give(books, AFTER, f"lost{number}")
            issued |= receipts(books)
            restored = processors.Books(program, folder, processor)
            church.tapctl(
                program, folder, "backup", "restore", str(backup), "--data", str(folder), "--segment", str(number + 1))
            # The worst case: donors give before the books are compared with the processor.
            give(restored, LATER, f"later{number}")
            found = restored.reconciled(code=1)
            unknown = [one for one in found["differences"] if one["kind"] == "unknown_charge"]
            named += len({one["id"] for one in unknown})
            missing += len(lost)
            restored.run("payment", "adopt", "--all")
            restored.reconciled()
            now = receipts(restored)
            twice += sum(now[text] != gift for text, gift in issued.items() if text in now)
            issued |= now
            booked = {one["id"] for one in all_gifts(restored)}
            assert len(booked) == len(succeeded_intents(processor.address))
            restored.run("ledger", "check")
            books = restored
    figure(f"S-1 {restores} restores: the books lack {missing} charges, and reconcile names {named} (all); "
           f"{twice} receipt numbers issued twice (at most 0)")
    assert named == missing and twice == 0
