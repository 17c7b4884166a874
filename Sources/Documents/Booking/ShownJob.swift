package import Bookings
import Giving
import MoneyKit
package import PaymentCore
import TextKit
import TimeKit

/// A job as shown to the platform, with the status of the payee's payout.
package struct ShownJob {
    package let job: BookingJob
    package let payout: PayoutStatus

    package var document: JSONValue {
        [
            "object": "booking_job", "id": .string(job.id), "status": .string(job.status.rawValue),
            "quote": .string(job.quote), "payment": .string(job.payment),
            "payee": .string(job.request.payee), "payer_name": .string(job.request.payer.name),
            "payer_email": .string(job.request.payer.email), "title": .string(job.request.title),
            "address": JSONValue(job.request.address), "currency": .string(job.earned.currency.code),
            "price_minor": .int(Int(job.request.price.minorUnits)),
            "earned_minor": .int(Int(job.earned.minorUnits)), "refunded_minor": .int(Int(job.refundedMinor)),
            "payout_status": .string(payout.rawValue), "created": .string(job.created.iso8601),
            "completed": JSONValue(job.completedAt?.iso8601),
            "released": JSONValue(job.releaseAt?.iso8601), "cancelled": JSONValue(job.cancelledAt?.iso8601),
        ]
    }
}

extension BookingService {
    /// Returns a job for the platform.
    package func shown(_ id: String) async throws -> ShownJob {
        let job = try await job(id, for: .platform)
        return ShownJob(job: job, payout: try await payeeJob(id).payoutStatus)
    }
}
