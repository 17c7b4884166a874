public import DatabaseKit
import MoneyKit
import TimeKit

/// Where the payee's share of a payment stands: a view of the payment, its release, and the payouts of the account.
public enum PayoutStatus: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is held.
    case pending
    /// It is on the way to the payee's account, there, or on the way to the bank.
    case processing
    /// The payee's bank has it.
    case paid
    /// The processor, or the bank, did not take it.
    case failed

    /// What follows from where a payment's money stands.
    ///
    /// - Parameter arrived: What became of the money that reached the account; asked where all of it did.
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
    /// Where the payee's share of each payment stands, by payment.
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
