public import MoneyKit
public import TimeKit

/// The person or company that pays a contract.
public struct ContractPayer: Hashable, Sendable, Codable {
    /// The payer's name, in any script.
    public let name: String
    /// The e-mail address to which payment links are sent.
    public let email: String
}

/// The terms of a contract. ``ContractForm/terms()`` validates and creates them.
public struct ContractTerms: Hashable, Sendable, Codable {
    /// The connected account that receives the money, `acct_…`.
    public let payee: String
    /// The name of the party that does the work.
    public let payeeName: String
    /// The party that pays.
    public let payer: ContractPayer
    /// The contract's title.
    public let title: String
    /// The description of the work.
    public let description: String
    private let start: Day
    private let end: Day
    /// The results that the payee must deliver, at least one.
    public let deliverables: [String]
    /// The price of the work, without a surcharge.
    public let total: Money
    /// The payment structure, which determines the number of payments and when each is due.
    public let structure: PaymentStructure
    /// The number of days from the completion of a milestone to the release of its money. Nil if the payer or
    /// the platform must release the money. The money of a milestone that is paid after its completion is
    /// released immediately.
    public let releaseAfterDays: Int?
    /// Whether payment for a milestone can be requested before the milestone is completed.
    public let fundsBefore: Bool

    /// The first day of the work.
    public var startDate: CalendarDate { start.date }
    /// The last day of the work, not before ``startDate``.
    public var endDate: CalendarDate { end.date }

    /// Whether a payment is due before the work begins.
    public var isPaidBeforeWork: Bool {
        switch structure {
        case .upfront: true
        case .milestones: fundsBefore
        case .afterCompletion: false
        }
    }

    init(
        payee: String, payeeName: String, payer: ContractPayer, title: String, description: String,
        startDate: CalendarDate, endDate: CalendarDate, deliverables: [String], total: Money,
        structure: PaymentStructure, releaseAfterDays: Int?, fundsBefore: Bool
    ) {
        self.payee = payee
        self.payeeName = payeeName
        self.payer = payer
        self.title = title
        self.description = description
        start = Day(date: startDate)
        end = Day(date: endDate)
        self.deliverables = deliverables
        self.total = total
        self.structure = structure
        self.releaseAfterDays = releaseAfterDays
        self.fundsBefore = fundsBefore
    }

    /// A date that is encoded as text in ISO 8601 format, such as `2026-01-31`.
    private struct Day: Hashable, Sendable, Codable {
        let date: CalendarDate

        init(date: CalendarDate) { self.date = date }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let date = CalendarDate(iso8601: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "the date is invalid")
            }
            self.date = date
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(date.iso8601)
        }
    }
}
