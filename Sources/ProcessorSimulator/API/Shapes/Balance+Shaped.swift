import MoneyKit
import TimeKit
import Processor

extension Work {
    /// What an account holds, as Stripe shows it: an entry a currency, the account's own where it holds nothing.
    func shaped(_ balances: [Balance], of account: Account?) -> JSONValue {
        let shown =
            balances.isEmpty
            ? [Balance(currency: account?.defaultCurrency ?? .usd, available: 0, pending: 0)] : balances
        func part(_ amount: KeyPath<Balance, Int64>) -> JSONValue {
            .list(
                shown.map {
                    [
                        "amount": .integer($0[keyPath: amount]), "currency": JSONValue($0.currency),
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
            "created": .integer(created.seconds), "currency": JSONValue(currency),
            "description": JSONValue(description), "exchange_rate": .null, "fee": .integer(fee),
            "fee_details": .list(fee == 0 ? [] : [feeDetail]), "net": .integer(net),
            "reporting_category": .text(reportingCategory), "source": JSONValue(source),
            "status": .text(availableOn <= work.now ? "available" : "pending"), "type": .text(kind.rawValue),
        ]
    }

    private var feeDetail: JSONValue {
        [
            "amount": .integer(fee), "application": .null, "currency": JSONValue(currency),
            "description": .text(kind == .payment ? "Application fee" : "Stripe processing fees"),
            "type": .text(kind == .payment ? "application_fee" : "stripe_fee"),
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
