import Bookings
package import DataFolderKit
import DatabaseKit
package import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
package import Processor
import TimeKit

extension PayeeProduct: ScenarioProduct {
    package var verbs: [any ScenarioVerb.Type] { [ScenarioPayee.self] }
    package var fields: [any ScenarioField.Type] { [ScenarioEarningsField.self] }
}

extension BookingProduct: ScenarioProduct {
    package var verbs: [any ScenarioVerb.Type] {
        [ScenarioQuote.self, ScenarioBooking.self, ScenarioJobAct.self]
    }
    package var fields: [any ScenarioField.Type] { [ScenarioBookingField.self] }
}

extension ScenarioKind {
    static let payees = ScenarioKind("payee", plural: "payees")
    static let quotes = ScenarioKind("quote", plural: "quotes")
}

/// An action that enrolls a payee and sets up the payee's account.
package struct ScenarioPayee: ScenarioVerb {
    package var name: String
    /// The payee's time zone, which determines when a day begins in the payee's earnings.
    package var timeZone = "UTC"
    package var onboarding: Account.OnboardingOutcome = .complete

    package static let key = "payee"
    static let keys = ["as", "time_zone", "onboarding"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a payee", keys: keys)
        var payee = ScenarioPayee(name: try reader.newName(fields, .payees))
        if let zone = try fields.text("time_zone") { payee.timeZone = zone }
        if let tree = fields["onboarding"] {
            let words = Account.OnboardingOutcome.allCases.map(\.rawValue)
            payee.onboarding = .init(rawValue: try tree.word(as: "onboarding", of: words)) ?? .complete
        }
        return payee
    }

    package var sentence: String { "payee \(name): \(onboarding.rawValue)" }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let (service, world) = (run.world.products.payees, run.world)
        let id = try await world.file.write {
            try service.enroll(named: name, timeZone: timeZone, in: $0).id
        }
        run.ids[.payees, default: [:]][name] = id
        let profile = try await service.setUpPayouts(of: id, in: .usd)
        if let account = profile.account {
            try await world.controls.onboard(account, onboarding)
            try await world.giving.payments.refresh(payee: account)
        }
        return ScenarioRun.Outcome(text: try await service.onboarding(of: id).label)
    }
}

/// An action that creates a named quote for work. The job that results from the quote has the same name.
package struct ScenarioQuote: ScenarioVerb {
    package var name: String
    package var payee: String
    package var price: String
    package var address: String?

    package static let key = "quote"
    static let keys = ["as", "payee", "price", "address"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a quote", keys: keys)
        let payee = try fields.needed("payee")
        return ScenarioQuote(
            name: try reader.newName(fields, .quotes),
            payee: try reader.known(try payee.text(as: "payee"), .payees, line: payee.line),
            price: try fields.needed("price").amount(as: "price"), address: try fields.text("address"))
    }

    package var sentence: String { "quote \(name) of \(price) for \(payee)" }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let payer = BookingPayer(id: "a-payer", name: "A Payer", email: "payer@example.org")
        let made = try await run.world.products.bookings.quote(
            BookingRequest(
                payee: try run.id(of: payee, .payees), payer: payer, title: name, address: address,
                price: try Money(parsing: price, in: .usd)))
        run.ids[.quotes, default: [:]][name] = made.id
        return ScenarioRun.Outcome(text: "\(made.quote.payeeNet.plainText) for \(payee)")
    }
}

/// An action that pays a quote as the payer, possibly several times concurrently. The payment creates the
/// job.
package struct ScenarioBooking: ScenarioVerb {
    package var quote: String
    package var method = "pm_card_visa"
    package var key: String?
    package var times = 1
    /// Whether the payer passes the bank's challenge. Nil if the payer does not respond.
    var passesChallenge: Bool?

    package static let key = "book"
    static let keys = ["quote", "method", "key", "times", "challenge"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a booking", keys: keys)
        var booking = ScenarioBooking(quote: try reader.known(fields, "quote", .quotes))
        if let tree = fields["method"] { booking.method = try reader.method(tree) }
        booking.key = try fields.text("key")
        booking.times = try fields.number("times", in: 1...100) ?? 1
        booking.passesChallenge = try fields.challenge()
        return booking
    }

    package var sentence: String { "pay \(quote) with \(method)" + often(times) }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let (service, method) = (run.world.products.bookings, run.cards[method] ?? method)
        let found = try await run.quote(named: quote)
        let payer = BookingActor.payer(found.request.payer.id)
        let outcome = await run.payAtOnce(times) { [key] in
            try await service.pay(found.id, method: method, by: payer, key: key).payment
        }
        guard let passed = passesChallenge, outcome.refusal == nil,
            let payment = try await run.quote(named: quote).payment
        else { return outcome }
        return try await run.answerBank(about: payment, passed)
    }
}

/// An action on a quote or on its job.
package struct ScenarioJobAct: ScenarioVerb {
    package var quote: String
    var act: Act
    package var role: BookingRole

    enum Act: String, Equatable, Sendable, CaseIterable {
        case complete, cancel, payout
        /// The payment sheet reports that the quote is paid.
        case confirm
        /// The payer closes the payment sheet without paying.
        case abandon

        /// The role that performs the action if the scenario does not set a role.
        fileprivate var usualRole: BookingRole {
            switch self {
            case .complete: .payee
            case .cancel, .confirm, .abandon: .payer
            case .payout: .platform
            }
        }
    }

    package static let key = "job"
    static let keys = ["of", "do", "by"]

    package static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a job", keys: keys)
        let quote = try fields.needed("of")
        let word = try fields.needed("do").word(as: "do", of: Act.allCases.map(\.rawValue))
        let act = Act(rawValue: word) ?? .confirm
        let role = try fields["by"].map { tree throws(ScenarioError) in
            BookingRole(rawValue: try tree.word(as: "by", of: BookingRole.allCases.map(\.rawValue)))
        }
        return ScenarioJobAct(
            quote: try reader.known(try quote.text(as: "of"), .quotes, line: quote.line), act: act,
            role: (role ?? nil) ?? act.usualRole)
    }

    package var sentence: String { "\(quote): \(act.rawValue) by the \(role.rawValue)" }

    package func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let service = run.world.products.bookings
        let quote = try await run.quote(named: quote)
        let actor = role.actor(in: quote.request)
        let text =
            switch act {
            case .confirm: try await service.confirm(quote.id, by: actor).payment.state.rawValue
            case .abandon: "closed \(try await service.abandon(quote.id, by: actor).abandonments)"
            case .complete:
                try await service.perform(.complete, on: run.job(of: quote).id, by: actor).status.rawValue
            case .cancel:
                try await service.perform(.cancel, on: run.job(of: quote).id, by: actor).status.rawValue
            case .payout:
                try await service.payOut(run.job(of: quote).id, by: actor).payoutStatus.rawValue
            }
        return ScenarioRun.Outcome(text: text)
    }
}

/// A field of a quote or its job that a scenario can check.
package enum ScenarioBookingField: String, ScenarioField {
    case status, payout, earned, refunded, abandonments

    package static let kind = ScenarioKind.quotes
    package static let key = "bookings"
    package static let noun = "booking"
    /// The value of every field except `abandonments` if the quote has no job.
    private static let noJob = "none"

    package func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        switch self {
        case .status:
            try entry.value.word(
                as: entry.key, of: BookingJob.Status.allCases.map(\.rawValue) + [Self.noJob])
        case .payout:
            try entry.value.word(as: entry.key, of: PayoutStatus.allCases.map(\.rawValue) + [Self.noJob])
        case .earned, .refunded: try entry.value.amount(as: entry.key)
        case .abandonments: String(try entry.value.number(as: entry.key, in: 0...1_000))
        }
    }

    package func found(of name: String, in run: ScenarioRun) async throws -> String {
        let quote = try await run.quote(named: name)
        if self == .abandonments { return String(quote.abandonments) }
        guard let job = try await run.knownJob(of: quote) else { return Self.noJob }
        switch self {
        case .status, .abandonments: return job.status.rawValue
        case .payout:
            return try await run.world.products.bookings.payeeJob(job.id).payoutStatus.rawValue
        case .earned: return job.earned.plainText
        case .refunded: return Money(job.refundedMinor, job.earned.currency).plainText
        }
    }
}

/// A field of a payee's earnings that a scenario can check.
package enum ScenarioEarningsField: String, ScenarioField {
    case today, week, month, total
    case last7Days = "7d"
    case last30Days = "30d"

    package static let kind = ScenarioKind.payees
    package static let key = "earnings"
    package static let noun = "earnings"

    package func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        try entry.value.amount(as: entry.key)
    }

    package func found(of name: String, in run: ScenarioRun) async throws -> String {
        let earnings = try await run.world.products.payees.earnings(of: run.id(of: name, .payees), in: .usd)
        let sum =
            switch self {
            case .today: earnings.today
            case .week: earnings.week
            case .month: earnings.month
            case .total: earnings.total
            case .last7Days: earnings.last7Days
            case .last30Days: earnings.last30Days
            }
        return sum.plainText
    }
}

extension ScenarioRun {
    fileprivate func quote(named name: String) async throws -> BookingQuote {
        try await world.products.bookings.quote(id(of: name, .quotes), for: .platform)
    }

    fileprivate func knownJob(of quote: BookingQuote) async throws -> BookingJob? {
        guard let payment = quote.payment else { return nil }
        return try await world.file.read { try $0.bookingJob(ofPayment: payment) }
    }

    fileprivate func job(of quote: BookingQuote) async throws -> BookingJob {
        guard let job = try await knownJob(of: quote) else {
            throw GivingError(.wrongState, "an unpaid quote, which has no job")
        }
        return job
    }
}
