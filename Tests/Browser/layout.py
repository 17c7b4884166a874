"""Reflow: whether text stays readable on a narrow screen and when it is enlarged."""

from phone import WIDTH

# The width of WCAG 2.2, 1.4.10 (Reflow): a desktop screen of 1280 pixels at a zoom of 400 %.
NARROW = 320
# The same screen at a zoom of 200 %.
ZOOMED = 640

# Returns texts that are cut off, outside the page, or on top of other text. Areas that scroll sideways and elements that
# only a screen reader presents do not count.
FLAWS = """
const found = [], lines = [];
const hidden = style => style.visibility === 'hidden' || style.opacity === '0' || style.clipPath !== 'none';
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const styles = new Map();
const styleOf = element => {
  if (!styles.has(element)) styles.set(element, getComputedStyle(element));
  return styles.get(element);
};
for (let text; (text = walker.nextNode());) {
  const words = text.data.trim().replace(/\\s+/g, ' ').slice(0, 40);
  if (!words || text.parentElement.closest('select, textarea, title, style, script')) continue;
  if (!text.parentElement.checkVisibility({visibilityProperty: true})) continue;
  const above = [];
  for (let one = text.parentElement; one; one = one.parentElement) above.push(one);
  if (above.some(one => hidden(styleOf(one)))) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  const scroller = above.find(one => ['auto', 'scroll'].includes(styleOf(one).overflowX) && one !== document.body
    && one !== document.documentElement);
  const clipper = above.find(one => styleOf(one).overflowX === 'hidden' || styleOf(one).overflowX === 'clip');
  const box = clipper && clipper.getBoundingClientRect();
  for (const rect of range.getClientRects()) {
    if (rect.width < 1 || rect.height < 1) continue;
    if (!scroller && (rect.left < -1 || rect.right > arguments[0] + 1)) found.push(['outside the page', words]);
    if (box && !scroller && (rect.left < box.left - 1 || rect.right > box.right + 1 || rect.bottom > box.bottom + 1))
      found.push(['cut off', words]);
    lines.push([rect, words, text]);
  }
}
lines.sort((a, b) => a[0].top - b[0].top);
for (let i = 0; i < lines.length; i++) {
  for (let j = i + 1; j < lines.length && lines[j][0].top < lines[i][0].bottom; j++) {
    const [a, b] = [lines[i][0], lines[j][0]];
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > Math.min(a.height, b.height) / 3 && lines[i][2] !== lines[j][2])
      found.push(['overlaps', lines[i][1] + ' / ' + lines[j][1]]);
  }
}
for (const one of document.querySelectorAll('button, .button, .badge, legend, th')) {
  if (one.checkVisibility() && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1) found.push(['too wide', one.textContent.trim().slice(0, 40)]);
}
const width = document.documentElement.scrollWidth;
if (width > arguments[0]) found.push(['scrolls sideways', width + ' px']);
return [...new Set(found.map(one => one.join(': ')))];
"""


def flaws(phone, is_for_phones):
    """What cannot be read on a narrow screen in both color schemes, on a zoomed desktop, and in large type.

    - is_for_phones: Whether the page has the phone's layout at every width, which is then also checked with a font of
      twice the size.
    """
    found = []
    for scheme in ("light", "dark"):
        with phone.night(scheme == "dark").screen(NARROW):
            found += _flaws(phone, NARROW, f"{NARROW} px, {scheme}")
    phone.night(False)
    with phone.screen(ZOOMED, is_phone=False):
        found += _flaws(phone, ZOOMED, f"{ZOOMED} px")
    if is_for_phones:
        size = "document.documentElement.style.fontSize = arguments[0]"
        phone.driver.execute_script(size, "200%")
        found += _flaws(phone, WIDTH, "font of 200 %")
        phone.driver.execute_script(size, "")
    return found


def _flaws(phone, width, where):
    return [f"{where}: {flaw}" for flaw in phone.driver.execute_script(FLAWS, width)]
