"""The focus: whether each control can be reached, in reading order, with an indicator that can be seen."""

# Focuses each control in the order of the Tab key. Returns what is wrong: a control that cannot be focused or comes
# before a control that is above it, and an indicator that is missing, thin, or of too little contrast (WCAG 2.2, 2.4.7
# and 1.4.11: 3 to 1).
FLAWS = """
const found = [];
const channels = color => (color.match(/[\\d.]+/g) || []).map(Number);
const over = (top, below) => {
  const [r, g, b, a = 1] = channels(top);
  return [r, g, b].map((value, index) => value * a + below[index] * (1 - a));
};
const backdrop = element => {
  const layers = [];
  for (let one = element; one; one = one.parentElement) layers.unshift(getComputedStyle(one).backgroundColor);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return layers.reduce((below, layer) => over(layer, below), dark ? [18, 18, 18] : [255, 255, 255]);
};
const luminance = color => {
  const [r, g, b] = color.map(value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + .05) / (low + .05);
};
const name = element => (element.name || element.textContent.trim().slice(0, 30) || element.id || element.className)
  + ' (' + element.localName + ')';
const ring = element => {
  const style = getComputedStyle(element);
  return {style: style.outlineStyle, width: parseFloat(style.outlineWidth), color: style.outlineColor};
};
const all = [...document.querySelectorAll(
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]')].filter(
  one => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({visibilityProperty: true}));
if (all.some(one => one.tabIndex > 0)) found.push('the order of the Tab key is changed');
const start = document.activeElement;
let before = null;
for (const one of all) {
  one.focus({focusVisible: true, preventScroll: true});
  if (document.activeElement !== one) { found.push('not focused: ' + name(one)); continue; }
  // A hidden radio button has its indicator on the label next to it.
  const shown = getComputedStyle(one).opacity === '0' ? one.nextElementSibling : one;
  const {style, width, color} = ring(shown);
  // The browser's own indicator counts as visible.
  if (style === 'none' || (style !== 'auto' && width < 2)) found.push('no indicator: ' + name(one));
  else if (style !== 'auto' && contrast(over(color, backdrop(shown.parentElement)), backdrop(shown.parentElement)) < 3)
    found.push('pale indicator: ' + name(one) + ' ' + color);
  const box = shown.getBoundingClientRect();
  if (before && box.height && box.bottom <= before.box.top + 1)
    found.push('out of order: ' + name(one) + ' after ' + before.name);
  before = box.height ? {box, name: name(one)} : before;
}
if (start && start !== document.body) start.focus({preventScroll: true}); else document.activeElement.blur();
return found;
"""


def flaws(phone):
    """What is wrong with the focus in both color schemes."""
    found = [f"{scheme}: {flaw}" for scheme in ("light", "dark")
             for flaw in phone.night(scheme == "dark").driver.execute_script(FLAWS)]
    phone.night(False)
    return found
