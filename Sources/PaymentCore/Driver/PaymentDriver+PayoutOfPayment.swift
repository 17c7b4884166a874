import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// The payout that took a payment's money to the payee's bank; nil before there is one, and where nothing was paid.
    ///
    /// A payout of ``payOut(to:)`` takes all that is available: it is the first one since the money was.
    public func payout(ofPayment id: String) async throws -> PayeePayout? {
        guard let payment = try await database.read({ try $0.payment(id) }), let name = payment.charge else {
            return nil
        }
        let charge = try await reading { () throws(ProcessorError) in try await processor.charge(name) }
        guard let sent = charge.transfer else { return nil }
        let transfer = try await reading { () throws(ProcessorError) in try await processor.transfer(sent) }
        guard let arrived = transfer.destinationPayment else { return nil }
        let received = try await reading { () throws(ProcessorError) in
            try await processor.charge(arrived, of: payment.payee)
        }
        guard let booking = received.balanceTransaction else { return nil }
        let booked = try await reading { () throws(ProcessorError) in
            try await processor.balanceTransaction(booking, of: payment.payee)
        }
        let payouts = try await database.read {
            try $0.payouts(ofPayee: payment.payee, since: booked.availableOn, limit: 20)
        }
        for payout in payouts where payout.amount.currency == booked.currency {
            // Within one second the moments do not tell which was first; the lines do.
            if booked.created < payout.created { return payout }
            if try await match(payout: payout.id).lines.contains(where: { $0.id == booked.id }) {
                return payout
            }
        }
        return nil
    }
}
