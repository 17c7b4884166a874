import Bookings
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import TimeKit

/// Methods for the bookings of the organizations that the API key can access. With the same key, a client can
/// act as the payer, the payee or the platform.
extension APIRequestContext {
    private var payees: PayeeService { data.products.payees }
    private var bookings: BookingService { data.products.bookings }

    /// Returns the payee identified in the path, if it belongs to an organization that the API key can
    /// access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the payee.
    func payee() async throws -> PayeeProfile { try await payee(part("payee")) }

    private func payee(_ id: String) async throws -> PayeeProfile {
        try await owned(.payee, id) { try $0.payeeProfile(id).map { ($0, $0.org) } }
    }

    /// Returns the job identified in the path, if its payee belongs to an organization that the API key can
    /// access.
    ///
    /// - Throws: ``APIObject/notYours(_:)`` if the key cannot access the job.
    func job() async throws -> BookingJob {
        let id = part("job")
        return try await owned(.job, id) { transaction in
            try transaction.bookingJob(id).map { ($0, try transaction.payeeProfile($0.request.payee)?.org) }
        }
    }

    /// Returns the JSON document of a payee, with the onboarding status of its account.
    func shown(_ profile: PayeeProfile) async throws -> JSONValue {
        PayeeDetails(profile: profile, onboarding: try await payees.onboarding(of: profile.id)).document
    }

    /// Enrolls a payee, once per idempotency key.
    func enroll() async throws -> JSONValue {
        let (org, payees) = (try await listedOrganization(), payees)
        let id = try await onceAbout(["enroll", "payee", org]) {
            try payees.enroll(
                named: fields.needed("name"), timeZone: fields.needed("time_zone"), at: org, in: $0
            ).id
        }
        return try await shown(payees.profile(id))
    }

    /// Creates a link to the page for setting up payouts. The link works once, and expires after a short
    /// time.
    func onboardingLink() async throws -> JSONValue {
        let payee = try await payee()
        let (refresh, back) = (try url("refresh_url"), try url("return_url"))
        let org = payee.org ?? ""
        let currency = try await data.read { try $0.knownOrganization(org).currency }
        let profile = try await payees.setUpPayouts(of: payee.id, in: currency)
        guard let account = profile.account else { throw PayeeError(.notConnected) }
        try await data.payments.refresh(payee: account)
        let url = try await data.payments.onboardingLink(
            for: account, refreshURL: refresh, returnURL: back)
        return ["object": "onboarding_link", "payee": .string(payee.id), "url": .string(url)]
    }

    private func url(_ name: String) throws(APIError) -> String {
        let url = fields.needed(name)
        guard SheetSettings.isReturnURL(url) else {
            throw .field(
                "invalidURL", name, "is not an allowed URL",
                remedy: "Use a URL with a host, and with https or your app's own scheme.")
        }
        return url
    }

    /// Creates a quote for a booking, once per idempotency key.
    func createIntent() async throws -> JSONValue {
        let profile = try await payee(fields.needed("payee"))
        let currency = try fields.currency() ?? .usd
        let email = fields.needed("payer_email")
        guard EmailAddress(email) != nil else {
            throw APIError.field(
                "invalidEmail", "payer_email",
                "is not a valid e-mail address: \(EmailAddress.flaw(of: email))",
                remedy: "Use an address like someone@example.org.")
        }
        let request = BookingRequest(
            payee: profile.id, payer: try BookingPayer(name: fields.needed("payer_name"), email: email),
            title: fields.needed("title"), address: fields.text("address"),
            price: Money(fields.number("price_minor") ?? 0, currency))
        let bookings = bookings
        let id = try await onceAbout(["quote", "booking", profile.id]) {
            try bookings.quote(request, in: $0).id
        }
        return try await shownQuote(id)
    }

    /// Pays a quote, once per idempotency key.
    ///
    /// If the request contains no payment method, this function fetches the state of the existing payment
    /// from the processor. Clients omit the payment method if the payer uses the payment sheet.
    ///
    /// - Throws: ``APIError`` with the card's error code if the payment failed. The payer can then try
    ///   another card.
    func confirm() async throws -> JSONValue {
        let id = fields.needed("quote")
        let quote = try await owned(.quote, id) { transaction in
            try transaction.bookingQuote(id).map { ($0, try transaction.payeeProfile($0.request.payee)?.org) }
        }
        let payer = BookingActor.payer(quote.request.payer.id)
        try await onceDone(["confirm", "booking", id]) {
            if let method = fields.text("method") {
                _ = try await bookings.pay(
                    id, method: method, by: payer, client: fields.text("client"), key: requestKey)
            } else {
                _ = try await bookings.confirm(id, by: payer)
            }
        }
        let paid = try await bookings.quote(id, for: .platform)
        let payment = try await data.read { transaction in
            try paid.payment.flatMap { try transaction.payment($0) }
        }
        try payment?.checkCard()
        return try await shownQuote(id)
    }

    private func shownQuote(_ id: String) async throws -> JSONValue {
        let now = data.clock.now()
        let quote = try await bookings.quote(id, for: .platform)
        return try await data.read { transaction in
            let payment = try quote.payment.flatMap { try transaction.payment($0) }
            let job = try payment.flatMap { try transaction.bookingJob(ofPayment: $0.id) }
            return BookingQuoteDetails(quote: quote, payment: payment, job: job, now: now).document
        }
    }

    /// Performs an action on a job, once per idempotency key, and then makes the transfers or refunds that
    /// the action requires.
    func perform(
        _ name: String,
        _ work: @escaping @Sendable (BookingService, BookingJob, Transaction) throws -> Void
    ) async throws -> JSONValue {
        let (job, bookings) = (try await job(), bookings)
        _ = try await onceAbout([name, "job", job.id]) { transaction in
            try work(bookings, job, transaction)
            return job.id
        }
        // A repeated request also completes an action that was interrupted before any money moved.
        try await bookings.settle(job.id)
        return try await bookings.shown(job.id).document
    }

    /// Refunds all or part of a job's price, once per idempotency key.
    func refundJob() async throws -> JSONValue {
        let (job, bookings) = (try await job(), bookings)
        let amount = fields.number("amount_minor") ?? 0
        let refund = try await onceAbout(["refund", "job", job.id]) { transaction in
            try bookings.refund(amount, of: job.id, by: .platform, in: transaction)
        }
        // A repeated request also completes a refund that was interrupted.
        _ = try await bookings.finish(refund: refund, of: job.id)
        return try await bookings.shown(job.id).document
    }

    /// Pays out a completed job, once per idempotency key.
    func payOut() async throws -> JSONValue {
        let job = try await job()
        try await onceDone(["payout", "job", job.id]) {
            try await bookings.payOut(job.id, by: .platform)
        }
        let now = try await bookings.payeeJob(job.id)
        return ["success": true, "payment": .string(job.payment), "job": now.document]
    }

    /// Returns the requested period or range of days. If the request contains neither, the period is not
    /// limited.
    ///
    /// - Throws: ``APIError`` that names the field if a day is invalid, if days are combined with a period,
    ///   or if the last day is before the first.
    private func period() throws -> LocalPeriod {
        let (since, until) = (try fields.day("since"), try fields.day("until"))
        guard since != nil || until != nil else {
            return fields.code("period", of: EarningsPeriod.self)?.period ?? .allTime
        }
        guard fields.text("period") == nil else {
            throw APIError.field(
                "usage", "period", "cannot be combined with since or until",
                remedy: "Send either period, or since and until.")
        }
        guard let days = LocalPeriod.days(from: since, through: until) else {
            throw APIError.field(
                "usage", "until", "is before since",
                remedy: "Send the first day as since and the last day as until.")
        }
        return days
    }

    /// Returns the JSON document of the payee's earnings.
    func earnings() async throws -> JSONValue {
        let payee = try await payee()
        let currency = try fields.currency() ?? .usd
        return try await payees.earnings(of: payee.id, in: currency).document(of: payee.id)
    }

    /// Returns the JSON document of the payee's earnings in the year given in the path.
    func earningsOfYear() async throws -> JSONValue {
        let payee = try await payee()
        let currency = try fields.currency() ?? .usd
        let text = part("year")
        guard text.utf8.count == 4, let year = Int(text), LocalPeriod.year(year) != nil else {
            throw APIError(
                404, .request, "not_found", "The year is invalid. Use a year from 0001 to 9998, such as 2026."
            )
        }
        return try await payees.earnings(of: payee.id, inYear: year, currency).document
    }

    /// Returns a JSON document with one page of the payee's jobs that earned money and were completed in the
    /// requested period.
    func earningsHistory() async throws -> JSONValue {
        let (payee, page) = (try await payee(), APIPage(fields))
        try await data.read { transaction in
            try page.check { id in try payee.account.map { try transaction.payment(id)?.payee == $0 } ?? false
            }
        }
        let period = try period()
        let found = try await payees.history(
            of: payee.id, in: period, after: page.after, limit: page.asked - 1)
        return .list(found.entries.map(\.document), hasMore: found.next != nil)
    }
}
