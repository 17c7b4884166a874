public import MoneyKit
public import PaymentCore
import TimeKit

/// What a payee has earned with completed jobs, in one currency: its own share, and no other figure.
public struct Earnings: Hashable, Sendable, Codable {
    /// Since midnight, by the payee's clock.
    public let today: Money
    /// Since Monday.
    public let week: Money
    /// Since the first of the month.
    public let month: Money
    /// In the last 7 times 24 hours.
    public let last7Days: Money
    /// In the last 30 times 24 hours.
    public let last30Days: Money
    /// In all.
    public let total: Money

    enum CodingKeys: String, CodingKey {
        case today = "earnings_today"
        case week = "earnings_week"
        case month = "earnings_month"
        case last7Days = "earnings_7d"
        case last30Days = "earnings_30d"
        case total = "total_earnings"
    }
}

/// A completed job, as its payee sees it in the list of what it earned.
public struct EarningEntry: Hashable, Sendable, Codable, Identifiable {
    /// `pay_…`
    public let id: String
    /// `job_…`; the list goes on behind it.
    public let job: String
    /// Where; `Unknown` where nobody has said.
    public let address: String
    /// The payee's share.
    public let amount: Money
    /// When the job was completed, as in `2026-01-31T09:00:00Z`.
    public let date: String
    /// Where the share stands.
    public let payoutStatus: PayoutStatus

    enum CodingKeys: String, CodingKey {
        case id, address, amount, date
        case job = "job_id"
        case payoutStatus = "payout_status"
    }
}

/// A job as its payee sees it: what to do where, and its own share. No price and no fee.
public struct PayeeJob: Hashable, Sendable, Codable, Identifiable {
    /// `job_…`
    public let id: String
    /// What is to be done.
    public let title: String
    /// Where; `Unknown` where nobody has said.
    public let address: String
    /// Where the job stands.
    public let status: BookingJob.Status
    /// The payee's share.
    public let amount: Money
    /// Where the share stands.
    public let payoutStatus: PayoutStatus

    enum CodingKeys: String, CodingKey {
        case id, title, address, status, amount
        case payoutStatus = "payout_status"
    }

    init(_ job: BookingJob, _ payout: PayoutStatus) {
        id = job.id
        title = job.request.title
        address = job.request.knownAddress
        status = job.status
        amount = job.earned
        payoutStatus = payout
    }
}

extension EarningEntry {
    init(_ job: BookingJob, completed: Timestamp, _ payout: PayoutStatus) {
        self.init(
            id: job.payment, job: job.id, address: job.request.knownAddress, amount: job.earned,
            date: completed.iso8601, payoutStatus: payout)
    }
}

extension BookingRequest {
    fileprivate var knownAddress: String {
        address.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil } ?? "Unknown"
    }
}
