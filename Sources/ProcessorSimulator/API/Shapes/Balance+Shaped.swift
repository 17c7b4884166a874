import MoneyKit
import Processor
import TextKit
import TimeKit

extension Work {
    /// What an account holds, as Stripe shows it: an entry a currency, the account's own where it holds nothing.
    func shaped(_ balances: [Balance], of account: Account?) -> JSONTree {
        let shown =
            balances.isEmpty
            ? [Balance(currency: account?.defaultCurrency ?? .usd, available: 0, pending: 0)] : balances
        func part(_ amount: KeyPath<Balance, Int64>) -> JSONTree {
            .array(
                shown.map {
                    [
                        "amount": .integer($0[keyPath: amount]), "currency": JSONTree($0.currency),
                        "source_types": ["card": .integer($0[keyPath: amount])],
                    ]
                })
        }
        return [
            "object": "balance", "available": part(\.available), "livemode": false,
            "pending": part(\.pending),
        ]
    }
}

extension BalanceTransaction: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "available_on": .integer(availableOn.seconds),
            "balance_type": "payments",
            "created": .integer(created.seconds), "currency": JSONTree(currency),
            "description": JSONTree(description), "exchange_rate": .null, "fee": .integer(fee),
            "fee_details": .array(fee == 0 ? [] : [feeDetail]), "net": .integer(net),
            "reporting_category": .string(reportingCategory), "source": JSONTree(source),
            "status": .string(availableOn <= work.now ? "available" : "pending"),
            "type": .string(kind.rawValue),
        ]
    }

    private var feeDetail: JSONTree {
        [
            "amount": .integer(fee), "application": .null, "currency": JSONTree(currency),
            "description": .string(kind == .payment ? "Application fee" : "Stripe processing fees"),
            "type": .string(kind == .payment ? "application_fee" : "stripe_fee"),
        ]
    }

    /// Source: Stripe documentation, "Reporting categories".
    private var reportingCategory: String {
        switch kind {
        case .charge, .payment: "charge"
        case .refund, .paymentRefund: "refund"
        case .transferRefund: "transfer_reversal"
        case .applicationFee: "platform_earning"
        case .applicationFeeRefund: "platform_earning_refund"
        case .payoutFailure, .payoutCancel: "payout_reversal"
        case .adjustment: "dispute"
        case .transfer, .payout, .refundFailure: kind.rawValue
        }
    }
}

extension Payout: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "arrival_date": .integer(arrivalDate.seconds),
            "automatic": .bool(automatic ?? false),
            "balance_transaction": JSONTree(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "failure_code": JSONTree(failureCode),
            "failure_message": JSONTree(
                failureCode.map { _ in
                    "The bank account details on file are probably incorrect. No bank account could be found with them."
                }),
            "livemode": false, "metadata": JSONTree(metadata), "method": "standard",
            "destination": JSONTree(destination), "original_payout": JSONTree(originalPayout),
            "reversed_by": JSONTree(reversedBy),
            "reconciliation_status": automatic == true ? "completed" : "not_applicable",
            "source_type": "card",
            "status": .string(status.rawValue), "type": "bank_account",
        ]
    }
}

extension Transfer: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let reversals = try work.children(TransferReversal.self, of: id)
        return [
            "amount": .integer(amount), "amount_reversed": .integer(amountReversed),
            "balance_transaction": JSONTree(balanceTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency), "description": .null, "destination": .string(destination),
            "destination_payment": JSONTree(destinationPayment), "livemode": false,
            "metadata": JSONTree(metadata),
            "reversals": try work.list(
                ListPage(Array(reversals.reversed().prefix(10)), hasMore: reversals.count > 10),
                at: "/v1/transfers/\(id)/reversals"),
            "reversed": .bool(amountReversed == amount), "source_transaction": JSONTree(sourceTransaction),
            "source_type": "card", "transfer_group": JSONTree(transferGroup),
        ]
    }
}

extension TransferReversal: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "balance_transaction": JSONTree(balanceTransaction),
            "created": .integer(created.seconds), "currency": JSONTree(currency),
            "metadata": JSONTree(metadata), "transfer": .string(transfer),
        ]
    }
}

extension ApplicationFee: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        let refunds = try work.children(FeeRefund.self, of: id)
        return [
            "account": .string(account), "amount": .integer(amount),
            "amount_refunded": .integer(amountRefunded),
            "application": "ca_simulated", "balance_transaction": JSONTree(balanceTransaction),
            "charge": .string(originatingTransaction), "created": .integer(created.seconds),
            "currency": JSONTree(currency),
            "fee_source": ["type": "charge", "charge": .string(originatingTransaction)],
            "livemode": false, "originating_transaction": .string(originatingTransaction),
            "refunded": .bool(amountRefunded == amount),
            "refunds": try work.list(
                ListPage(Array(refunds.reversed().prefix(10)), hasMore: refunds.count > 10),
                at: "/v1/application_fees/\(id)/refunds"),
        ]
    }
}

extension FeeRefund: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        [
            "amount": .integer(amount), "created": .integer(created.seconds), "currency": JSONTree(currency),
            "fee": .string(fee), "metadata": JSONTree(metadata ?? [:]),
            "balance_transaction": JSONTree(balanceTransaction),
        ]
    }
}
