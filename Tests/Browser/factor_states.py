"""The pages about a member's password and second factor, in the states that they can have."""

from factor import Member
from staff_states import out, signed_in


def member(donor, name):
    """A new member: a second factor changes each later sign-in."""
    return Member(donor.phone.forget(), donor.site, name)


# A member with a second factor, and the cookies of their session.
enrolled = {}


def with_factor(donor):
    if not enrolled:
        enrolled["staff"] = member(donor, "enrolled").add_factor()
        enrolled["cookies"] = donor.phone.driver.get_cookies()
    return enrolled["staff"]


def account(donor):
    staff = signed_in(donor)
    staff.phone.open(staff.site.address + "/admin/account")
    return staff


def two_new_passwords(donor):
    form = "form:has(input[name=again]) "
    phone = account(donor).phone
    for name, text in (("current", "no sentence of mine"), ("new", "another sentence"), ("again", "a third sentence")):
        phone.write(f"{form}input[name={name}]", text)
    phone.press(form + "button")


STATES = {
    "admin-forgotten": lambda donor: out(donor).phone.open(donor.site.address + "/admin/forgotten-password"),
    "admin-dead-password-link": lambda donor: out(donor).phone.open(
        donor.site.address + "/admin/new-password/" + "A" * 22),
    "admin-account": account,
    "admin-account-refused": two_new_passwords,
    "admin-factor-refused": lambda donor: member(donor, "refused").add_factor("000000"),
    "admin-recovery-codes": lambda donor: member(donor, "codes").add_factor(),
    "admin-factor": lambda donor: with_factor(donor).come_back(enrolled["cookies"]).open_factor(),
    "admin-code": lambda donor: with_factor(donor).sign_in_again(),
    "admin-code-refused": lambda donor: with_factor(donor).sign_in_again().enter("000000"),
}
