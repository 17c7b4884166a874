"""The second factor of a member: an authenticator app, and the pages that ask for its codes."""

import base64
import hashlib
import hmac
import time

import church
from staff import Staff
from treasury import PASSWORD


def code(secret, at=None):
    """The code that an app shows for a secret (RFC 6238: SHA-1, 30 seconds, six digits)."""
    count = int((at if at is not None else time.time()) // 30)
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, count.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(int.from_bytes(digest[start:start + 4], 'big') & 0x7fffffff) % 1_000_000:06}"


class Member(Staff):
    """A new member who adds a second factor."""

    def __init__(self, phone, site, name):
        super().__init__(phone, site, org="Alone")
        self.name = name
        church.tapctl(
            site.program, site.folder, "admin", "add", f"{name}@example.org", "--org", self.org, "--role", "read-only",
            "--password", "-", typed=PASSWORD + "\n")
        self.sign_in(name)

    def open_factor(self):
        self.phone.open(self.site.address + "/admin/second-factor")
        return self

    def add_factor(self, typed=None):
        """Adds a second factor with the app's code, or with other characters."""
        self.open_factor()
        secret = "".join(self.phone.text("span.code").split())
        self.phone.write("input[name=password]", PASSWORD).write("input[name=code]", typed or code(secret))
        self.phone.press("form:has(input[name=code]) button")
        return self

    def sign_in_again(self):
        """Signs in up to the form that asks for a code."""
        self.phone.forget()
        return self.sign_in(self.name)

    def enter(self, typed):
        self.phone.write("input[name=code]", typed).press("form:has(input[name=code]) button")
        return self
