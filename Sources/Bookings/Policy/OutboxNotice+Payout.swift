import MoneyKit
import PaymentCore
import TimeKit

extension OutboxNotice {
    /// Money of a job has gone to the payee's account: its share, and neither the price nor the fee.
    static func payoutSent(_ amount: Money, for job: BookingJob, id: String, at time: Timestamp)
        -> OutboxNotice
    {
        OutboxNotice(
            id: id, kind: "payment", to: .payee, about: job.id, title: "Payout Sent",
            body: "\(amount.formatted(MoneyLocale("en-US"))) has been sent to your account.",
            data: ["job_id": job.id, "amount": amount.plainText, "payee": job.request.payee], time: time)
    }
}
