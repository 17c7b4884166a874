public import DatabaseKit
import MoneyKit
import TimeKit

/// The progress of the payee's share of a payment on its way to the payee's bank. It is derived from the
/// payment, its releases and the account's payouts.
public enum PayoutStatus: String, Sendable, Codable, CaseIterable {
    /// The share is held, or there is nothing to pay out, for example because the payment is unpaid or was
    /// refunded.
    case pending
    /// The share is in the payee's account, or in transit to the account or to the bank.
    case processing
    /// The share has arrived at the payee's bank.
    case paid
    /// The processor refused to transfer the share, or the bank returned it.
    case failed

    /// Creates the status for a payment's settlement. If the whole share has reached the payee's account,
    /// `arrived` determines the status. Otherwise, `arrived` is not called.
    init(_ settlement: Settlement, arrived: () throws -> PayoutStatus) rethrows {
        self =
            switch settlement {
            case .none, .held, .reversed: .pending
            case .transferring: .processing
            case .failed: .failed
            case .released: try arrived()
            }
    }
}

extension Transaction {
    /// Returns the payout status of the payee's share of each payment, keyed by payment id.
    public func payoutStatuses(of payments: [Payment]) throws -> [String: PayoutStatus] {
        var traces: [String: PayoutTrace] = [:]
        var statuses: [String: PayoutStatus] = [:]
        for payment in payments {
            statuses[payment.id] = try PayoutStatus(payment.settlement) {
                let name = "\(payment.payee) \(payment.total.currency.code)"
                let trace = try traces[name] ?? trace(of: payment.payee, in: payment.total.currency)
                traces[name] = trace
                return try trace.status(ofPayment: payment.id) { try payout($0)?.state }
            }
        }
        return statuses
    }

    private func trace(of payee: String, in currency: Currency) throws -> PayoutTrace {
        var trace = PayoutTrace(of: payee, in: currency)
        var last: Int64 = 0
        while case let page = try postings(
            ofPayee: payee, in: .earliest ..< .latest, after: last, limit: 500), let end = page.last
        {
            for booked in page { trace.follow(booked.posting) }
            last = end.number
        }
        return trace
    }
}
