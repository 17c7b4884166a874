"""A phone with a browser: Debian's Chromium with a phone's screen, driven as a person drives it."""

import base64
import contextlib
import json
import os
import shutil

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

WIDTH, HEIGHT = 390, 844
DESK_WIDTH = 1280
SECONDS = 20

# Resolves with the sum of all layout shifts so far: what is painted is measured two frames later at most.
SHIFTS = """
const done = arguments[0]; let sum = 0;
const add = list => { for (const entry of list) sum += entry.value };
const observer = new PerformanceObserver(list => add(list.getEntries()));
observer.observe({type: 'layout-shift', buffered: true});
requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
  add(observer.takeRecords()); observer.disconnect(); done(sum);
})));
"""

# Makes a form of where it goes and what it sends, and sends it.
SEND = """
const form = document.createElement('form');
form.method = 'post'; form.action = arguments[0];
for (const [name, value] of arguments[1]) {
  const field = document.createElement('input');
  field.type = 'hidden'; field.name = name; field.value = value; form.append(field);
}
document.body.append(form); form.submit();
"""


@contextlib.contextmanager
def phone(scripts=True, arguments=(), cookies=True):
    """A phone out of its box: nothing is stored in it. Without `scripts`, pages may run none. `arguments` are Chromium's.
    Without `cookies`, it refuses them."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    missing = [name for name, path in programs.items() if path is None]
    if missing:
        raise RuntimeError(f"{' and '.join(missing)} missing: `scripts/install peers` installs what the tests need")
    options = webdriver.ChromeOptions()
    options.binary_location = programs["chromium"]
    for argument in ("--headless=new", "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
                     *arguments):
        options.add_argument(argument)
    # Chromium sends the same form only once within moments; other browsers send it twice.
    options.add_argument("--disable-features=IgnoreDuplicateNavs")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    # Overrides the device's metrics: the true width, below the 500 that a window of Chromium has at least. A mouse
    # presses: where scripts are off, the driver's taps never end.
    options.add_experimental_option("mobileEmulation", {
        "deviceMetrics": {"width": WIDTH, "height": HEIGHT, "pixelRatio": 2.0, "touch": False, "mobile": True}})
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    blocked = [name for name, is_allowed in (("javascript", scripts), ("cookies", cookies)) if not is_allowed]
    if blocked:
        options.add_experimental_option(
            "prefs", {f"profile.managed_default_content_settings.{name}": 2 for name in blocked})
    driver = webdriver.Chrome(options, webdriver.ChromeService(programs["chromedriver"]))
    try:
        driver.set_page_load_timeout(SECONDS)
        driver.set_script_timeout(SECONDS)
        yield Phone(driver)
    finally:
        driver.quit()


class Phone:
    """What a person does with a phone, and what is to be seen on it."""

    def __init__(self, driver):
        self.driver = driver

    # What a person does.

    def open(self, address):
        self.driver.get(address)
        return self

    def press(self, selector):
        """Presses what leads to another page, and waits for that."""
        with self.leaving():
            self.find(selector).click()
        return self

    def press_twice(self, selector):
        """Waits for the page that knows how it ended: until then each opens itself anew."""
        with self.leaving():
            ActionChains(self.driver).double_click(self.find(selector)).perform()
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.05, ignored_exceptions=[WebDriverException]).until(
            lambda _: not self.has("meta[http-equiv=refresh]"))
        return self

    def tick(self, selector, wanted=True):
        box = self.find(selector)
        if box.is_selected() != wanted:
            box.click()
        return self

    def write(self, selector, text):
        field = self.find(selector)
        field.clear()
        field.send_keys(text)
        return self

    def choose(self, selector, value):
        [option] = [one for one in Select(self.find(selector)).options if one.get_property("value") == value]
        option.click()
        return self

    def send(self, form):
        """Sends a form that stood on a page of the same site before, and waits for what it leads to."""
        with self.leaving():
            self.driver.execute_script(SEND, *form)
        return self

    def back(self):
        with self.leaving():
            self.driver.back()
        return self

    def reload(self):
        with self.leaving():
            self.driver.refresh()
        return self

    @contextlib.contextmanager
    def leaving(self):
        """Waits at its end until the page is another one, and whole."""
        page = self._frame["loaderId"]
        yield
        # Between two pages there is nobody who could answer.
        WebDriverWait(self.driver, SECONDS, poll_frequency=0.05, ignored_exceptions=[WebDriverException]).until(
            lambda driver: self._frame["loaderId"] != page
            and driver.execute_script("return document.readyState") == "complete")

    def forget(self):
        """Keeps nothing any more of what pages gave it to keep."""
        self.driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
        return self

    def share_cookies(self, other):
        """Adds the cookies of another phone, as if both were windows of one browser."""
        names = ("name", "value", "domain", "path")
        cookies = [{name: cookie[name] for name in names} for cookie in other.driver.get_cookies()]
        self.driver.execute_cdp_cmd("Network.setCookies", {"cookies": cookies})
        return self

    @contextlib.contextmanager
    def new_tab(self):
        """Opens a tab, closes it at the end, and returns to the tab before it."""
        before = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        try:
            yield self
        finally:
            self.driver.close()
            self.driver.switch_to.window(before)

    def download(self, selector, folder):
        """Presses what leads to a file; gives the file in an empty folder, once it is whole."""
        self.driver.execute_cdp_cmd(
            "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
        self.find(selector).click()
        # What is on its way has another name.
        return WebDriverWait(folder, SECONDS, poll_frequency=0.05).until(
            lambda folder: next((file for file in folder.iterdir() if file.suffix == ".csv"), None))

    # What is to be seen.

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def has(self, selector):
        return bool(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def text(self, selector="body"):
        """The text that is shown, in one line."""
        return " ".join(self.find(selector).text.split())

    def form(self, selector):
        """Where a form goes, and what it sends as it stands there."""
        return self.driver.execute_script(
            "return [arguments[0].action, [...new FormData(arguments[0])]]", self.find(selector))

    def value(self, selector):
        return self.find(selector).get_property("value")

    @property
    def path(self):
        """Path and query of the page."""
        return "/" + self.driver.current_url.split("/", 3)[3]

    @property
    def source(self):
        """The page as it was sent."""
        # A document's request has the name of its loader.
        sent = self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": self._frame["loaderId"]})
        return base64.b64decode(sent["body"]).decode() if sent["base64Encoded"] else sent["body"]

    @property
    def _frame(self):
        return self.driver.execute_cdp_cmd("Page.getFrameTree", {})["frameTree"]["frame"]

    def run(self, script, *arguments):
        """What a script calls its last argument with, or resolves to."""
        return self.driver.execute_async_script(script, *arguments)

    def shifts(self):
        """How far the page has moved under the reader since it was opened: the sum of all layout shifts."""
        return self.run(SHIFTS)

    def requests(self):
        """What was asked for since this was last called: method and address, and the octets of all answers."""
        asked, octets = [], 0
        for line in self.driver.get_log("performance"):
            event = json.loads(line["message"])["message"]
            if event["method"] == "Network.requestWillBeSent":
                request = event["params"]["request"]
                if request["url"].startswith("http"):
                    asked.append((request["method"], request["url"]))
            elif event["method"] == "Network.loadingFinished":
                octets += event["params"]["encodedDataLength"]
        return asked, octets

    def night(self, is_night=True):
        """The time of day that pages are told of."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if is_night else "light"}]})
        return self

    def link(self, latency_ms, bits_per_second):
        """A slow connection."""
        self.driver.set_network_conditions(latency=latency_ms, throughput=bits_per_second // 8)
        return self

    def fast(self):
        self.driver.delete_network_conditions()
        return self

    def desk(self):
        """A desk's screen in place of the phone's."""
        return self.screen(DESK_WIDTH, is_phone=False)

    @contextlib.contextmanager
    def screen(self, width, is_phone=True):
        """A screen of another width in place of the phone's."""
        self._screen(width, is_phone)
        try:
            yield self
        finally:
            self._screen(WIDTH, is_phone=True)

    def _screen(self, width, is_phone):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": HEIGHT, "deviceScaleFactor": 2 if is_phone else 1, "mobile": is_phone})

    @property
    def width(self):
        """How wide the page is with all that stands in it."""
        return self.driver.execute_script("return document.documentElement.scrollWidth")

    def picture(self, file):
        """The whole page, also what lies below the screen, as a PNG."""
        width, height, density = self.driver.execute_script(
            "return [innerWidth, document.documentElement.scrollHeight, devicePixelRatio]")
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "captureBeyondViewport": True, "optimizeForSpeed": True,
            "clip": {"x": 0, "y": 0, "width": width, "height": max(HEIGHT, height), "scale": 1 / density}})
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(taken["data"]))
