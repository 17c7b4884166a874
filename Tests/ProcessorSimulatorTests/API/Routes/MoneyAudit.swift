import DatabaseKit
import Foundation
import MoneyKit
import Processor

@testable import ProcessorSimulator

/// An audit of the database's sums, independent of the engine's arithmetic.
struct MoneyAudit {
    /// The differences found, one per line.
    private(set) var problems: [String] = []
    /// The kinds of balance transactions found.
    let kinds: Set<BalanceTransaction.Kind>
    private let objects: [String: [Data]]
    private let balances: [String: Int64]

    /// - Parameter accounts: All accounts ever created.
    static func of(_ bench: ProcessorBench, accounts: [String]) async throws -> MoneyAudit {
        let kinds = [
            BalanceTransaction.objectName, Charge.objectName, Refund.objectName, Transfer.objectName,
            TransferReversal.objectName, ApplicationFee.objectName, FeeRefund.objectName,
            PaymentIntent.objectName,
        ]
        return try await bench.file.read { transaction in
            var objects: [String: [Data]] = [:]
            var balances: [String: Int64] = [:]
            for owner in Set([""] + accounts) {
                for kind in kinds {
                    objects[kind, default: []] += try transaction.page(
                        kind: kind, owner: owner, ListRange(), limit: .max)
                }
                for balance in try transaction.balances(of: owner) {
                    balances["\(owner) \(balance.currency.code)"] = balance.total
                }
            }
            return try MoneyAudit(objects, balances)
        }
    }

    private init(_ objects: [String: [Data]], _ balances: [String: Int64]) throws {
        (self.objects, self.balances) = (objects, balances)
        let transactions = try Self.all(BalanceTransaction.self, in: objects)
        kinds = Set(transactions.map(\.kind))
        checkBalances(transactions)
        checkInside(transactions)
        try checkCharges()
        try checkTransfers()
        try checkFees()
    }

    private func all<Object: ProcessorObject>(_ kind: Object.Type) throws -> [Object] {
        try Self.all(kind, in: objects)
    }

    private static func all<Object: ProcessorObject>(_ kind: Object.Type, in objects: [String: [Data]]) throws
        -> [Object]
    {
        try (objects[Object.objectName] ?? []).map { try DocumentCoder.decode(kind, from: $0) }
    }

    private mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { problems.append(what()) }
    }

    /// Checks that the balance of each account and currency is the sum of its net amounts.
    private mutating func checkBalances(_ transactions: [BalanceTransaction]) {
        var sums: [String: Int64] = [:]
        for one in transactions {
            expect(
                one.net == one.amount - one.fee, "\(one.id): net \(one.net) of \(one.amount) less \(one.fee)")
            sums["\(one.account ?? "") \(one.currency.code)", default: 0] += one.net
        }
        for place in Set(sums.keys).union(balances.keys).sorted() {
            let (sum, held) = (sums[place] ?? 0, balances[place] ?? 0)
            expect(sum == held, "\(place) holds \(held), and its transactions come to \(sum)")
        }
    }

    /// Checks that movements between the platform and its accounts sum to zero.
    private mutating func checkInside(_ transactions: [BalanceTransaction]) {
        let inside: Set<BalanceTransaction.Kind> = [
            .transfer, .payment, .transferRefund, .paymentRefund, .applicationFee, .applicationFeeRefund,
        ]
        var sums: [String: Int64] = [:]
        for one in transactions {
            // The balance transaction of a direct charge includes the application fee, which the platform receives.
            let moved = inside.contains(one.kind) ? one.net : -(one.applicationFee ?? 0)
            sums[one.currency.code, default: 0] += moved
        }
        for (currency, sum) in sums {
            expect(sum == 0, "between accounts \(sum) \(currency) came from nowhere")
        }
    }

    /// Checks that a charge's refunded amount is the sum of its refunds, and at most the captured amount. A
    /// refund without a balance transaction only released an amount that was not captured.
    private mutating func checkCharges() throws {
        var refunded: [String: Int64] = [:]
        for refund in try all(Refund.self)
        where ![.failed, .canceled].contains(refund.status) && refund.balanceTransaction != nil {
            refunded[refund.charge, default: 0] += refund.amount
        }
        for charge in try all(Charge.self) where charge.captured && charge.sourceTransfer == nil {
            let sum = refunded[charge.id] ?? 0
            expect(
                sum == charge.amountRefunded && sum <= charge.amountCaptured,
                "\(charge.id): \(charge.amountRefunded) of \(charge.amountCaptured) refunded, refunds come to \(sum)"
            )
        }
        for intent in try all(PaymentIntent.self) where intent.status != .succeeded {
            expect(
                intent.amountReceived == 0,
                "\(intent.id) is \(intent.status) and received \(intent.amountReceived)")
        }
    }

    private mutating func checkTransfers() throws {
        var reversed: [String: Int64] = [:]
        for reversal in try all(TransferReversal.self) {
            reversed[reversal.transfer, default: 0] += reversal.amount
        }
        for transfer in try all(Transfer.self) {
            let sum = reversed[transfer.id] ?? 0
            expect(
                sum == transfer.amountReversed && sum <= transfer.amount,
                "\(transfer.id): \(transfer.amountReversed) of \(transfer.amount) reversed, reversals come to \(sum)"
            )
        }
    }

    private mutating func checkFees() throws {
        var refunded: [String: Int64] = [:]
        for refund in try all(FeeRefund.self) { refunded[refund.fee, default: 0] += refund.amount }
        for fee in try all(ApplicationFee.self) {
            let sum = refunded[fee.id] ?? 0
            expect(
                sum == fee.amountRefunded && sum <= fee.amount,
                "\(fee.id): \(fee.amountRefunded) of \(fee.amount) refunded, refunds come to \(sum)")
        }
    }
}
