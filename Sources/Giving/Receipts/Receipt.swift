public import MoneyKit
public import TimeKit

/// A numbered receipt for a gift.
///
/// An issued receipt changes only when it becomes void or the donor's data is deleted. Later changes to the
/// names of the organization or the donor do not affect the receipt.
public struct Receipt: Hashable, Sendable, Codable {
    /// The state of a receipt: valid or void.
    public enum State: String, Sendable, Codable, CaseIterable {
        /// The receipt is valid.
        case issued
        /// The gift was refunded in full or in part, or the donor's bank took the money back. The receipt's
        /// number is not reused.
        case void
    }

    /// The receipt's number, which is also its id, for example `T-WoodlandsChurch-2026-000001`.
    public var number: ReceiptNumber
    /// The organization that issued the receipt.
    public var issuer: ReceiptIssuer
    /// The gift's id.
    public var gift: String
    /// The position of this receipt among all receipts for the gift, starting at 1.
    public var revision: Int
    /// The donor's id, `donor_…`, or nil if the donor's data was deleted.
    public var donor: String?
    /// The donor's name as entered with the gift, or an empty string if the donor's data was deleted.
    public var donorName: String
    /// The donor's e-mail address as entered with the gift, or an empty string if the donor's data was
    /// deleted.
    public var donorEmail: String
    /// The fund's id.
    public var fund: String
    /// The fund's name at the time of the gift.
    public var fundName: String
    /// The amount that the receipt confirms: the charge minus the refunds made before the receipt was issued.
    public var total: Money
    /// The part of `total` that covered the fee, in minor units.
    public var coveredFeeMinor: Int64
    /// The amount that had been refunded when the receipt was issued, in minor units.
    public var refundedMinor: Int64
    /// Whether the gift is one charge of a monthly gift.
    public var isMonthly: Bool
    /// The time when the gift was paid.
    public var paidAt: Timestamp
    /// The time when the receipt was issued.
    public var issued: Timestamp
    /// The state of the receipt: valid or void.
    public var state = State.issued
    /// The time when the receipt became void; nil if the receipt is valid.
    public var voided: Timestamp?
    /// The number of the void receipt that this receipt replaces, or nil.
    public var replaces: ReceiptNumber?
    /// The number of the receipt that replaces this receipt. Nil if this receipt is valid, or if the gift was
    /// fully refunded or lost in a dispute.
    public var replacedBy: ReceiptNumber?
    /// Whether the money is real. Always false in this version.
    public var livemode: Bool

    /// The receipt's number as text.
    public var id: String { number.text }

    /// The day on which the gift was paid, in the issuer's time zone.
    public var date: CalendarDate { issuer.calendar.date(of: paidAt) }
}
