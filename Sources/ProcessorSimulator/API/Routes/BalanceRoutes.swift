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
            try call.checkPayout()
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
}

extension Call {
    /// Checks that the payout in the `payout` filter is automatic. Only automatic payouts are linked to
    /// balance transactions.
    fileprivate func checkPayout() throws {
        guard let id = self["payout"].string else { return }
        let payout = try work.named(Payout.self, id, by: "payout")
        try require(
            payout.automatic == true,
            "Balance transaction history can only be filtered on automatic payouts, not manual ones.",
            parameter: "payout")
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
            try call.shown(call.refundFee())
        },
        .post("/v1/application_fees/{id}/refund", simulates: ["amount"]) { call in
            _ = try call.refundFee()
            return try call.shown(call.object(ApplicationFee.self))
        },
        .update("/v1/application_fees/{fee}/refunds/{id}", FeeRefund.self, "id", simulates: ["metadata"]) {
            call, refund in
            refund.metadata = try call.metadata(over: refund.metadata ?? [:])
        },
    ]
}

extension Call {
    fileprivate func refundFee() throws -> FeeRefund {
        let fee = try object(ApplicationFee.self)
        return try work.refund(
            fee, amount: self["amount"].integer ?? fee.amount - fee.amountRefunded, metadata)
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
            let currency = try call.requiredCurrency()
            var payout = try call.work.createPayout(
                of: call.account, amount: call["amount"].integer ?? 0, currency, to: call.payoutDestination()
            ).object
            if call.has("metadata") {
                payout.metadata = try call.metadata(over: [:])
                try call.work.put(payout)
            }
            return try call.shown(payout)
        },
        .list(path, Payout.self, by: ["status": "status", "destination": "destination"]),
        .get(one) { call in try call.shown(call.ownPayout()) },
        .post(one, simulates: ["metadata"]) { call in
            var payout = try call.ownPayout()
            try call.takeMetadata(into: &payout.metadata)
            return try call.saved(payout)
        },
        .post(one + "/reverse", simulates: ["metadata"]) { call in
            try call.shown(call.work.reverse(payout: call.ownPayout().id, call.metadata))
        },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(payout: call.ownPayout().id)) },
    ]

    private static let path = "/v1/payouts"
    private static let one = "/v1/payouts/{payout}"
}

extension Call {
    /// Returns the id of the bank account in a payout request. Returns nil if the request is for the
    /// account's default bank account.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an instant payout, which is not simulated, or for an
    ///   unknown bank account.
    fileprivate func payoutDestination() throws -> String? {
        try require(
            self["method"].string != "instant", "parameter_not_simulated",
            "Instant payouts are not simulated: use method=standard.", parameter: "method")
        guard let id = self["destination"].string else { return nil }
        guard let account = account,
            let bank = try work.bankAccounts(of: account).first(where: { $0.id == id })
        else { throw ProcessorError.noSuch("external account", id, parameter: "destination") }
        return bank.id
    }

    fileprivate func ownPayout() throws -> Payout {
        let payout = try object(Payout.self)
        guard payout.account == account else {
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
            let currency = try call.requiredCurrency()
            let amount = try call.requiredAmount()
            let request = Transfer.Create(
                amount: amount, currency: currency, destination: call["destination"].string ?? "",
                sourceTransaction: call["source_transaction"].string,
                transferGroup: call["transfer_group"].string,
                metadata: call.metadata)
            return try call.shown(call.work.create(request))
        },
        .list(path, Transfer.self, by: ["destination": "destination", "transfer_group": "transferGroup"]),
        .one(one, Transfer.self),
        .update(one, Transfer.self, simulates: ["metadata"], keeps: ["description"]) {
            try $0.takeMetadata(into: &$1.metadata)
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
        .update(one + "/reversals/{id}", TransferReversal.self, "id", simulates: ["metadata"]) {
            try $0.takeMetadata(into: &$1.metadata)
        },
    ]

    private static let path = "/v1/transfers"
    private static let one = "/v1/transfers/{transfer}"
}
