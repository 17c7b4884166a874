import Documents
import PaymentCore
package import Plans

extension APIError {
    /// Creates an API error for a feature that the subscriber's plan does not include. The title and the
    /// message for the subscriber are used unchanged.
    init(_ error: UpgradeRequired) {
        self.init(402, .request, error.code.rawValue, error.message)
        more.append(.init(key: "title", value: error.title.json))
    }

    /// Creates the error for a checkout that failed, or whose result is not known yet.
    ///
    /// Returns nil if the plan was bought, or if the payer's bank still requires a confirmation.
    init?(unbought status: PlanStatus) {
        switch status.view {
        case .active, .pastDue, .cancelling, .ended, .requiresAction: return nil
        case .unknown:
            self.init(
                503, .server, "outcomeUnknown",
                "It is not known yet whether the purchase succeeded. Retry with the same "
                    + "Idempotency-Key. Nothing is charged twice.")
        case .free:
            let code = status.failure?.code ?? "declined"
            self.init(
                402, .card, code,
                "The purchase failed: \(FailureCode.sentence(of: code)). Try another card with a new "
                    + "Idempotency-Key.")
        }
    }
}

extension PlanError: APIFailure {
    package var apiParam: String? {
        switch code {
        case .unknownPrice, .notPurchasable, .cannotChange: "price_id"
        case .invalidPromotion: "promotion_code"
        case .invalidName: "name"
        case .alreadySubscribed, .notSubscribed, .wrongState, .idempotencyConflict: nil
        }
    }

    package var apiRemedy: String {
        switch code {
        case .unknownPrice: "GET /api/billing/plans lists the plans and their prices"
        case .alreadySubscribed:
            "send GET /api/billing/status to see the subscription, or POST /api/billing/cancel to cancel it"
        case .notSubscribed: "send POST /api/billing/checkout to buy a plan"
        case .wrongState: "send GET /api/billing/status to see the plan's status"
        case .cannotChange:
            "send POST /api/billing/cancel to cancel the current plan at the end of its period; after the "
                + "current period has ended, send POST /api/billing/checkout to buy the new plan"
        case .notPurchasable, .invalidPromotion, .invalidName, .idempotencyConflict: remedy
        }
    }
}
