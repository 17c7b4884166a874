"""The simulated processor's own pages, in the states that they can have."""

VISA_NUMBER, REFUSED_NUMBER = "4242 4242 4242 4242", "4000 0000 0000 0002"


def pay(phone, number):
    """Pays on a page of the processor, with a test card's number."""
    if phone.has("input[name=email]"):
        phone.write("input[name=email]", "ann@example.org")
    return phone.write("input[name=number]", number).write("input[name=expiry]", "12/40").write("input[name=cvc]", "123") \
        .press("form:has(input[name=number]) button")


def of(donor, name, *arguments):
    return donor.phone.open(getattr(donor.processor, name)(*arguments))


def opened(phone):
    """Opens the portal's card form."""
    phone.find("details > summary").click()
    return phone


STATES = {
    "processor-home": lambda donor: donor.phone.open(donor.processor.address),
    "processor-unknown": lambda donor: donor.phone.open(donor.processor.address + "/pages/checkout/cs_test_unknown"),
    "processor-bank": lambda donor: of(donor, "bank"),
    "processor-bank-answered": lambda donor: donor.phone.open(donor.processor.bank(answer="passed")),
    "processor-checkout": lambda donor: of(donor, "checkout"),
    "processor-checkout-declined": lambda donor: pay(of(donor, "checkout"), REFUSED_NUMBER),
    "processor-checkout-subscription": lambda donor: of(donor, "subscribe"),
    "processor-checkout-setup": lambda donor: of(donor, "save_card"),
    "processor-invoice": lambda donor: of(donor, "invoice"),
    "processor-invoice-declined": lambda donor: pay(of(donor, "invoice"), REFUSED_NUMBER),
    "processor-invoice-paid": lambda donor: pay(of(donor, "invoice"), VISA_NUMBER),
    "processor-invoice-void": lambda donor: of(donor, "invoice", "void"),
    "processor-portal": lambda donor: of(donor, "portal"),
    "processor-portal-declined": lambda donor: pay(opened(of(donor, "portal")), REFUSED_NUMBER),
    "processor-onboarding": lambda donor: of(donor, "onboarding"),
    "processor-express": lambda donor: of(donor, "express"),
}
