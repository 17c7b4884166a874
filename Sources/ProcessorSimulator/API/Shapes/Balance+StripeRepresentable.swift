import MoneyKit
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// Returns an account's balance in Stripe's JSON format, with one entry per currency. If there are no
    /// balances, the result has a single zero entry in the account's default currency.
    func stripeJSON(_ balances: [Balance], of account: Account?) -> JSONObject {
        let shown =
            balances.isEmpty
            ? [Balance(currency: account?.defaultCurrency ?? .usd, available: 0, pending: 0)] : balances
        func part(_ amount: KeyPath<Balance, Int64>) -> [JSONObject] {
            shown.map {
                [
                    "amount": $0[keyPath: amount], "currency": $0.currency,
                    "source_types": ["card": $0[keyPath: amount]] as JSONObject,
                ]
            }
        }
        return [
            "object": "balance", "available": part(\.available), "livemode": false,
            "pending": part(\.pending),
        ]
    }
}

extension BalanceTransaction: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "available_on": availableOn,
            "balance_type": "payments",
            "created": created, "currency": currency,
            "description": description, "exchange_rate": nil, "fee": fee,
            "fee_details": feeDetails, "net": net,
            "reporting_category": reportingCategory, "source": source,
            "status": availableOn <= work.now ? "available" : "pending",
            "type": kind.rawValue,
        ]
    }

    private var feeDetails: [JSONObject] {
        let ofPlatform = applicationFee ?? (kind == .payment ? fee : 0)
        return [
            feeDetail(ofPlatform, "application_fee", "Application fee"),
            feeDetail(fee - ofPlatform, "stripe_fee", "Stripe processing fees"),
        ].compactMap(\.self)
    }

    private func feeDetail(_ amount: Int64, _ type: String, _ description: String) -> JSONObject? {
        guard amount != 0 else { return nil }
        return [
            "amount": amount, "application": nil, "currency": currency,
            "description": description, "type": type,
        ]
    }

    /// The category of the balance transaction in Stripe's reports.
    ///
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
        case .transfer, .payout, .refundFailure, .topup: kind.rawValue
        }
    }
}

extension Payout: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "arrival_date": arrivalDate,
            "automatic": automatic ?? false,
            "balance_transaction": balanceTransaction, "created": created,
            "currency": currency, "failure_code": failureCode,
            "failure_message": failureCode.map { _ in
                "The bank account details on file are probably incorrect. No bank account could be found with them."
            },
            "livemode": false, "metadata": metadata, "method": "standard",
            "destination": destination, "original_payout": originalPayout,
            "reversed_by": reversedBy,
            "reconciliation_status": automatic == true ? "completed" : "not_applicable",
            "source_type": "card",
            "status": status.rawValue, "type": "bank_account",
        ]
    }
}

extension Transfer: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let reversals = try work.children(TransferReversal.self, of: id)
        return [
            "amount": amount, "amount_reversed": amountReversed,
            "balance_transaction": balanceTransaction, "created": created,
            "currency": currency, "description": nil, "destination": destination,
            "destination_payment": destinationPayment, "livemode": false,
            "metadata": metadata,
            "reversals": try work.latest(reversals, at: "/v1/transfers/\(id)/reversals"),
            "reversed": amountReversed == amount, "source_transaction": sourceTransaction,
            "source_type": "card", "transfer_group": transferGroup,
        ]
    }
}

extension TransferReversal: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "balance_transaction": balanceTransaction,
            "created": created, "currency": currency,
            "metadata": metadata, "transfer": transfer,
        ]
    }
}

extension ApplicationFee: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let refunds = try work.children(FeeRefund.self, of: id)
        return [
            "account": account, "amount": amount,
            "amount_refunded": amountRefunded,
            "application": "ca_simulated", "balance_transaction": balanceTransaction,
            "charge": originatingTransaction, "created": created,
            "currency": currency,
            "fee_source": ["type": "charge", "charge": originatingTransaction] as JSONObject,
            "livemode": false, "originating_transaction": originatingTransaction,
            "refunded": amountRefunded == amount,
            "refunds": try work.latest(refunds, at: "/v1/application_fees/\(id)/refunds"),
        ]
    }
}

extension FeeRefund: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "created": created, "currency": currency,
            "fee": fee, "metadata": metadata ?? [:],
            "balance_transaction": balanceTransaction,
        ]
    }
}
