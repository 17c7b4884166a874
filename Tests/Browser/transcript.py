"""A page as a screen reader reads it, from Chromium's accessibility tree."""

import re

# What a screen reader calls controls and landmarks.
CONTROLS = {"radio": "radio button", "checkbox": "checkbox", "textbox": "edit", "combobox": "combo box",
            "button": "button", "link": "link", "DisclosureTriangle": "disclosure"}
LANDMARKS = {"banner": "banner", "complementary": "complementary", "main": "main", "navigation": "navigation",
             "region": "region", "form": "form", "search": "search"}
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"


def spoken(phone):
    """The page's lines, in the order in which a screen reader reads them."""
    nodes = phone.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    reader = Reader({node["nodeId"]: node for node in nodes})
    reader.read(nodes[0])
    return [masked(line) for line in reader.lines]


def masked(line):
    """The line with placeholders for dates."""
    line = re.sub(rf"\b\d{{1,2}} ({MONTHS}) \d{{4}}", "‹date›", line)
    line = re.sub(r"on day \d+(, or on the last day of a shorter month)?", "on day ‹day›", line)
    return re.sub(r"-20\d\d-(\d{6})", r"-‹year›-\1", line)


class Reader:
    """Reads an accessibility tree from its root."""

    def __init__(self, nodes):
        self.nodes, self.lines = nodes, []

    def read(self, node):
        role, name = text_of(node, "role"), " ".join(text_of(node, "name").split())
        if node.get("ignored"):
            self.read_children(node)
        elif role == "RootWebArea":
            self.say(f"page: {name}")
            self.read_children(node)
        elif role == "heading":
            self.say(f"heading level {property_of(node, 'level')}: {self.words(node)}")
        elif role in CONTROLS:
            self.say(self.control(node, role, name))
        # Only a form with a name is a landmark.
        elif role in LANDMARKS and (name or role != "form"):
            self.say(f"{LANDMARKS[role]} landmark" + (f": {name}" if name else ""))
            self.read_children(node)
        elif role == "group" and name:
            self.say(f"group: {name}")
            self.read_children(node)
        elif role in ("alert", "status"):
            self.say(f"{role}: {self.words(node)}" + (", focused" if property_of(node, "focused") else ""))
        elif role == "table":
            rows = list(self.all(node, "row"))
            self.say(f"table, {len(rows)} rows")
            for row in rows:
                self.say(", ".join(filter(None, (
                    self.words(cell) for cell in self.all(row, "rowheader", "cell", "columnheader")))))
        elif role == "image":
            self.say(f"image: {name}")
        elif role == "StaticText":
            self.say(name)
        elif role == "paragraph":
            self.paragraph(node)
        # The words of a label or legend are read with its control or group.
        elif role in ("LabelText", "Legend"):
            for control in self.all(node, *CONTROLS):
                self.read(control)
        else:
            self.read_children(node)

    def read_children(self, node):
        for child in self.children(node):
            self.read(child)

    def paragraph(self, node):
        """A paragraph is one line, followed by its links, as the Tab key finds them."""
        self.say(self.words(node))
        for link in self.all(node, "link"):
            self.say(self.control(link, "link", " ".join(text_of(link, "name").split())))

    def control(self, node, role, name):
        said = [f"{CONTROLS[role]}: {name}" if role in ("button", "link") else f"{CONTROLS[role]}, {name}"]
        value = text_of(node, "value")
        if role in ("radio", "checkbox"):
            said.append("checked" if property_of(node, "checked") in ("true", True) else "not checked")
        if role == "radio":
            group = list(self.all(self.group(node), "radio"))
            said.append(f"{[one['nodeId'] for one in group].index(node['nodeId']) + 1} of {len(group)}")
        if role in ("textbox", "combobox"):
            said.append(value or "blank")
        if property_of(node, "required"):
            said.append("required")
        if property_of(node, "invalid") in ("true", True):
            said.append("invalid entry")
        if role == "DisclosureTriangle":
            said.append("expanded" if property_of(node, "expanded") else "collapsed")
        said.append(text_of(node, "description"))
        return ", ".join(filter(None, said))

    def group(self, node):
        """The closest group around a node."""
        while text_of(node, "role") != "group":
            node = self.nodes[node["parentId"]]
        return node

    def words(self, node):
        """All text of a node in one line."""
        texts = [text_of(one, "name") for one in self.all(node, "StaticText", "LineBreak")]
        return re.sub(r" ([,.;:])", r"\1", " ".join(" ".join(texts).split()))

    def all(self, node, *roles):
        """The nodes of these roles below a node."""
        for child in self.children(node):
            if text_of(child, "role") in roles and not child.get("ignored"):
                yield child
            else:
                yield from self.all(child, *roles)

    def children(self, node):
        return [self.nodes[child] for child in node.get("childIds", []) if child in self.nodes]

    def say(self, line):
        if line:
            self.lines.append(line)


def text_of(node, field):
    return str(node.get(field, {}).get("value", ""))


def property_of(node, name):
    return next((one["value"].get("value") for one in node.get("properties", []) if one["name"] == name), None)
