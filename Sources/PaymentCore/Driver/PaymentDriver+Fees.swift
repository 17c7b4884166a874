import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Reads what the processor took of a paid payment, and books what differs from what was announced.
    ///
    /// Right after a charge its balance transaction may not be there yet: then nothing happens, and a later
    /// reconciliation asks again.
    func confirmFee(ofPayment id: String) async throws {
        let payment = try await database.read { try $0.payment(id) }
        guard let payment, payment.state == .succeeded, !payment.isFeeConfirmed, let charge = payment.charge
        else { return }
        let found = try await reading { () throws(ProcessorError) in try await processor.charge(charge) }
        try await notice(found, of: payment)
        guard let booking = found.balanceTransaction else { return }
        let booked = try await reading { () throws(ProcessorError) in
            try await processor.balanceTransaction(booking)
        }
        try await database.write { transaction in
            guard var payment = try transaction.payment(id), !payment.isFeeConfirmed else { return }
            let more = booked.fee - payment.processorFeeMinor
            if more != 0 { try transaction.post(.feeCorrection(of: payment, by: more), at: clock.now()) }
            payment.processorFeeMinor = booked.fee
            payment.isFeeConfirmed = true
            payment.transfer = found.transfer
            try transaction.save(payment)
        }
    }

    /// A question about one thing; nil where the processor knows of none.
    func finding<T: Sendable>(_ question: () async throws(ProcessorError) -> T) async throws -> T? {
        try await reading { () throws(ProcessorError) in
            do throws(ProcessorError) {
                return try await question()
            } catch {
                guard error.code == "resource_missing" else { throw error }
                return nil
            }
        }
    }

    /// A question that changes nothing; without an answer it is asked again at the next reconciliation.
    func reading<T: Sendable>(_ question: () async throws(ProcessorError) -> T) async throws -> T {
        do {
            return try await question()
        } catch {
            throw PaymentError(
                error.leavesOutcomeUnknown ? .outcomeUnknown : .processorRefused, error.message)
        }
    }
}
