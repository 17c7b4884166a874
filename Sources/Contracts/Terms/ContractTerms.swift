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
    /// The first day of the work.
    public let startDate: CalendarDate
    /// The last day of the work, not before ``startDate``.
    public let endDate: CalendarDate
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

    /// Whether a payment is due before the work begins.
    var isPaidBeforeWork: Bool {
        switch structure {
        case .upfront: true
        case .milestones: fundsBefore
        case .afterCompletion: false
        }
    }

    private enum CodingKeys: String, CodingKey {
        case payee, payeeName, payer, title, description
        case startDate = "start"
        case endDate = "end"
        case deliverables, total, structure, releaseAfterDays, fundsBefore
    }
}
