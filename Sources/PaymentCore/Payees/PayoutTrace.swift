import MoneyKit

/// The assignment of a payee's payments to the payee's payouts, first in, first out.
///
/// The processor does not report which payments an automatic payout contains, so the assignment is an
/// estimate. The totals are always exact.
struct PayoutTrace {
    private struct Lot {
        var payment: String?
        var minor: Int64
        var wasSentBack = false
    }

    private let account: LedgerAccount
    private let currency: Currency
    /// The money that is still in the account, oldest first.
    private var lots: [Lot] = []
    /// The money in each payout, keyed by payout id.
    private var sent: [String: [Lot]] = [:]

    init(of account: String, in currency: Currency) {
        self.account = .payee(account)
        self.currency = currency
    }

    /// Updates the money in the account and in the payouts according to the next ledger posting.
    mutating func follow(_ posting: Posting) {
        let minor = posting.entries.reduce(Int64(0)) {
            $1.account == account && $1.amount.currency == currency ? $0 - $1.amount.minorUnits : $0
        }
        switch posting.kind {
        case .payout: sent[posting.reference] = take(-minor)
        case .payoutFailed:
            let back = sent.removeValue(forKey: posting.reference) ?? []
            lots = back.map { Lot(payment: $0.payment, minor: $0.minor, wasSentBack: true) } + lots
        default:
            if minor > 0 { lots.append(Lot(payment: posting.payment, minor: minor)) }
            if minor < 0 { remove(-minor, of: posting.payment) }
        }
    }

    /// Returns the payout status of a payment whose money has reached the payee's account. The status is
    /// `paid` if the money was used to settle a debt of the payee.
    func status(ofPayment payment: String, payouts: (String) throws -> PayeePayout.State?) rethrows
        -> PayoutStatus
    {
        let left = lots.filter { $0.payment == payment }
        if left.contains(where: \.wasSentBack) { return .failed }
        guard left.isEmpty else { return .processing }
        let names = sent.filter { $0.value.contains { $0.payment == payment } }.keys
        return try names.allSatisfy { try payouts($0) == .paid } ? .paid : .processing
    }

    /// Removes the oldest money from the account, up to the amount of a payout, and returns it.
    private mutating func take(_ wanted: Int64) -> [Lot] {
        var (left, taken) = (wanted, [Lot]())
        while left > 0, var lot = lots.first {
            let part = min(left, lot.minor)
            taken.append(Lot(payment: lot.payment, minor: part))
            left -= part
            lot.minor -= part
            if lot.minor == 0 { lots.removeFirst() } else { lots[0] = lot }
        }
        return taken
    }

    /// Removes money that was returned to payers or taken from the payee. It is removed first from the
    /// payment that it belongs to, and then from the newest payments.
    private mutating func remove(_ wanted: Int64, of payment: String?) {
        var left = wanted
        let order = lots.indices.reversed()
        for index in order.filter({ lots[$0].payment == payment }) + order where left > 0 {
            let part = min(left, lots[index].minor)
            lots[index].minor -= part
            left -= part
        }
        lots.removeAll { $0.minor == 0 }
    }
}
