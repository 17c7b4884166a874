import MoneyKit

/// One cause of a change to a payee's balance, such as a payment or a refund.
public struct PayoutPart: Hashable, Sendable {
    /// The kinds of events that change a payee's balance.
    public enum Kind: String, Sendable, CaseIterable {
        /// The payee received a payment.
        case payment
        /// Money was refunded to a payer.
        case refund
        /// Part of the application fee was returned to the payee.
        case feeReturned = "fee_returned"
        /// The processor kept its fee for a refunded payment. The payee pays that fee.
        case refundFee = "refund_fee"
        /// The payer's bank has permanently withdrawn the money.
        case dispute
        /// The processor charged its fee for a dispute.
        case disputeFee = "dispute_fee"
        /// The bank returned a payout.
        case payoutReturned = "payout_returned"
        /// A transfer was reversed at the processor for an unknown reason.
        case takenBack = "taken_back"
        /// The payee received a transfer that was made at the processor and that no payment in the books
        /// explains.
        case sent
    }

    /// The event that changed the balance.
    public var kind: Kind
    /// The payment's id, `pay_…`. Nil for a returned payout, and for a transfer that belongs to no payment.
    public var payment: String?
    /// The change to the balance, in minor units, before a payment's fee is deducted.
    public var amountMinor: Int64

    init(_ kind: Kind, of payment: String?, _ amountMinor: Int64) {
        self.kind = kind
        self.payment = payment
        self.amountMinor = amountMinor
    }

    /// Whether the part is a fee or a returned fee.
    public var isFee: Bool { [.feeReturned, .refundFee, .disputeFee].contains(kind) }

    /// Whether the part is a payment, such as a gift, or money returned from a payment. False for fees and
    /// other movements.
    public var isOfGift: Bool { [.payment, .refund, .dispute].contains(kind) }
}

extension PayoutPart {
    /// Returns the debts that each transfer reversal collected, assuming that the oldest debt is collected
    /// first. `postings` must contain all postings that change the payee's debt, in ledger order.
    ///
    /// - Returns: The parts, which have negative amounts, keyed by the id of the reversal that collected them
    ///   (`trr_…`).
    static func collected(by postings: [BookedPosting], from payee: String, in currency: Currency)
        -> [String: [PayoutPart]]
    {
        var debts: [PayoutPart] = []
        var takings: [(reference: String?, amountMinor: Int64)] = []
        var parts: [String: [PayoutPart]] = [:]
        for posting in postings.map(\.posting) {
            let entry = posting.entries.first {
                $0.account == .receivable(payee) && $0.amount.currency == currency
            }
            guard let minor = entry?.amount.minorUnits else { continue }
            if minor > 0 { debts += posting.debts(of: minor) }
            if minor < 0 {
                takings.append((posting.kind == .transferReversal ? posting.reference : nil, -minor))
            }
            while let debt = debts.first, let taking = takings.first {
                let amount = min(debt.amountMinor, taking.amountMinor)
                if let reference = taking.reference {
                    parts[reference, default: []].append(PayoutPart(debt.kind, of: debt.payment, -amount))
                }
                debts[0].amountMinor -= amount
                takings[0].amountMinor -= amount
                if debts[0].amountMinor == 0 { debts.removeFirst() }
                if takings[0].amountMinor == 0 { takings.removeFirst() }
            }
        }
        return parts
    }
}

extension Posting {
    /// Returns the parts of the payee's debt that a posting added, one for each cause. All amounts are
    /// positive.
    fileprivate func debts(of minor: Int64) -> [PayoutPart] {
        switch kind {
        case .refund:
            // The debts are the part that could not be taken from the account, and the fee that the processor keeps.
            let kept = -(entries.first { $0.account == .processorFee }?.amount.minorUnits ?? 0)
            return [
                PayoutPart(.refund, of: payment, minor - kept), PayoutPart(.refundFee, of: payment, kept),
            ].filter { $0.amountMinor > 0 }
        case .feeReturned: return [PayoutPart(.refundFee, of: payment, minor)]
        case .disputeOpened: return [PayoutPart(.disputeFee, of: payment, minor)]
        case .disputeLost: return [PayoutPart(.dispute, of: payment, minor)]
        default: return [PayoutPart(.refund, of: payment, minor)]
        }
    }
}
