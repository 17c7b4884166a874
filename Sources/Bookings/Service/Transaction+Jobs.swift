import DatabaseKit
import Payees
import PaymentCore
import TimeKit

extension Transaction {
    func existingQuote(_ id: String) throws -> BookingQuote {
        if let quote = try bookingQuote(id) { return quote }
        throw BookingError.unknownQuote(id)
    }

    func existingJob(_ id: String) throws -> BookingJob {
        if let job = try bookingJob(id) { return job }
        throw BookingError.unknownJob(id)
    }
}

extension Transaction {
    /// Saves a job. If the work is completed, also saves the payee's earnings from the job.
    func keep(_ job: BookingJob) throws {
        try save(job)
        guard let completed = job.completedAt else { return }
        try save(
            Earning(
                id: job.payment, job: job.id, payee: job.request.payee, address: job.request.knownAddress,
                amount: job.earned, completed: completed))
    }
}
