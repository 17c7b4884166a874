import Documents
import PaymentCore
package import Plans

extension APIError {
    /// Converts a plan's refusal.
    package init(_ error: PlanError) {
        guard error.code != .idempotencyConflict else {
            self = .keyUsed
            return
        }
        self.init(
            Self.status(of: error), .request, error.failureCode,
            [Self.sentence(of: error), error.apiRemedy].map(Self.whole).joined(separator: " "),
            param: error.parameter)
    }

    /// Converts the refusal of a locked feature, with exactly its texts.
    package init(_ error: UpgradeRequired) {
        self.init(402, .request, error.code.rawValue, error.message)
        more.append(.init(key: "title", value: .string(error.title)))
    }

    /// Creates the error of a checkout that did not buy a plan; nil for one that did, or that waits for the payer's
    /// bank.
    package init?(unbought status: PlanStatus) {
        switch status.view {
        case .active, .pastDue, .cancelling, .ended, .requiresAction: return nil
        case .unknown:
            self.init(
                503, .server, "outcomeUnknown",
                "It is not known yet whether the purchase succeeded. Send the request again with the same "
                    + "Idempotency-Key: nothing is charged twice.")
        case .free:
            let code = status.failure?.code ?? "declined"
            self.init(
                402, .card, code,
                "The purchase failed: \(FailureCode.sentence(of: code)). Try another card with a new "
                    + "Idempotency-Key.")
        }
    }
}

extension PlanError {
    /// The request field that the error is about, or nil.
    fileprivate var parameter: String? {
        switch code {
        case .unknownPrice, .notPurchasable, .cannotChange: "price_id"
        case .invalidPromotion: "promotion_code"
        case .alreadySubscribed, .notSubscribed, .wrongState, .idempotencyConflict: nil
        }
    }

    fileprivate var apiRemedy: String {
        switch code {
        case .unknownPrice: "GET /api/billing/plans lists the plans and their prices"
        case .alreadySubscribed: "GET /api/billing/status shows the plan; POST /api/billing/cancel cancels it"
        case .notSubscribed: "POST /api/billing/checkout buys a plan"
        case .wrongState: "GET /api/billing/status shows its status"
        case .cannotChange: "POST /api/billing/cancel cancels it at the end of the period"
        case .notPurchasable, .invalidPromotion, .idempotencyConflict: remedy
        }
    }
}
