package import Bookings
import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

/// A job with the status of the payee's payout. The fields include the price, which payees must not see.
package struct BookingJobDetails: Documented {
    package let job: BookingJob
    package let payout: PayoutStatus

    package static let fields = DocumentFields<BookingJobDetails>("booking_job") {
        Field("id") { $0.job.id }
        Field("status") { $0.job.status }
        Field("quote") { $0.job.quote }
        Field("payment") { $0.job.payment }
        Field("payee") { $0.job.request.payee }
        Field("payer_name") { $0.job.request.payer.name }
        Field("payer_email") { $0.job.request.payer.email }
        Field("title") { $0.job.request.title }
        Field("address") { $0.job.request.address }
        Field("currency") { $0.job.earned.currency.code }
        Field("price_minor", "the amount that the payer paid") { $0.job.request.price.minorUnits }
        Field("earned_minor", "the payee's share, less refunds") { $0.job.earned.minorUnits }
        Field("refunded_minor") { $0.job.refundedMinor }
        Field("payout_status") { $0.payout }
        Field("created") { $0.job.created }
        Field("completed") { $0.job.completedAt }
        Field("released") { $0.job.releaseAt }
        Field("cancelled") { $0.job.cancelledAt }
    }
}

extension BookingService {
    /// Returns the job with this id, including the price, which payees must not see.
    package func shown(_ id: String) async throws -> BookingJobDetails {
        let job = try await job(id, for: .platform)
        return BookingJobDetails(job: job, payout: try await payeeJob(id).payoutStatus)
    }
}
