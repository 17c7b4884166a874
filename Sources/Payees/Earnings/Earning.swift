public import MoneyKit
public import PaymentCore
public import TimeKit

/// A payee's share of the price of a completed job.
public struct Earning: Hashable, Sendable {
    /// The id of the job's payment, `pay_…`.
    public let id: String
    /// The job's id, `job_…`.
    public let job: String
    /// The payee's id, `drv_…`.
    public let payee: String
    /// The address of the job, or `Unknown` if the job has none.
    public let address: String
    /// The payee's share, minus refunds.
    public let amount: Money
    /// The time at which the job was completed.
    public let completed: Timestamp

    /// Creates an earning with the given values.
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

/// An entry in a payee's list of earnings.
public struct EarningEntry: Hashable, Sendable, Codable {
    /// The payment's id, `pay_…`, which can be used as the cursor for the entries that follow.
    public let id: String
    /// The job's id, `job_…`.
    public let job: String
    /// The address of the job, or `Unknown` if the job has none.
    public let address: String
    /// The payee's share, minus refunds.
    public let amount: Money
    /// The time when the job was completed, in ISO 8601 format, such as `2026-01-31T09:00:00Z`.
    public let date: String
    /// The payout status of the payee's share.
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

/// A page of a payee's earnings.
public struct EarningsPage: Hashable, Sendable {
    /// The earnings, newest first.
    public let entries: [EarningEntry]
    /// The cursor for the next page, or nil at the end of the list.
    public let next: String?
}
