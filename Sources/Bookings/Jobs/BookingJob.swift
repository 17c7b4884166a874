public import MoneyKit
public import PaymentCore
public import TimeKit

/// Work that is booked and paid: made by its payment, and by nothing else.
public struct BookingJob: Hashable, Sendable, Codable, Identifiable {
    /// `job_…`
    public let id: String
    /// `bkq_…`
    public let quote: String
    /// `pay_…`: one job for each.
    public let payment: String
    /// What is booked.
    public let request: BookingRequest
    /// The account that the money is held for.
    public let account: String
    /// When it was paid.
    public let created: Timestamp
    /// When its work was done.
    public internal(set) var completedAt: Timestamp?
    /// From when on its money goes to the payee; nil where nothing has decided it.
    public internal(set) var releaseAt: Timestamp?
    /// When it was cancelled: all of its money goes back.
    public internal(set) var cancelledAt: Timestamp?
    /// What of its payment is the payee's.
    public private(set) var settlement = Settlement.none
    /// The payer's bank asks for the money back, and nobody has won yet.
    public private(set) var isDisputed = false
    /// What has gone back to the payer, in minor units.
    public private(set) var refundedMinor: Int64 = 0
    /// What the payee earns with it, in minor units: its share, without what went back.
    public private(set) var earnedMinor: Int64 = 0
    /// The releases of which the payee was told.
    var told: [String] = []

    init(id: String, quote: BookingQuote, payment: Payment, at time: Timestamp) {
        self.id = id
        self.quote = quote.id
        self.payment = payment.id
        request = quote.request
        account = quote.account
        created = time
    }

    /// Where it stands: a view of its facts.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is paid, and its work is not done.
        case confirmed
        /// Its work is done.
        case completed
        /// The payer's bank disputes its payment: no money moves.
        case disputed
        /// It was ended, and its money is on the way back.
        case cancelled
        /// The payer has the money back.
        case refunded
    }

    /// Where it stands.
    public var status: Status {
        if settlement == .reversed { return .refunded }
        if cancelledAt != nil { return .cancelled }
        if isDisputed { return .disputed }
        return completedAt == nil ? .confirmed : .completed
    }

    /// What the payee earns with it.
    public var earned: Money { Money(earnedMinor, request.price.currency) }

    /// Since when money of it is to be moved by itself; nil where none is. A release that failed is asked for anew.
    var dueAt: Timestamp? {
        if isDisputed || settlement == .reversed { return nil }
        if let cancelledAt { return cancelledAt }
        return settlement == .held ? releaseAt : nil
    }

    /// Takes over where its payment stands.
    mutating func take(_ payment: Payment) {
        settlement = payment.settlement
        isDisputed = payment.isDisputed
        refundedMinor = payment.refundedMinor
        // What a bank has taken back counts as what was refunded does.
        let left = payment.total.minorUnits - payment.feeBaseMinor
        earnedMinor = left - (payment.applicationFeeMinor - payment.feeReturnedMinor)
    }
}
