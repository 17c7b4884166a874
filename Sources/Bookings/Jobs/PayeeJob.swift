public import MoneyKit
public import PaymentCore

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

    init(_ job: BookingJob, _ payout: PayoutStatus) {
        id = job.id
        title = job.request.title
        address = job.request.knownAddress
        status = job.status
        amount = job.earned
        payoutStatus = payout
    }
}
