public import MoneyKit
public import PaymentCore
public import TimeKit

/// What a payee has earned with one piece of completed work: its own share, and no other figure.
public struct Earning: Hashable, Sendable, Identifiable {
    /// `pay_…`: the payment of the work.
    public let id: String
    /// `job_…`: the work.
    public let job: String
    /// `drv_…`: who has done it.
    public let payee: String
    /// Where; `Unknown` where nobody has said.
    public let address: String
    /// The payee's share, without what went back.
    public let amount: Money
    /// When the work was completed.
    public let completed: Timestamp

    /// An earning of these parts.
    public init(
        id: String, job: String, payee: String, address: String, amount: Money, completed: Timestamp
    ) {
        self.id = id
        self.job = job
        self.payee = payee
        self.address = address
        self.amount = amount
        self.completed = completed
    }
}

/// What was earned, as its payee sees it in the list.
public struct EarningEntry: Hashable, Sendable, Codable, Identifiable {
    /// `pay_…`; the list goes on behind it.
    public let id: String
    /// `job_…`
    public let job: String
    /// Where; `Unknown` where nobody has said.
    public let address: String
    /// The payee's share.
    public let amount: Money
    /// When the work was completed, as in `2026-01-31T09:00:00Z`.
    public let date: String
    /// Where the share stands.
    public let payoutStatus: PayoutStatus

    enum CodingKeys: String, CodingKey {
        case id, address, amount, date
        case job = "job_id"
        case payoutStatus = "payout_status"
    }

    init(_ earning: Earning, _ payout: PayoutStatus) {
        id = earning.id
        job = earning.job
        address = earning.address
        amount = earning.amount
        date = earning.completed.iso8601
        payoutStatus = payout
    }
}

/// A page of what a payee has earned.
public struct EarningsPage: Hashable, Sendable {
    /// The newest first.
    public let entries: [EarningEntry]
    /// The entry behind which the list goes on; nil where it ends.
    public let next: String?
}
