import Giving
import MoneyKit
import PaymentCore

/// A gift and all that is kept about it, of one moment.
struct GiftStory: Sendable {
    let details: GiftDetails
    /// The tap from which it came, where that is known.
    let tap: Tap?
    let disputes: [PaymentDispute]
    /// All receipts that it has had, the oldest first.
    let receipts: [Receipt]
    /// What was booked of it.
    let postings: [BookedPosting]
    /// The organization's net amount; nil if nothing was paid.
    let net: Money?
}
