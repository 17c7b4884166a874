public import MoneyKit
public import PaymentCore

/// A job as the payee sees it: with the title, the address and the payee's earnings, but without the price or
/// the fee.
public struct PayeeJob: Hashable, Sendable, Codable {
    /// The job's id, `job_…`.
    public let id: String
    /// The description of the work, in one line.
    public let title: String
    /// The location of the work, or `Unknown` if the payer did not enter a location.
    public let address: String
    /// The job's status.
    public let status: BookingJob.Status
    /// The payee's earnings from the job.
    public let amount: Money
    /// The status of the payout for these earnings.
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
