import DataFolderKit
import Documents
import Giving
import MoneyKit
import StaffAccess

/// Operations on monthly gifts.
extension APIRoute {
    static let recurring: [APIRoute] = [
        list(
            "/api/recurring", "listRecurring",
            "List the monthly gifts to an organization, newest first. If the first charge is declined, "
                + "no monthly gift is created, and only a failed gift is recorded",
            for: .money,
            [
                .org,
                .optional("donor", .text(), "only monthly gifts from the donor with this id"),
                .donorEmail,
            ], of: RecurringGift.schema
        ) { context, page in
            let id = try await context.listedOrganization()
            let (named, email) = (context.fields.text("donor"), context.fields.text(APIField.donorEmail.name))
            return try await context.data.read { transaction in
                try page.check { try transaction.recurring($0)?.organization == id }
                var donor = named
                if let email {
                    // The response must not reveal whether the donor gave to another organization.
                    let known = try EmailAddress(email).flatMap { try transaction.donor(email: $0) }
                    guard let known, named == nil || named == known.id else { return [] }
                    donor = known.id
                }
                return try transaction.recurringGifts(
                    organization: id, donor: donor, includingDeclined: false, after: page.after,
                    limit: page.asked
                ).map(\.document)
            }
        },
        get(
            "/api/recurring/{recurring}", "getRecurring", "Get a monthly gift", for: .money,
            answers: RecurringGift.schema
        ) { try await $0.monthlyGift().document },
        post(
            "/api/recurring/{recurring}", "changeRecurring",
            "Change the amount, day, card or fund of a monthly gift, starting with the next charge. "
                + "Each request can make only one change",
            [
                .optional("amount_minor", .number(1 ... .max), "the amount to charge each month"),
                .optional("day", .number(1...31), "the day of the month on which to charge"),
                .optional(
                    "method", .text(),
                    "another payment method, such as pm_card_visa; it pays a past-due charge immediately"),
                .optional("fund", .text(), "the new fund, which must belong to the same organization"),
            ], records: .changeRecurring, answers: RecurringGift.schema
        ) { context in
            let gift = try await context.monthlyGift()
            return try await context.change(gift, context.fields.change(of: gift))
        },
        post(
            "/api/recurring/{recurring}/pause", "pauseRecurring",
            "Pause a monthly gift until a given time, or until it is resumed",
            [
                .optional(
                    "until", .text(),
                    "when to resume the gift: a time, or a day in the organization's time zone, "
                        + "such as 2027-03-01")
            ],
            records: .pauseRecurring, answers: RecurringGift.schema
        ) { context in
            let (gift, end) = (try await context.monthlyGift(), try context.fields.pauseEnd("until"))
            let calendar = try await context.data.read {
                try $0.existingOrganization(gift.organization).calendar
            }
            return try await context.change(gift, .pause(until: end?.moment(by: calendar)))
        },
        post(
            "/api/recurring/{recurring}/resume", "resumeRecurring", "Resume a paused monthly gift",
            records: .resumeRecurring, answers: RecurringGift.schema
        ) { try await $0.change($0.monthlyGift(), .resume) },
        post(
            "/api/recurring/{recurring}/retry", "retryRecurring",
            "Retry the past-due charge of a monthly gift",
            records: .retryRecurring, answers: RecurringGift.schema
        ) { try await $0.change($0.monthlyGift(), .retry) },
        post(
            "/api/recurring/{recurring}/cancel", "cancelRecurring", "Cancel a monthly gift",
            records: .cancelRecurring, answers: RecurringGift.schema
        ) { try await $0.change($0.monthlyGift(), .cancel) },
    ]
}

extension APIRequestContext {
    /// Changes a monthly gift, once per idempotency key.
    fileprivate func change(_ gift: RecurringGift, _ change: RecurringChange) async throws -> JSONValue {
        guard let donor = gift.donor else { throw GivingError(.notFound, "donor for this monthly gift") }
        let form = DonorForm(donor: donor, key: requestKey, client: nil)
        return try await data.giving.change(gift.id, change, by: form).document
    }
}

extension APIFields {
    /// Returns the requested change to a monthly gift. Throws an error unless the request contains exactly
    /// one change.
    fileprivate func change(of gift: RecurringGift) throws -> RecurringChange {
        let changes: [RecurringChange] = [
            number("amount_minor").map { .amount(Money($0, gift.amount.currency).typedText) },
            number("day").map { .day(Int($0)) }, text("method").map { .method($0) },
            text("fund").map { .fund($0) },
        ].compactMap(\.self)
        guard changes.count == 1, let change = changes.first else {
            throw APIError(
                400, .request, changes.isEmpty ? "missingField" : "severalChanges",
                "Send exactly one of amount_minor, day, method and fund. "
                    + "Each change requires a separate request.")
        }
        return change
    }

    /// Returns the end of a pause as a day or a time, or nil if the field was omitted.
    fileprivate func pauseEnd(_ name: String) throws -> PauseEnd? {
        guard let text = text(name) else { return nil }
        guard let end = PauseEnd(iso8601: text) else {
            throw APIError.field(
                "wrongType", name, "is not a valid date or time",
                remedy: "Use a format like 2027-03-01 or 2027-03-01T09:00:00Z."
            )
        }
        return end
    }
}
