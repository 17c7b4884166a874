import DataFolderKit
import Documents
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import StaffAccess
import TimeKit

/// Operations on one-time and monthly gifts.
extension APIRoute {
    static let gifts: [APIRoute] = [
        post(
            "/api/gifts", "createGift", "Make a one-time or monthly gift",
            [
                .optional("org", .text(), "the organization's id or one of its aliases"),
                .optional(
                    "fund", .text(), "with org: the fund's id; default: the organization's default fund",
                    requires: "org"),
                .optional(
                    "url", .text(),
                    "instead of org and fund: the giving URL that was opened, which is recorded as a tap",
                    exclusiveWith: "org"),
                .optional(
                    "amount_minor", .number(1 ... .max),
                    "the amount; default: the organization's suggested amount",
                    requires: "currency"),
                .optional(
                    "currency", .text(),
                    "with amount_minor: an ISO 4217 code; must be the organization's currency",
                    requires: "amount_minor"),
                .optional("recurring", .bool, "whether to repeat the gift every month"),
                .optional("cover_fees", .bool, "whether to add the fee to the donor's charge"),
                .method,
                .required("name", .text(), "the donor's name"),
                .required("email", .text(), "the donor's e-mail address"),
                .optional("phone", .text(), "the donor's phone number"),
                .donorsAddress,
            ], records: .makeGift, answers: Gift.schema, triesCards: true
        ) { try await $0.data.giving.give($0.giftRequest()).answered() },
        list(
            "/api/gifts", "listGifts", "List the gifts to an organization, newest first", for: .money,
            [
                .org,
                .optional("fund", .text(), "only gifts to this fund"),
                .optional("status", .cases(of: Gift.Status.self)),
                .optional("donor", .text(), "only gifts from the donor with this id"),
                .donorEmail,
                .optional("recurring", .text(), "only gifts that belong to the monthly gift with this id"),
                .optional("since", .text(), "only gifts on or after this day, such as 2026-01-31"),
                .optional(
                    "until", .text(), "only gifts on or before this day, in the organization's time zone"),
            ], of: Gift.schema
        ) { context, page in
            let id = try await context.listedOrganization()
            let fields = context.fields
            let (since, until) = (try fields.day("since"), try fields.day("until"))
            return try await context.data.read { transaction in
                var query = GiftQuery(
                    organization: id, fund: fields.text("fund"), donor: fields.text("donor"),
                    recurring: fields.text("recurring"),
                    status: fields.code("status", of: Gift.Status.self),
                    after: page.after, limit: page.asked)
                (query.sinceDay, query.untilDay) = (since, until)
                if let email = fields.text(APIField.donorEmail.name) {
                    // The response must not reveal whether the donor gave to another organization.
                    let donor = try EmailAddress(email).flatMap { try transaction.donor(email: $0) }
                    query.donors = donor.map { [$0.id] } ?? []
                }
                let wanted = query
                try page.check { try transaction.gift($0).map(wanted.concerns) ?? false }
                return try transaction.gifts(query).map(\.document)
            }
        },
        get(
            "/api/gifts/{gift}", "getGift", "Get a gift, with its donor and its payout", for: .money,
            answers: WholeGift.schema
        ) { context in
            let gift = try await context.gift()
            let payout = try await context.data.giving.knownPayout(of: gift)
            let net = try await context.data.read { try $0.net(of: gift) }
            return gift.document(payout: payout, net: net)
        },
        post(
            "/api/gifts/{gift}/retry", "retryGift",
            "Retry a declined gift with another card, up to five attempts in total",
            [.method, .donorsAddress], records: .retryGift, answers: Gift.schema, triesCards: true
        ) { context in
            let gift = try await context.gift()
            return try await context.data.giving.retry(
                gift.id, method: context.fields.needed("method"), client: context.fields.text("client"),
                key: context.requestKey
            ).answered()
        },
        post(
            "/api/gifts/{gift}/challenge", "answerChallenge",
            "Confirm or refuse a gift at the simulated bank, as the donor",
            [.challengeOutcome],
            records: .challengeGift, answers: Gift.schema
        ) { context in
            let gift = try await context.gift()
            let outcome = context.fields.challengeOutcome
            try await context.onceDone(["challenge", gift.id]) {
                guard gift.status == .requiresAction else {
                    throw GivingError(.wrongState, "a gift that \(gift.status.words)")
                }
                if let outcome { _ = try await context.data.play(outcome, for: gift) }
            }
            // A repeated request reports a declined card again.
            return try await context.gift().answered()
        },
    ]
}

extension APIRequestContext {
    fileprivate func giftRequest() async throws -> GiftRequest {
        var amount: GiftRequest.Amount?
        if let minor = fields.number("amount_minor"), let currency = try fields.currency() {
            amount = .money(Money(minor, currency))
        }
        let aim = try await aim()
        return GiftRequest(
            organization: aim.organization, fund: aim.fund, amount: amount,
            isRecurring: fields.bool("recurring") ?? aim.isRecurring,
            coversFee: fields.bool("cover_fees") ?? false, method: fields.needed("method"),
            name: fields.needed("name"), email: fields.needed("email"), phone: fields.text("phone"),
            client: fields.text("client"), tap: aim.tap, key: requestKey)
    }

    /// The organization and the fund of a gift, and the tap if both come from a tapped URL.
    private struct Aim {
        var organization: String
        var fund: String?
        var isRecurring = false
        var tap: String?
    }

    private func aim() async throws -> Aim {
        switch (fields.text("org"), fields.text("url")) {
        case (let name?, nil):
            return Aim(organization: try await organization(name), fund: fields.text("fund"))
        case (nil, let url?): return try await aim(of: url)
        case (nil, nil):
            throw APIError.field("missingField", "org", "is missing", remedy: "Send either org or url.")
        case (_?, _?):
            throw APIError.field(
                "unknownField", "url", "cannot be combined with org",
                remedy: "Send either url, or org and fund.")
        }
    }

    private func aim(of url: String) async throws -> Aim {
        let invocation = try Invocation.parse(url, profile: .tap, hosts: hosts)
        // Check first that the key can access the organization. Any other organization is treated as unknown.
        let organization = try await organization(invocation.org ?? invocation.orgAlias ?? "")
        if invocation.fundUnclear { throw GivingError(.fundUnclear) }
        try await data.refuseUnresolved(url, hosts: hosts)
        return Aim(
            organization: organization, fund: invocation.fund, isRecurring: invocation.recurring,
            tap: try await data.keepTap(url, invocation, organization: organization, key: requestKey))
    }
}

extension APIFields {
    /// Returns the value of a date field, such as `2026-01-31`. Returns nil if the field was omitted.
    ///
    /// - Throws: ``APIError`` if the value is not a valid date.
    func day(_ name: String) throws -> CalendarDate? {
        guard let text = text(name) else { return nil }
        guard let day = CalendarDate(iso8601: text) else {
            throw APIError.field(
                "wrongType", name, "is not a valid date", remedy: "Use a date such as 2026-01-31.")
        }
        return day
    }
}

extension Gift {
    /// Returns the JSON document of the gift after an attempt to charge it.
    ///
    /// - Throws: ``APIError`` with the gift's failure code if the payment failed. The error contains the
    ///   gift's JSON document.
    fileprivate func answered() throws -> JSONValue {
        guard status == .failed || status == .canceled else { return document }
        let code = failureCode ?? "card_declined"
        let sentence = FailureCode.sentence(of: code)
        var error = APIError(
            402, .card, code,
            "The gift was not paid: \(sentence). Try another card with a new Idempotency-Key.")
        error.gift = document
        throw error
    }
}

/// Operations that refund gifts.
extension APIRoute {
    static let refunds: [APIRoute] = [
        post(
            "/api/gifts/{gift}/refunds", "createRefund",
            "Refund a gift, in full or in part. Returns the gift",
            [
                .optional(
                    "amount_minor", .number(1 ... .max),
                    "the amount to refund; default: the whole remaining amount"
                ),
                .optional("reason", .text(of: ["duplicate", "fraudulent", "requested_by_customer"])),
            ], records: .refundGift, answers: Gift.schema
        ) { context in
            let gift = try await context.gift()
            let amount = context.fields.number("amount_minor").map {
                Money($0, gift.amount.currency).typedText
            }
            return try await context.data.giving.refund(
                gift.id, amount: amount, reason: context.fields.text("reason"), key: context.requestKey
            ).document
        },
        list(
            "/api/gifts/{gift}/refunds", "listRefunds", "List the refunds of a gift", for: .money,
            of: GiftRefund.schema
        ) { context, page in
            let gift = try await context.gift()
            return try await context.data.read { transaction in
                let all = try gift.payment.map { try transaction.refunds(ofPayment: $0) } ?? []
                try page.check { id in all.contains { $0.id == id } }
                let shown = all.drop { page.after != nil && $0.id != page.after }
                    .dropFirst(page.after == nil ? 0 : 1)
                return shown.prefix(page.asked).map { GiftRefund($0, of: gift).document }
            }
        },
    ]
}
