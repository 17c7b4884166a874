public import FailureKit

/// An error about a plan or a subscription. It never contains a person's name or card details.
public struct PlanError: Failure, Hashable, Sendable {
    /// The kind of error.
    public enum Code: String, Sendable, CaseIterable {
        /// The catalog does not contain the requested price or plan.
        case unknownPrice = "unknown_price"
        /// The plan is free, is not sold for the chosen interval, or has a price that must be agreed with
        /// sales.
        case notPurchasable = "not_purchasable"
        /// The subscriber has a subscription that has not ended.
        case alreadySubscribed = "already_subscribed"
        /// The subscriber has no subscription.
        case notSubscribed = "not_subscribed"
        /// The subscription's state does not allow the change.
        case wrongState = "wrong_state"
        /// The subscription cannot be changed to this price.
        case cannotChange = "cannot_change"
        /// The promotion code cannot be redeemed.
        case invalidPromotion = "invalid_promotion_code"
        /// The subscriber's name or the payer's name is not valid text for display.
        case invalidName = "invalid_name"
        /// The idempotency key was used for a different request.
        case idempotencyConflict = "idempotency_conflict"
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// The details of the error, such as the value that was not accepted. May be empty.
    public let reason: String

    /// Creates an error. The reason contains the details, such as the value that was not accepted.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    /// A clause that describes the error.
    public var summary: String {
        switch code {
        case .unknownPrice: "the catalog does not contain this plan or price"
        case .notPurchasable: "this plan cannot be bought directly"
        case .alreadySubscribed: "there is already a subscription"
        case .notSubscribed: "there is no subscription"
        case .wrongState: "this action is not possible now"
        case .cannotChange: "the subscription cannot be changed to this plan"
        case .invalidPromotion: "this promotion code cannot be redeemed"
        case .invalidName: "the name cannot be used"
        case .idempotencyConflict: "the idempotency key was used for a different request"
        }
    }

    /// A clause that describes the next step for the user.
    public var remedy: String {
        switch code {
        case .unknownPrice: "list the plans and their prices"
        case .notPurchasable: "contact sales, or choose another plan or interval"
        case .alreadySubscribed:
            "cancel the existing subscription first, or restore it if it seems to be missing"
        case .notSubscribed: "buy a plan first"
        case .wrongState: "check the subscription's status"
        case .cannotChange: "cancel the current plan; after the current period has ended, buy the new plan"
        case .invalidPromotion: "check the code, or buy the plan without a code"
        case .invalidName: "correct the name and try again"
        case .idempotencyConflict: "use a different key"
        }
    }
}

extension PlanError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .unknownPrice, .notSubscribed: .notFound
        case .invalidName: .malformed
        case .notPurchasable, .alreadySubscribed, .wrongState, .cannotChange, .invalidPromotion,
            .idempotencyConflict:
            .refused
        }
    }
}
