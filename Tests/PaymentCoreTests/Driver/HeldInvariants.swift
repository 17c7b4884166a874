import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit

extension HeldWorld {
    /// Returns the problems within our own books, at any moment.
    func problems() async throws -> [String] {
        try await file.read { transaction in
            var problems = try transaction.ledgerCheck().problems
            let sums = try transaction.all("SELECT SUM(amount) AS rest FROM balance GROUP BY currency")
            for row in sums where row["rest"] as Int64 != 0 {
                problems.append("the ledger is off by \(row["rest"] as Int64)")
            }
            return problems
        }
    }

    /// Returns the differences between our books and the processor's after a reconciliation.
    func differences() async throws -> [String] {
        // The processor books repeated requests a moment later.
        _ = try await calm.reconcile()
        clock.advance(seconds: 10)
        _ = try await calm.reconcile()
        var problems = try await problems()
        var ours: [String: Int64] = [:]
        for entry in try await file.read({ try $0.balances(prefix: "") }) {
            ours[entry.account.rawValue, default: 0] += entry.amount.minorUnits
        }
        for account in [payee, church] {
            let theirs = try await balance(of: account)
            let known = -(ours["payee:\(account)"] ?? 0)
            if theirs != known { problems.append("\(account) holds \(theirs), the ledger says \(known)") }
        }
        let platform = try await balance(of: nil)
        let known = ours.filter {
            $0.key == "processor" || $0.key.hasPrefix("payee:") || $0.key.hasPrefix("bank:")
        }.reduce(0) { $0 + $1.value }
        if platform != known { problems.append("the platform holds \(platform), the ledger says \(known)") }
        return try await problems + doubles() + wrongReleases() + heldTwice()
    }

    private func balance(of account: String?) async throws -> Int64 {
        try await processor.balances(of: account).reduce(0) { $0 + $1.total }
    }

    /// Returns double charges and transfers, and transfers without a release.
    private func doubles() async throws -> [String] {
        var problems: [String] = []
        let intents = try await processor.paymentIntents(ListQuery(limit: 100)).data
            .filter { $0.status == .succeeded }.compactMap { $0.metadata["payment_id"] }
        if Set(intents).count != intents.count { problems.append("something was charged twice") }
        let transfers = try await processor.transfers(to: payee, ListQuery(limit: 100)).data
        var seen = Set<String>()
        for transfer in transfers {
            let id = transfer.metadata["release_id"] ?? ""
            if !seen.insert(id).inserted { problems.append("\(id) was transferred twice") }
            let release = try await file.read { try $0.release(id) }
            guard let release else {
                problems.append("\(transfer.id) is no release")
                continue
            }
            let back = release.reversedMinor + release.collectedMinor
            if release.transfer != transfer.id || back != transfer.amountReversed {
                problems.append(
                    "\(id) is \(release.state), \(back) came back, not \(transfer.amountReversed)")
            }
        }
        return problems
    }

    /// Returns payments that hold too much while the payee owes money.
    private func heldTwice() async throws -> [String] {
        try await file.read { [payee] transaction in
            guard try transaction.balance(of: .receivable(payee), in: .usd) > 0 else { return [] }
            var problems: [String] = []
            for payment in try transaction.payments(in: .succeeded, after: nil, limit: 10_000)
            where payment.form == .held(payee: payee) {
                let held = -(try transaction.balance(of: .held(payment.id), in: .usd))
                let got = try transaction.releases(ofPayment: payment.id).reduce(0) { $0 + $1.leftMinor }
                let share = payment.total.minorUnits - payment.applicationFeeMinor
                let left = share - (payment.feeBaseMinor - payment.feeReturnedMinor) - got
                if held > max(0, left) { problems.append("\(payment.id): \(held) is held, \(left) may be") }
            }
            return problems
        }
    }

    /// Returns the difference between the released money and the money that the payee received.
    private func wrongReleases() async throws -> [String] {
        let (released, got) = try await file.read { [payee] transaction -> (Int64, Int64) in
            var released: Int64 = 0
            for payment in try transaction.payments(in: .succeeded, after: nil, limit: 10_000) {
                for release in try transaction.releases(ofPayment: payment.id) where release.transfer != nil {
                    let back = release.reversedMinor + release.collectedMinor
                    released += release.amount.minorUnits - back
                }
            }
            var got = -(try transaction.balance(of: .payee(payee), in: .usd))
            for payout in try transaction.payouts(ofPayee: payee, after: nil, limit: 1000)
            where payout.state != .failed && payout.state != .canceled {
                got += payout.amount.minorUnits
            }
            return (released, got)
        }
        return released == got ? [] : ["\(released) is released, the payee has got \(got)"]
    }

    /// Returns the held money of all payments, in minor units.
    func held() async throws -> Int64 {
        -(try await file.read { try $0.balances(prefix: "held:") }.reduce(0) { $0 + $1.amount.minorUnits })
    }
}
