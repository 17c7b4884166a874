public import MoneyKit

/// What somebody wants to give.
public struct GiftRequest: Hashable, Sendable {
    /// The organization's id, in any case, or its alias.
    public var organization: String
    /// The fund's id; nil means the organization's default fund.
    public var fund: String?
    /// How much; nil means what the page offers first.
    public var amount: Amount?
    /// Every month.
    public var isRecurring: Bool
    /// The donor adds what makes the church's net equal to the amount.
    public var coversFee: Bool
    /// `pm_card_visa`
    public var method: String
    /// In any script.
    public var name: String
    /// Where the receipt goes.
    public var email: String
    /// In any form; may be nil.
    public var phone: String?
    /// The address of the network from which it comes; nil where there is none.
    public var client: String?
    /// The tap from which it comes, as an opaque id.
    public var tap: String?
    /// Asked again under the same key, the same gift is answered; nil means a new gift each time.
    public var key: String?
    /// True if the donor waits for the response. A new donor's customer is then created at the same time as the payment,
    /// and the charge is assigned to it later; otherwise the customer is created first.
    public var donorWaits = false

    /// How much, as text until the organization's currency is known.
    public enum Amount: Hashable, Sendable {
        /// The amount as typed: `50`, `50,00`, `$50`.
        case text(String)
        /// An amount.
        case money(Money)
    }

    /// A request.
    public init(
        organization: String, fund: String?, amount: Amount?, isRecurring: Bool = false,
        coversFee: Bool = false,
        method: String, name: String, email: String, phone: String? = nil, client: String? = nil,
        tap: String? = nil, key: String? = nil
    ) {
        self.organization = organization
        self.fund = fund
        self.amount = amount
        self.isRecurring = isRecurring
        self.coversFee = coversFee
        self.method = method
        self.name = name
        self.email = email
        self.phone = phone
        self.client = client
        self.tap = tap
        self.key = key
    }

    /// What must be equal when a key is used again: SHA-256 of all parameters, parted by a character that none may
    /// hold, in hex. Nobody's name or address is kept with a key.
    var fingerprint: String {
        let amount: String =
            switch self.amount {
            case nil: ""
            case .text(let text): text
            case .money(let money): "\(money.minorUnits) \(money.currency.code)"
            }
        return Fingerprint.of([
            organization.lowercased(), fund ?? "", amount, isRecurring ? "1" : "0", coversFee ? "1" : "0",
            method, name, email, phone ?? "",
        ])
    }
}
