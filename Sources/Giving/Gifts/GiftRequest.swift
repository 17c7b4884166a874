public import MoneyKit

/// A donor's request to give.
public struct GiftRequest: Hashable, Sendable {
    /// The organization's id, in any letter case, or one of its aliases.
    public var organization: String
    /// The fund's id, or nil for the organization's default fund.
    public var fund: String?
    /// The amount, or nil for the organization's default amount.
    public var amount: Amount?
    /// Whether the gift repeats every month.
    public var isRecurring: Bool
    /// Whether the donor covers the fee, so that the organization receives the whole amount.
    public var coversFee: Bool
    /// The id of the payment method, for example `pm_card_visa`.
    public var method: String
    /// The donor's name, in any script.
    public var name: String
    /// The e-mail address to which the receipt is sent.
    public var email: String
    /// The donor's telephone number as typed, or nil.
    public var phone: String?
    /// The network address from which the request was sent, or nil.
    public var client: String?
    /// The opaque id of the tap that led to the request, or nil.
    public var tap: String?
    /// The idempotency key. If the same request is repeated with the same key, the same gift is returned. If
    /// the key is nil, each request creates a new gift.
    public var key: String?
    /// Whether the donor is waiting for the response. This matters if a one-time gift needs a new customer at
    /// the processor. If true, the customer is created in parallel with the payment; if false, before the
    /// payment.
    public var donorWaits = false

    /// The amount of a gift, as typed text or as a parsed amount.
    public enum Amount: Hashable, Sendable {
        /// The amount as typed, such as `50`, `50,00` or `$50`.
        case text(String)
        /// The amount in plain text, such as `50` or `50.00`. In `5.500` dinars, the point is the decimal
        /// separator. Any other text is parsed as typed.
        case plain(String)
        /// A parsed amount.
        case money(Money)
    }

    /// Creates a request whose ``donorWaits`` is false.
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

    /// The SHA-256 hash, in hex, of the parameters that describe the gift, the payment method and the donor.
    /// A repeated request with the same idempotency key must have the same hash.
    ///
    /// Storing a hash avoids storing names and addresses with the key.
    var fingerprint: String {
        let amount: String =
            switch self.amount {
            case nil: ""
            case .text(let text), .plain(let text): text
            case .money(let money): "\(money.minorUnits) \(money.currency.code)"
            }
        return Fingerprint.of([
            organization.lowercased(), fund ?? "", amount, isRecurring ? "1" : "0", coversFee ? "1" : "0",
            method, name, email, phone ?? "",
        ])
    }
}
