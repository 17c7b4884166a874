import Bookings
import DataFolderKit
import Documents
import PaymentCore
import Processor

extension ScenarioReader {
    static let payeeKeys = ["as", "time_zone", "onboarding"]
    static let quoteKeys = ["as", "payee", "price", "address"]
    static let bookingKeys = ["quote", "method", "key", "times", "challenge"]
    static let jobKeys = ["of", "do", "by"]
    /// The found value for a quote without a job.
    static let noJob = "none"

    mutating func payee(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioPayee {
        let fields = try ScenarioFields(tree, of: "a payee", keys: Self.payeeKeys)
        var payee = ScenarioPayee(name: try newName(fields, in: \.payees, of: "payees"))
        if let zone = try fields.text("time_zone") { payee.timeZone = zone }
        if let tree = fields["onboarding"] {
            let words = Account.OnboardingOutcome.allCases.map(\.rawValue)
            payee.onboarding = .init(rawValue: try tree.word(as: "onboarding", of: words)) ?? .complete
        }
        return payee
    }

    mutating func quote(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioQuote {
        let fields = try ScenarioFields(tree, of: "a quote", keys: Self.quoteKeys)
        let payee = try fields.needed("payee")
        return ScenarioQuote(
            name: try newName(fields, in: \.quotes, of: "quotes"),
            payee: try payeeName(try payee.text(as: "payee"), line: payee.line),
            price: try fields.needed("price").amount(as: "price"), address: try fields.text("address"))
    }

    func booking(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioBooking {
        let fields = try ScenarioFields(tree, of: "a booking", keys: Self.bookingKeys)
        let name = try fields.needed("quote")
        var booking = ScenarioBooking(quote: try quoteName(try name.text(as: "quote"), line: name.line))
        if let tree = fields["method"] { booking.method = try method(tree) }
        booking.key = try fields.text("key")
        booking.times = try fields.number("times", in: 1...100) ?? 1
        booking.passesChallenge = try fields["challenge"].map { tree throws(ScenarioError) in
            try tree.word(as: "challenge", of: ["passed", "failed"]) == "passed"
        }
        return booking
    }

    func jobAct(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioJobAct {
        let fields = try ScenarioFields(tree, of: "a job", keys: Self.jobKeys)
        let name = try fields.needed("of")
        let acts = ScenarioJobAct.Act.allCases
        let word = try fields.needed("do").word(as: "do", of: acts.map(\.rawValue))
        let act = ScenarioJobAct.Act(rawValue: word) ?? .confirm
        let role = try fields["by"].map { tree throws(ScenarioError) in
            BookingRole(rawValue: try tree.word(as: "by", of: BookingRole.allCases.map(\.rawValue)))
        }
        return ScenarioJobAct(
            quote: try quoteName(try name.text(as: "of"), line: name.line), act: act,
            role: (role ?? nil) ?? act.usualRole)
    }

    func bookings(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(
            of: tree, as: "bookings", ScenarioBookingField.self,
            name: { entry throws(ScenarioError) in try quoteName(entry.key, line: entry.line) }
        ) { (name, field, entry) throws(ScenarioError) in
            let expected =
                switch field {
                case .status:
                    try entry.value.word(
                        as: entry.key, of: BookingJob.Status.allCases.map(\.rawValue) + [Self.noJob])
                case .payout:
                    try entry.value.word(
                        as: entry.key, of: PayoutStatus.allCases.map(\.rawValue) + [Self.noJob])
                case .earned, .refunded: try entry.value.amount(as: entry.key)
                case .abandonments: String(try entry.value.number(as: entry.key, in: 0...1_000))
                }
            return (.booking(name, field), expected)
        }
    }

    func earnings(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(
            of: tree, as: "earnings", ScenarioEarningsField.self,
            name: { entry throws(ScenarioError) in try payeeName(entry.key, line: entry.line) }
        ) { (name, field, entry) throws(ScenarioError) in
            (.earnings(name, field), try entry.value.amount(as: entry.key))
        }
    }

    private func payeeName(_ name: String, line: Int) throws(ScenarioError) -> String {
        try known(name, among: payees, "payee", line: line, remedy: "name one with as:")
    }

    private func quoteName(_ name: String, line: Int) throws(ScenarioError) -> String {
        try known(name, among: quotes, "quote", line: line, remedy: "name one with as:")
    }
}

extension ScenarioJobAct.Act {
    /// The role that performs it if none is given.
    fileprivate var usualRole: BookingRole {
        switch self {
        case .complete: .payee
        case .cancel, .confirm, .abandon: .payer
        case .payout: .platform
        }
    }
}
