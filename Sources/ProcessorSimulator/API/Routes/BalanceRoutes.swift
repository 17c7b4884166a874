import Processor
import TextKit

/// The routes of `/v1/balance` and `/v1/balance_transactions`.
///
/// Source: Stripe API reference, "Balance", "Balance Transactions".
enum BalanceRoutes {
    static let all: [Route] = [
        .get("/v1/balance") { call in
            let account = try call.work.onPlatform { try call.work.find(Account.self, call.account) }
            return call.work.stripeJSON(try call.work.balances(of: call.account ?? ""), of: account)
        },
        .get(
            "/v1/balance_transactions",
            simulates: Filters.list.union(["type", "source", "currency", "payout"])
        ) { call in
            try checkPayout(call)
            let filter = call.filter([
                "type": "kind", "source": "source", "currency": "currency", "payout": "payout",
            ])
            return try call.listed(BalanceTransaction.self, where: filter)
        },
        .get("/v1/balance_transactions/{id}") { call in
            let transaction = try call.object(BalanceTransaction.self)
            guard transaction.account == call.account else {
                throw ProcessorError.noSuch(BalanceTransaction.objectName, transaction.id)
            }
            return try call.shown(transaction)
        },
    ]

    /// Checks that the payout in the `payout` filter is automatic. Only automatic payouts are linked to
    /// balance transactions.
    private static func checkPayout(_ call: Call) throws {
        guard let id = call["payout"].string else { return }
        let payout = try call.work.named(Payout.self, id, by: "payout")
        guard payout.automatic == true else {
            throw ProcessorError.invalid(
                "Balance transaction history can only be filtered on automatic payouts, not manual ones.",
                parameter: "payout")
        }
    }
}

/// The routes of `/v1/application_fees`.
///
/// Source: Stripe API reference, "Application Fees", "Application Fee Refunds".
enum ApplicationFeeRoutes {
    static let all: [Route] = [
        .list("/v1/application_fees", ApplicationFee.self, by: ["charge": "originatingTransaction"]),
        .one("/v1/application_fees/{id}", ApplicationFee.self),
        .children("/v1/application_fees/{id}/refunds", FeeRefund.self, of: ApplicationFee.self),
        .one("/v1/application_fees/{fee}/refunds/{id}", FeeRefund.self, "id"),
        .post("/v1/application_fees/{id}/refunds", simulates: ["amount", "metadata"]) { call in
            try call.shown(giveBack(call))
        },
        .post("/v1/application_fees/{id}/refund", simulates: ["amount"]) { call in
            _ = try giveBack(call)
            return try call.shown(call.object(ApplicationFee.self))
        },
        .post("/v1/application_fees/{fee}/refunds/{id}", simulates: ["metadata"]) { call in
            var refund = try call.object(FeeRefund.self, "id")
            refund.metadata = try call.metadata(over: refund.metadata ?? [:])
            try call.work.put(refund)
            return try call.shown(refund)
        },
    ]

    private static func giveBack(_ call: Call) throws -> FeeRefund {
        let fee = try call.object(ApplicationFee.self)
        return try call.work.refund(
            fee, amount: call["amount"].integer ?? fee.amount - fee.amountRefunded, call.metadata)
    }
}

/// The routes of `/v1/payouts`.
///
/// Source: Stripe API reference, "Payouts".
enum PayoutRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: ["amount", "currency", "metadata", "destination", "method"],
            keeps: ["description", "statement_descriptor"]
        ) {
            call in
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            var payout = try call.work.createPayout(
                of: call.account, amount: call["amount"].integer ?? 0, currency, to: destination(call)
            ).object
            if call.has("metadata") {
                payout.metadata = try call.metadata(over: [:])
                try call.work.put(payout)
            }
            return try call.shown(payout)
        },
        .list(path, Payout.self, by: ["status": "status", "destination": "destination"]),
        .get(one) { call in try call.shown(own(call)) },
        .post(one, simulates: ["metadata"]) { call in
            var payout = try own(call)
            payout.metadata = try call.metadata(over: payout.metadata)
            try call.work.put(payout)
            return try call.shown(payout)
        },
        .post(one + "/reverse", simulates: ["metadata"]) { call in
            try call.shown(call.work.reverse(payout: own(call).id, call.metadata))
        },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(payout: own(call).id)) },
    ]

    private static let path = "/v1/payouts"
    private static let one = "/v1/payouts/{payout}"

    /// Returns the id of the bank account in a payout request. Returns nil if the request is for the
    /// account's default bank account.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an instant payout, which is not simulated, or for an
    ///   unknown bank account.
    private static func destination(_ call: Call) throws -> String? {
        guard call["method"].string != "instant" else {
            throw ProcessorError.invalid(
                "parameter_not_simulated", "Instant payouts are not simulated: use method=standard.",
                parameter: "method")
        }
        guard let id = call["destination"].string else { return nil }
        guard let account = call.account,
            let bank = try call.work.bankAccounts(of: account).first(where: { $0.id == id })
        else { throw ProcessorError.noSuch("external account", id, parameter: "destination") }
        return bank.id
    }

    private static func own(_ call: Call) throws -> Payout {
        let payout = try call.object(Payout.self)
        guard payout.account == call.account else {
            throw ProcessorError.noSuch(Payout.objectName, payout.id)
        }
        return payout
    }
}

/// The routes of `/v1/transfers`.
///
/// Source: Stripe API reference, "Transfers", "Transfer Reversals".
enum TransferRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: [
                "amount", "currency", "destination", "source_transaction", "transfer_group", "metadata",
            ],
            keeps: ["description"]
        ) { call in
            guard let currency = try call.currency() else { throw ProcessorError.missing("currency") }
            guard let amount = call["amount"].integer else { throw ProcessorError.missing("amount") }
            let request = Transfer.Create(
                amount: amount, currency: currency, destination: call["destination"].string ?? "",
                sourceTransaction: call["source_transaction"].string,
                transferGroup: call["transfer_group"].string,
                metadata: call.metadata)
            return try call.shown(call.work.create(request))
        },
        .list(path, Transfer.self, by: ["destination": "destination", "transfer_group": "transferGroup"]),
        .one(one, Transfer.self),
        .post(one, simulates: ["metadata"], keeps: ["description"]) { call in
            var transfer = try call.object(Transfer.self)
            transfer.metadata = try call.metadata(over: transfer.metadata)
            try call.work.put(transfer)
            return try call.shown(transfer)
        },
        .post(
            "/v1/transfers/{id}/reversals", simulates: ["amount", "metadata", "refund_application_fee"],
            keeps: ["description"]
        ) {
            call in
            let transfer = try call.object(Transfer.self)
            let amount = call["amount"].integer ?? transfer.amount - transfer.amountReversed
            return try call.shown(
                call.work.reverse(
                    transfer: transfer.id, amount: amount, call.metadata,
                    withFee: call["refund_application_fee"].bool ?? false
                ))
        },
        .children("/v1/transfers/{id}/reversals", TransferReversal.self, of: Transfer.self),
        .one(one + "/reversals/{id}", TransferReversal.self, "id"),
        .post(one + "/reversals/{id}", simulates: ["metadata"]) { call in
            var reversal = try call.object(TransferReversal.self, "id")
            reversal.metadata = try call.metadata(over: reversal.metadata)
            try call.work.put(reversal)
            return try call.shown(reversal)
        },
    ]

    private static let path = "/v1/transfers"
    private static let one = "/v1/transfers/{transfer}"
}
