import Contracts
import Documents
import Giving

/// The documents of `docs/json.md` that the API returns.
extension APIObject {
    package static let organization = APIObject(
        name: "org",
        fields: [
            .always("object", .text(of: ["org"])), .always("id", .text(), "as in URLs and on tags"),
            .always("name", .text(), "what people see"),
            .always("aliases", .list(of: .text()), "other names that URLs may use, exactly"),
            .always("logo", .orNull(.text())), .always("currency", .text(), "ISO 4217, in lower case"),
            .always("time_zone", .text(), "IANA"), .always("country", .text(), "ISO 3166"),
            .always("tax_id", .orNull(.text())),
            .always("default_minor", .number(), "what the page offers first"),
            .always("least_minor", .number(), "the least gift"),
            .always("most_minor", .number(), "the greatest gift"),
            .always("presets_minor", .list(of: .number()), "amounts to choose from"),
            .always("platform_fee_basis_points", .number()), .always("statement_descriptor", .text()),
            .always("status", .text(of: Organization.Status.allCases.map(\.rawValue))),
            .always("account", .orNull(.text()), "its account at the processor"),
            .always("onboarding", .text()), .always("payable", .truth, "gifts can be charged"),
            .always("owed_minor", .number(), "what it owes the platform"),
            .always("default_fund", .orNull(.text()), "the fund that is meant where none is named"),
            .always("funds", .list(of: .named(.fund)), "closed ones included"), .always("created", .text()),
        ])

    package static let fund = APIObject(
        name: "fund",
        fields: [
            .always("object", .text(of: ["fund"])), .always("id", .text()), .always("org", .text()),
            .always("name", .text()), .always("open", .truth, "it takes gifts"),
            .always("one_time", .truth, "it takes single gifts"),
            .always("monthly", .truth, "it takes monthly gifts"), .always("created", .text()),
        ])

    /// A fund in a list, with its totals.
    static let fundWithTotals = APIObject(
        name: "fund_with_totals",
        fields: fund.fields + [
            .always(
                "totals",
                .list(
                    of: .object([
                        .always(
                            "amount_minor", .number(),
                            "gifts less refunds, without covered fees and before any fee"),
                        .always("currency", .text()),
                        .always("gifts", .number(), "how many gifts count"),
                    ])), "what it has got, one a currency")
        ])

    package static let gift = APIObject(name: "gift", fields: giftFields)

    /// A single gift, with its donor and its payout.
    static let giftWhole = APIObject(
        name: "gift_whole",
        fields: giftFields + [
            .always("donor_name", .orNull(.text()), "null when the donor was forgotten"),
            .always("donor_email", .orNull(.text())),
            .always("net_minor", .orNull(.number()), "what reached the organization of the charge"),
            .always("payout", .orNull(.text()), "the payout that took it to the bank"),
        ])

    private static let giftFields: [APIField] = [
        .always("object", .text(of: ["gift"])), .always("id", .text()), .always("org", .text()),
        .always("fund", .text()), .always("amount_minor", .number(), "what is given for the fund"),
        .always("covered_fee_minor", .number(), "what the donor added for the fee"),
        .always("fee_minor", .number(), "total_minor less what reaches the organization"),
        .always("total_minor", .number(), "what is charged"), .always("currency", .text()),
        .always("status", .text(of: Gift.Status.allCases.map(\.rawValue))),
        .always("recurring", .orNull(.text()), "the monthly gift that it is a period of"),
        .always("payment", .orNull(.text())), .always("payment_intent", .orNull(.text())),
        .always("receipt_number", .orNull(.text()), "the receipt that counts"),
        .always("refunded_minor", .number(), "what was refunded of total_minor"),
        .always("failure_code", .orNull(.text()), "why it was not paid"),
        .always("donor", .orNull(.text()), "null when the donor was forgotten"),
        .always("tap", .orNull(.text()), "the tap from which it came"),
        .always("livemode", .truth, "false: no money moves in this version"), .always("created", .text()),
    ]

    package static let refund = APIObject(
        name: "refund",
        fields: [
            .always("object", .text(of: ["refund"])), .always("id", .text()), .always("gift", .text()),
            .always("amount_minor", .number()), .always("currency", .text()),
            .always("status", .text(of: ["pending", "succeeded", "failed", "needs_review"])),
            .always("reason", .orNull(.text())), .always("failure_code", .orNull(.text())),
            .always("created", .text()),
        ])

    package static let recurring = APIObject(
        name: "recurring",
        fields: [
            .always("object", .text(of: ["recurring"])), .always("id", .text()), .always("org", .text()),
            .always("fund", .text()), .always("donor", .orNull(.text())),
            .always("amount_minor", .number(), "each month"), .always("covered_fee_minor", .number()),
            .always("total_minor", .number()), .always("currency", .text()),
            .always("status", .text(of: RecurringGift.Status.allCases.map(\.rawValue))),
            .always("day_of_month", .number(1...31), "short months use their last day"),
            .always("next_charge", .orNull(.text())), .always("paused_until", .orNull(.text())),
            .always("charging", .truth, "whether a bank debit is under way"),
            .always("paid_periods", .number(), "how often it was paid"), .always("first_gift", .text()),
            .always("failure_code", .orNull(.text()), "why the last charge failed"),
            .always("tap", .orNull(.text())), .always("created", .text()),
            .always("canceled", .orNull(.text()), "when it ended"),
        ])

    package static let statement = APIObject(
        name: "statement",
        fields: [
            .always("object", .text(of: ["statement"])), .always("org", .text()),
            .always("org_name", .text()), .always("tax_id", .orNull(.text())),
            .always("year", .number(), "by the organization's clock at the time of each gift"),
            .always("donor_name", .text()),
            .always("issued", .text()), .always("currency", .text()),
            .always(
                "gifts",
                .list(
                    of: .object([
                        .always("id", .text()), .always("paid", .text()),
                        .always("date", .text(), "by the organization's clock of that time"),
                        .always("late", .truth, "it came after the books of the gift's month were closed"),
                        .always("fund", .text()), .always("fund_name", .text()), .always("recurring", .truth),
                        .always("receipt_number", .orNull(.text())), .always("amounts", amounts),
                    ]))),
            .always(
                "funds",
                .list(
                    of: .object([
                        .always("fund", .text()), .always("fund_name", .text()),
                        .always("gifts", .number()), .always("amounts", amounts),
                    ]))),
            .always("sum", amounts), .always("livemode", .truth),
        ])

    /// A statement in a list.
    static let statementOfDonor = APIObject(
        name: "statement_of_donor",
        fields: statement.fields + [.always("donor", .text(), "whose it is; what starting_after takes")])

    private static let amounts = APISchema.object([
        .always("given_minor", .number()), .always("covered_fee_minor", .number()),
        .always("refunded_minor", .number()), .always("total_minor", .number()),
    ])

    package static let tap = APIObject(
        name: "tap",
        fields: [
            .always("object", .text(of: ["tap"])), .always("id", .text()),
            .always("url", .text(), "as it arrived; only where it led if a card's number could stand in it"),
            .always("canonical", .orNull(.text()), "its canonical form, where there is one"),
            .always("org", .text()), .always("fund", .orNull(.text()), "the fund that it named"),
            .always("uid", .orNull(.text()), "the tag's, where it was mirrored"),
            .always("counter", .orNull(.number()), "the tag's, where it was mirrored"),
            .always("evidence", .orNull(.text()), "mirror or sun"),
            .always("fresh", .truth, "the counter is greater than any seen of this UID"),
            .always("source", .text(of: Tap.Source.allCases.map(\.rawValue))), .always("created", .text()),
        ])

    /// The reason that a request failed, in Stripe's format.
    package static let error = APIObject(
        name: "error",
        fields: [
            .always(
                "error",
                .object([
                    .always("type", .text(of: APIError.Kind.allCases.map(\.rawValue))),
                    .always("code", .text(), "the code of `--json` errors, or the processor's for a card"),
                    .always("message", .text(), "what happened, why, and what to do next"),
                    .maybe("param", .text(), "the key or parameter that is meant"),
                    .maybe("gift", .named(.gift), "the gift that was not paid"),
                    .maybe(
                        "problems", .list(of: .object(contractProblem)),
                        "of a contract: every field that is missing or wrong"),
                    .maybe(
                        "status", .text(of: ContractStatus.allCases.map(\.rawValue)),
                        "of a contract: where it stands, when that forbids it"),
                    .maybe("allowed", .list(of: .text()), "of a contract: what can be done then"),
                    .maybe(
                        "onboarding_link", .text(),
                        "send POST here: the response has the link that sets up the payee's account"),
                    .maybe("title", .text(), "of a locked feature: what stands above the message"),
                ]))
        ])
}

extension APISchema {
    /// Returns the schema of a page of a list.
    package static func page(of object: APIObject) -> APISchema {
        .object([
            .always("object", .text(of: ["list"])),
            .always("has_more", .truth, "more stand behind the last one: starting_after"),
            .always("data", .list(of: .named(object))),
        ])
    }
}
