"""What the other tests measure with sees what it is meant to see."""

import urllib.parse

import axe
import checker
import focus
import layout
from phone import WIDTH


def page(body):
    return "data:text/html," + urllib.parse.quote(
        f"<!doctype html><html lang=en><meta name=viewport content='width=device-width'><title>x</title>{body}")


SCRIPT = page("<p id=p>none</p><script>document.getElementById('p').textContent = 'ran'</script>")


def test_one_phone_runs_scripts_and_the_other_does_not(with_scripts, without_scripts):
    assert with_scripts.open(SCRIPT).text("#p") == "ran"
    assert without_scripts.open(SCRIPT).text("#p") == "none"


def test_the_screen_is_as_wide_as_a_phone(with_scripts, without_scripts):
    for phone in (with_scripts, without_scripts):
        phone.open(page("<p>x</p>"))
        assert phone.driver.execute_script("return innerWidth") == WIDTH


def test_a_page_that_moves_is_seen_to(with_scripts):
    with_scripts.open(page("<p id=late></p><p>text</p>"))
    assert with_scripts.shifts() == 0
    with_scripts.run(
        "const done = arguments[0]; document.getElementById('late').style.height = '300px';"
        "requestAnimationFrame(() => requestAnimationFrame(done))")
    assert with_scripts.shifts() > 0


def test_axe_sees_pale_text_by_day_and_by_night(with_scripts):
    with_scripts.open(page(
        "<style>p{color:#000;background:#fff}@media(prefers-color-scheme:dark){p{color:#777;background:#666}}</style>"
        "<main><h1>x</h1><p>text</p></main>"))
    by_day = axe.violations(with_scripts.night(False))
    by_night = axe.violations(with_scripts.night(), axe.COLORS)
    with_scripts.night(False)
    assert by_day == [] and [rule for _, rule, *_ in by_night] == ["color-contrast"]


def test_a_missing_a_pale_and_a_late_focus_are_seen(with_scripts):
    with_scripts.open(page(
        "<style>a{outline:0!important}button:focus{outline:3px solid #eee}input{position:absolute;top:0}p{margin:99px}</style>"
        "<main><p><a href='#x'>none</a> <button>pale</button></p><input name=late></main>"))
    assert [flaw for flaw in focus.flaws(with_scripts) if flaw.startswith("light")] == [
        "light: no indicator: none (a)", "light: pale indicator: pale (button) rgb(238, 238, 238)",
        "light: out of order: late (input) after pale (button)"]


def test_text_outside_a_narrow_page_and_on_other_text_is_seen(with_scripts):
    with_scripts.open(page(
        "<style>b{display:block;width:500px;text-align:end}i{position:absolute;left:8px;top:0}p{margin:0}"
        "div{width:3em;overflow:hidden;white-space:nowrap}</style>"
        "<main><p>a line</p><i>above it</i><b>too wide</b><div>a long text</div><details><summary>more</summary>"
        "<p>closed</p></details></main>"))
    narrow = [flaw.removeprefix("320 px, light: ") for flaw in layout.flaws(with_scripts, False) if "light" in flaw]
    assert {flaw.split(":")[0] for flaw in narrow} == {
        "outside the page", "overlaps", "cut off", "scrolls sideways"}


def test_the_checker_sees_what_is_not_html(tmp_path):
    good = "<!doctype html><html lang=en><meta charset=utf-8><title>x</title><p>text</p></html>"
    found = checker.complaints({
        "good": good, "bad": good.replace("<p>", "<p><div></p>"),
        "style": good.replace("<p>", "<style>p{colour:red}</style><p>")}, tmp_path)
    assert {line.split(":")[0] for line in found} == {"bad", "style"}
