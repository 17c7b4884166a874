public import MoneyKit
public import TimeKit

/// Who pays a contract.
public struct ContractPayer: Hashable, Sendable, Codable {
    /// In any script.
    public let name: String
    /// Where links go.
    public let email: String
}

/// What two parties agree on. It is checked before it is there: ``ContractForm``.
public struct ContractTerms: Hashable, Sendable, Codable {
    /// The connected account that gets the money: from the directory, never from a request.
    public let payee: String
    /// The payee who does the work.
    public let payeeName: String
    /// Who pays.
    public let payer: ContractPayer
    /// What it is called.
    public let title: String
    /// What is to be done.
    public let description: String
    private let start: Day
    private let end: Day
    /// What is handed over; at least one.
    public let deliverables: [String]
    /// What the work is worth.
    public let total: Money
    /// When it is paid.
    public let structure: PaymentStructure
    /// So many days after a milestone was completed its money goes to the payee; nil where the payer releases it.
    public let releaseAfterDays: Int?
    /// A milestone may be asked to be paid before it is completed.
    public let fundsBefore: Bool

    /// When the work begins.
    public var startDate: CalendarDate { start.date }
    /// When it is to be done; not before it begins.
    public var endDate: CalendarDate { end.date }

    /// A payment is due before any work is done.
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

    /// A date as it is kept: `2026-01-31`.
    private struct Day: Hashable, Sendable, Codable {
        let date: CalendarDate

        init(date: CalendarDate) { self.date = date }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let date = CalendarDate(iso8601: try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
            }
            self.date = date
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(date.iso8601)
        }
    }
}
