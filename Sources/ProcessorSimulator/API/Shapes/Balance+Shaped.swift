import MoneyKit
import TimeKit
import Processor
import TextKit

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
