import Bookings
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import Processor
import TimeKit

extension PayeeProduct: ScenarioProduct {
    var verbs: [any ScenarioVerb.Type] { [ScenarioPayee.self] }
    var fields: [any ScenarioField.Type] { [ScenarioEarningsField.self] }
}

extension BookingProduct: ScenarioProduct {
    var verbs: [any ScenarioVerb.Type] {
        [ScenarioQuote.self, ScenarioBooking.self, ScenarioJobAct.self]
    }
    var fields: [any ScenarioField.Type] { [ScenarioBookingField.self] }
}

extension ScenarioKind {
    static let payees = ScenarioKind("payee", plural: "payees")
    static let quotes = ScenarioKind("quote", plural: "quotes")
}

/// An action that enrolls a payee and sets up the payee's account.
struct ScenarioPayee: ScenarioVerb {
    var name: String
    /// The payee's time zone, which determines when a day begins in the payee's earnings.
    var timeZone = "UTC"
    var onboarding: Account.OnboardingOutcome = .complete

    static let key = "payee"
    static let keys = ["as", "time_zone", "onboarding"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a payee", keys: keys)
        var payee = ScenarioPayee(name: try reader.newName(fields, .payees))
        if let zone = try fields.text("time_zone") { payee.timeZone = zone }
        if let tree = fields["onboarding"] { payee.onboarding = try tree.word(as: "onboarding") }
        return payee
    }

    var sentence: String { "payee \(name): \(onboarding.rawValue)" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
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
struct ScenarioQuote: ScenarioVerb {
    var name: String
    var payee: String
    var price: String
    var address: String?

    static let key = "quote"
    static let keys = ["as", "payee", "price", "address"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a quote", keys: keys)
        let payee = try fields.needed("payee")
        return try ScenarioQuote(
            name: reader.newName(fields, .quotes),
            payee: reader.known(payee.text(as: "payee"), .payees, line: payee.line),
            price: fields.needed("price").amount(as: "price"), address: fields.text("address"))
    }

    var sentence: String { "quote \(name) of \(price) for \(payee)" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let payer = BookingPayer(id: "a-payer", name: "A Payer", email: "payer@example.org")
        let made = try await run.world.products.bookings.quote(
            BookingRequest(
                payee: run.id(of: payee, .payees), payer: payer, title: name, address: address,
                price: Money(parsing: price, in: .usd)))
        run.ids[.quotes, default: [:]][name] = made.id
        return ScenarioRun.Outcome(text: "\(made.quote.payeeNet.plainText) for \(payee)")
    }
}

/// An action that pays a quote as the payer, possibly several times concurrently. The payment creates the
/// job.
struct ScenarioBooking: ScenarioVerb {
    var quote: String
    var method = "pm_card_visa"
    var key: String?
    var times = 1
    /// Whether the payer passes the bank's challenge. Nil if the payer does not respond.
    var passesChallenge: Bool?

    static let key = "book"
    static let keys = ["quote", "method", "key", "times", "challenge"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a booking", keys: keys)
        return try ScenarioBooking(
            quote: reader.known(fields, "quote", .quotes), method: reader.method(fields),
            key: fields.text("key"), times: fields.times(), passesChallenge: fields.challenge())
    }

    var sentence: String { "pay \(quote) with \(method)" + often(times) }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
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
struct ScenarioJobAct: ScenarioVerb {
    var quote: String
    var act: Act
    var role: BookingRole

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

    static let key = "job"
    static let keys = ["of", "do", "by"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a job", keys: keys)
        let quote = try fields.needed("of")
        let act = try fields.needed("do").word(as: "do", Act.self)
        let role = try fields["by"]?.word(as: "by") ?? act.usualRole
        return ScenarioJobAct(
            quote: try reader.known(quote.text(as: "of"), .quotes, line: quote.line), act: act, role: role)
    }

    var sentence: String { "\(quote): \(act.rawValue) by the \(role.rawValue)" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
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
enum ScenarioBookingField: String, ScenarioField {
    case status, payout, earned, refunded, abandonments

    static let kind = ScenarioKind.quotes
    static let key = "bookings"
    static let noun = "booking"
    /// The value of every field except `abandonments` if the quote has no job.
    private static let noJob = "none"

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
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

    func found(of name: String, in run: ScenarioRun) async throws -> String {
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
enum ScenarioEarningsField: String, ScenarioField {
    case today, week, month, total
    case last7Days = "7d"
    case last30Days = "30d"

    static let kind = ScenarioKind.payees
    static let key = "earnings"
    static let noun = "earnings"

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        try entry.value.amount(as: entry.key)
    }

    func found(of name: String, in run: ScenarioRun) async throws -> String {
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
