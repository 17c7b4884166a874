"""The pages of an organization's own people, from signing in to signing out."""

import datetime

import pytest


def test_sign_in_and_out(staff):
    staff.open()
    assert staff.phone.path == "/admin/sign-in" and staff.heading == "Sign in"
    staff.sign_in(password="no sentence of mine")
    assert staff.hears == "The e-mail address or the password is wrong."
    assert staff.phone.value("input[name=email]") == "treasurer@example.org"
    staff.sign_in()
    assert staff.heading == "Overview" and "treasurer@example.org, treasurer" in staff.sees
    staff.sign_out()
    assert staff.heading == "Sign in"
    assert staff.open("/gifts").heading == "Sign in"


def test_after_wrong_passwords_the_right_one_waits(staff):
    for _ in range(5):
        staff.sign_in(password="no sentence of mine")
    staff.sign_in()
    assert staff.hears.startswith("Too many wrong passwords or codes were entered for this address; sign-in is paused for")
    assert staff.open().heading == "Sign in"
    # Nobody else waits.
    assert staff.sign_in("reader").heading == "Overview"


def test_on_a_phone_the_navigation_is_one_line_of_links_at_least_44_pixels_high(treasurer):
    boxes = treasurer.phone.driver.execute_script(
        "return [...document.querySelectorAll('nav a')].map(one => one.getBoundingClientRect().toJSON())")
    assert len(boxes) > 4 and len({round(box["top"]) for box in boxes}) == 1
    assert min(box["height"] for box in boxes) >= 44 and treasurer.phone.width == 390


def test_the_overview(treasurer):
    assert "Account at the processor: Active" in treasurer.sees
    assert "$630.50 given in total, after refunds (5 gifts)" in treasurer.sees
    assert treasurer.phone.has("svg[role=img]") and treasurer.phone.has("details")
    treasurer.go("Funds")
    assert treasurer.heading == "Funds"
    assert ["New roof", "13", "open", "$535.50", "$535.50", "2"] in [row[:3] + row[4:7] for row in treasurer.rows]
    treasurer.go("Monthly gifts")
    assert treasurer.heading == "Monthly gifts" and treasurer.rows[0][:4] == [
        "A Donor", "Missions", "$25.00", "active"]


@pytest.mark.parametrize("text, fund, status, amounts", [
    ("", "", "", ["$35.50", "$25.00 monthly", "$20.00", "$500.00", "$50.00"]),
    ("featherstone", "", "", ["$500.00"]), ("DONOR@example.org", "", "", ["$35.50", "$25.00 monthly", "$50.00"]),
    ("مريم", "", "", ["$20.00"]), ("a donor", "13", "", ["$35.50"]), ("", "12", "refunded", []),
    ("another@example.org", "", "", []),
])
def test_search_and_filters(treasurer, text, fund, status, amounts):
    treasurer.go("Gifts").search(text, fund, status)
    if amounts:
        assert [row[1] for row in treasurer.rows] == amounts
    else:
        assert "No gifts found" in treasurer.sees
    assert treasurer.phone.value("input[name=q]") == text and treasurer.phone.value("select[name=fund]") == fund


def test_back_returns_to_the_results_of_a_search(treasurer):
    treasurer.go("Gifts").search("featherstone").phone.press("tbody a[href*='/gifts/']")
    treasurer.phone.back()
    assert [row[1] for row in treasurer.rows] == ["$500.00"]
    assert treasurer.phone.value("input[name=q]") == "featherstone" and "featherstone" not in treasurer.phone.path


def test_back_returns_to_the_result_of_a_bank_statement(treasurer):
    treasurer.open("/payouts/bank").unfold("form[action$='/bank'] details")
    treasurer.phone.write("textarea", "Date,Amount\n2001-01-02,5.00\n").press("form[action$='/bank'] button")
    assert "Deposits that are payouts: 0 of 1." in treasurer.sees
    treasurer.go("Payouts").phone.back()
    assert "Deposits that are payouts: 0 of 1." in treasurer.sees


def test_a_gift_is_found_by_its_numbers(treasurer):
    [gift] = [one for one in treasurer.site.gifts() if one["total_minor"] == 2000]
    for number in (gift["id"], gift["receipt_number"], gift["payment_intent"]):
        treasurer.open("/gifts").search(number)
        assert [row[1] for row in treasurer.rows] == ["$20.00"]


def test_a_gifts_whole_story(treasurer):
    treasurer.open_gift("donor@example.org", fund="12")
    assert treasurer.heading == "Gift of $25.00 succeeded"
    treasurer.open("/gifts").search("", "12").phone.press("tbody tr:last-child a[href*='/gifts/']")
    assert treasurer.heading == "Gift of $50.00 succeeded"
    treasurer.unfold("details.technical")
    for words in ("Fee covered $1.80", "Charged $51.80", "Net $50.00", "No tap is on record",
                  "Organization receives $50.00", "$51.80 was paid", "was issued", "charge"):
        assert words in treasurer.sees, words
    [payout] = [link for link in treasurer.phone.driver.find_elements("css selector", "a.code") if "po_" in link.text]
    with treasurer.phone.leaving():
        payout.click()
    assert treasurer.heading.startswith("Payout of $")


def test_a_refund_is_confirmed_and_goes_once(treasurer):
    treasurer.open_gift("maryam@example.org").ask_refund("5.00")
    assert "$5.00 will be refunded to the donor." in treasurer.sees and "This cannot be undone." in treasurer.sees
    assert refunded(treasurer) == 0
    treasurer.confirm()
    assert "$5.00 was refunded." in treasurer.sees and treasurer.heading == "Gift of $20.00 partially refunded"
    treasurer.phone.back()
    treasurer.confirm()
    assert refunded(treasurer) == 500 and treasurer.site.balanced()


def test_a_refund_that_is_too_large_is_asked_for_again(treasurer):
    treasurer.open_gift("maryam@example.org").ask_refund("20.01")
    assert "and $20.00." in treasurer.hears and treasurer.phone.value("input[name=amount]") == "20.01"
    assert not treasurer.phone.has("form[method=post][action$='/refund']") and refunded(treasurer) == 0


def refunded(staff):
    return sum(one["refunded_minor"] for one in staff.site.gifts())


def test_the_sheet_is_what_the_command_writes(treasurer, tmp_path):
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    treasurer.go("Gifts").search("", "12")
    written = treasurer.site.run("gift", "list", "--org", "WoodlandsChurch", "--fund", "12", "--format", "csv")
    # What a command prints is read as text here, with the line ends of text.
    assert treasurer.sheet(sheets).replace("\r\n", "\n") == written
    assert written.count("\n") == 4


def test_the_audit_log_is_what_the_command_writes(staff, tmp_path):
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    staff.sign_in("both").open("/audit-log")
    assert staff.heading == "Audit log" and staff.rows[0][1:4] == ["both@example.org", "session.start", "Done"]
    written = staff.site.run("audit-log", "export", "--org", "WoodlandsChurch")
    assert staff.sheet(sheets).replace("\r\n", "\n") == written


def test_a_payout_is_explained(treasurer):
    treasurer.go("Payouts").phone.press("tbody a")
    assert treasurer.heading.startswith("Payout of $535.20")
    assert "The net amounts of the 2 lines add up to the payout." in treasurer.sees
    assert [row[4:] for row in treasurer.rows][-1] == ["$551.80", "$16.60", "$535.20"]
    assert sorted(row[1] for row in treasurer.rows[:-1]) == ["gift", "gift"]
    assert all(row[2] and row[3] for row in treasurer.rows[:-1])
    treasurer.phone.press("tbody a[href*='/gifts/']")
    assert treasurer.heading.startswith("Gift of $")


def test_statements(treasurer):
    year = str(datetime.datetime.now(datetime.timezone.utc).year)
    treasurer.go("Statements")
    assert [row[0] for row in treasurer.rows] == ["A Donor", "Grace O'Malley-Featherstonehaugh", "مريم"]
    treasurer.phone.write("input[name=year]", "2001").press("form.filter button")
    assert treasurer.heading == "Statements 2001" and "No statements for 2001." in treasurer.sees
    treasurer.phone.write("input[name=year]", year).press("form.filter button")
    treasurer.phone.press("tbody a[href*='/statements/']")
    assert f"Statement of gifts {year}" in treasurer.sees and "TEST: no money moved, not a receipt" in treasurer.sees
    # All columns fit on a phone's screen.
    table = treasurer.phone.find(".table")
    assert table.get_property("scrollWidth") <= table.get_property("clientWidth")
    treasurer.phone.press(".back a")
    assert treasurer.heading == f"Statements {year}"


def test_batches_and_seats(staff):
    staff.sign_in("tags")
    assert staff.heading == "Tags" and staff.rows[0][:2] == ["Main hall", "3 of 5"]
    assert "Gifts" not in staff.phone.text("nav")
    staff.phone.press("tbody a")
    assert "Seats with a verified tag: 3 of 5." in staff.sees and "Never tapped: C1." in staff.sees
    assert [row[5] for row in staff.rows] == ["6", "under 5", "never tapped", "–", "–"]
    assert "Your role does not allow this" in staff.open("/gifts").sees


def test_who_may_only_read_gives_nothing_back(staff):
    staff.sign_in("reader").open_gift("maryam@example.org")
    assert "Refund" not in staff.sees
    [gift] = [one["id"] for one in staff.site.gifts() if one["total_minor"] == 2000]
    assert "Your role does not allow this" in staff.open(f"/gifts/{gift}/refund").sees
    assert not staff.phone.has("form")


def test_another_organization_is_not_there(treasurer):
    [gift] = [one["id"] for one in treasurer.site.gifts("Salam")]
    for org, page in (("Salam", ""), ("Salam", "/gifts"), ("Salam", f"/gifts/{gift}"), ("Nobody", ""),
                      ("WoodlandsChurch", f"/gifts/{gift}")):
        treasurer.org = org
        assert treasurer.open(page).heading == "Page not found", page
        assert "77.00" not in treasurer.sees and "Another Donor" not in treasurer.sees


def test_who_has_two_organizations_chooses_one(staff):
    staff.sign_in("both")
    assert staff.heading == "Organizations"
    staff.phone.press("a[href='/admin/org/Salam']")
    assert staff.heading == "Overview" and "$77.00 given in total, after refunds (1 gift)" in staff.sees
