import DatabaseKit
import MoneyKit
import Processor
import TimeKit

/// Objects in the books that the processor does not have.
extension PaymentDriver {
    func lookForMissing(_ walk: inout FullWalk) async throws {
        var behind: String? = Identifiers.first("pay", at: walk.period.upperBound.adding(seconds: 1))
        let first = Identifiers.first("pay", at: walk.period.lowerBound)
        while let last = behind {
            let page = try await database.read { try $0.payments(in: .succeeded, behind: last, limit: 500) }
                .filter { $0.id >= first }
            behind = page.last?.id
            for payment in page {
                guard let charge = payment.charge, !walk.charges.contains(charge) else { continue }
                // The charge may be just outside the period.
                let found = try await finding { () throws(ProcessorError) in
                    try await processor.charge(charge)
                }
                guard found == nil else { continue }
                var difference = Difference(
                    .missingCharge, payment.id, payment.total, created: payment.paidAt ?? payment.created)
                difference.payment = payment.id
                difference.charge = charge
                difference.account = payment.form.payee
                walk.result.differences.append(difference)
            }
        }
        try await lookForMissingRefunds(&walk)
        for payout in try await database.read({ [period = walk.period] in try $0.payouts(in: period) })
        where !walk.payouts.contains(payout.id) {
            let isThere: Bool
            do {
                isThere =
                    try await finding { () throws(ProcessorError) in
                        try await processor.payout(payout.id, of: payout.account)
                    } != nil
            } catch let error as PaymentError where error.code == .processorRefused {
                isThere = false
            }
            guard !isThere else { continue }
            var difference = Difference(.missingPayout, payout.id, payout.amount, created: payout.created)
            difference.account = payout.payee
            walk.result.differences.append(difference)
        }
    }

    private func lookForMissingRefunds(_ walk: inout FullWalk) async throws {
        var behind: String? = Identifiers.first("ref", at: walk.period.upperBound.adding(seconds: 1))
        let first = Identifiers.first("ref", at: walk.period.lowerBound)
        while let last = behind {
            let page = try await database.read { try $0.refunds(behind: last, limit: 500) }.filter {
                $0.id >= first
            }
            behind = page.last?.id
            for refund in page {
                guard let name = refund.processorRefund, !walk.refunds.contains(name) else { continue }
                let found = try await finding { () throws(ProcessorError) in try await processor.refund(name)
                }
                guard found == nil, let payment = try await database.read({ try $0.payment(refund.payment) })
                else {
                    continue
                }
                var difference = Difference(
                    .missingRefund, refund.id, Money(refund.amountMinor, payment.total.currency),
                    created: refund.created)
                difference.payment = payment.id
                difference.account = payment.form.payee
                walk.result.differences.append(difference)
            }
        }
    }
}
