public import MoneyKit
public import TimeKit

extension Subscription {
    /// What is asked for when one is made.
    public struct Create: Hashable, Sendable, Codable {
        /// `cus_…`
        public var customer: String
        /// `price_…`
        public var price: String
        /// The method that is charged.
        public var defaultPaymentMethod: String?
        /// The end of the trial. The price is not charged before it. It is also the anchor, unless ``anchor`` is set.
        public var trialEnd: Timestamp?
        /// The day on which full periods start. The time before the first full period is not charged.
        public var anchor: BillingAnchor?
        /// An amount that is charged at once.
        public var addedAmount: AddedAmount?
        /// The promotion code that is redeemed, `promo_…`.
        public var promotionCode: String?
        /// True if the customer is present and can answer their bank; nil counts as false.
        public var isOnSession: Bool?
        /// The connected account that gets the money.
        public var destination: String?
        /// The connected account that it is done for.
        public var onBehalfOf: String?
        /// Hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// The first charge fails: make no subscription, answer 402 (`error_if_incomplete`). Else it is `incomplete`.
        public var errorIfIncomplete: Bool
        /// For people who look at it later.
        public var description: String?
        /// What was attached to it.
        public var metadata: Metadata

        /// One of these fields.
        public init(
            customer: String, price: String, defaultPaymentMethod: String? = nil, trialEnd: Timestamp? = nil,
            anchor: BillingAnchor? = nil, addedAmount: AddedAmount? = nil,
            destination: String? = nil, onBehalfOf: String? = nil, applicationFeeBasisPoints: Int64? = nil,
            errorIfIncomplete: Bool = false, description: String? = nil, metadata: Metadata = [:]
        ) {
            self.customer = customer
            self.price = price
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.anchor = anchor
            self.addedAmount = addedAmount
            self.destination = destination
            self.onBehalfOf = onBehalfOf
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.errorIfIncomplete = errorIfIncomplete
            self.description = description
            self.metadata = metadata
        }
    }

    /// A product that is charged once, on the first invoice.
    ///
    /// Source: Stripe API reference, "Create a subscription", `add_invoice_items`.
    public struct AddedAmount: Hashable, Sendable, Codable {
        /// The product's id, `prod_…`.
        public var product: String
        /// The amount, in minor units.
        public var amount: Int64
        /// The currency of the amount.
        public var currency: Currency

        /// Creates an added amount.
        public init(product: String, amount: Int64, currency: Currency) {
            self.product = product
            self.amount = amount
            self.currency = currency
        }
    }

    /// What may be changed. Nil leaves a field as it is. A change counts from the next invoice, unless the difference is
    /// invoiced at once.
    public struct Update: Hashable, Sendable, Codable {
        /// `price_…`
        public var price: String?
        /// True if the new price counts at once: the unused time of the old price is credited, and the difference is
        /// charged now. Nothing changes if that charge fails. Nil counts as false.
        ///
        /// Source: Stripe documentation, "Prorations", `always_invoice`; `payment_behavior`, `error_if_incomplete`.
        public var invoicesDifference: Bool?
        /// The method that is charged.
        public var defaultPaymentMethod: String?
        /// The new billing anchor. Nothing is charged before it. It replaces a ``BillingAnchor``.
        public var trialEnd: Timestamp?
        /// Hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// Ends with the running period.
        public var cancelAtPeriodEnd: Bool?
        /// Stop or resume collection.
        public var pause: Pause?
        /// What was attached to it.
        public var metadata: Metadata?

        /// What is done with the collection.
        public enum Pause: Hashable, Sendable, Codable {
            /// Until a second, or until somebody resumes it.
            case paused(until: Timestamp?)
            case resumed
        }

        /// One of these fields.
        public init(
            price: String? = nil, invoicesDifference: Bool? = nil, defaultPaymentMethod: String? = nil,
            trialEnd: Timestamp? = nil, applicationFeeBasisPoints: Int64? = nil,
            cancelAtPeriodEnd: Bool? = nil, pause: Pause? = nil, metadata: Metadata? = nil
        ) {
            self.price = price
            self.invoicesDifference = invoicesDifference
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.cancelAtPeriodEnd = cancelAtPeriodEnd
            self.pause = pause
            self.metadata = metadata
        }
    }
}
