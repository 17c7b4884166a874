public import MoneyKit
public import TimeKit

extension Subscription {
    /// A request to create a subscription.
    public struct Create: Hashable, Sendable, Codable {
        /// The customer, `cus_…`.
        public var customer: String
        /// The price, `price_…`.
        public var price: String
        /// The payment method that is charged.
        public var defaultPaymentMethod: String?
        /// The end of the trial. The price is not charged before it. It is also the anchor, unless ``anchor``
        /// is set.
        public var trialEnd: Timestamp?
        /// The day on which full periods start. The time before the first full period is not charged.
        public var anchor: BillingAnchor?
        /// An amount that is charged immediately.
        public var addedAmount: AddedAmount?
        /// The promotion code that is redeemed, `promo_…`.
        public var promotionCode: String?
        /// True if the customer is present and can answer their bank; nil counts as false.
        public var isOnSession: Bool?
        /// The connected account that receives the money.
        public var destination: String?
        /// The connected account on whose behalf the charge is made.
        public var onBehalfOf: String?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// True to create no subscription and respond with status 402 if the first charge fails
        /// (`error_if_incomplete`). Otherwise the subscription is then `incomplete`.
        public var errorIfIncomplete: Bool
        /// A description for people.
        public var description: String?
        /// The metadata.
        public var metadata: Metadata

        /// Creates a request.
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

    /// A request to change a subscription. Nil leaves a field as it is. A change applies from the next
    /// invoice on, unless the difference is invoiced at once.
    public struct Update: Hashable, Sendable, Codable {
        /// The price, `price_…`.
        public var price: String?
        /// True if the new price applies at once: the unused time of the old price is credited, and the
        /// difference is charged now. Nothing changes if that charge fails. Nil counts as false.
        ///
        /// Source: Stripe documentation, "Prorations", `always_invoice`; `payment_behavior`,
        /// `error_if_incomplete`.
        public var invoicesDifference: Bool?
        /// The payment method that is charged.
        public var defaultPaymentMethod: String?
        /// The new billing anchor. Nothing is charged before it. It replaces a ``BillingAnchor``.
        public var trialEnd: Timestamp?
        /// The application fee in hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// True to end the subscription with the current period.
        public var cancelAtPeriodEnd: Bool?
        /// Pauses or resumes the charges.
        public var pause: Pause?
        /// The metadata to merge.
        public var metadata: Metadata?

        /// A change of the pause.
        public enum Pause: Hashable, Sendable, Codable {
            /// Pauses until a time, or until the subscription is resumed.
            case paused(until: Timestamp?)
            case resumed
        }

        /// Creates a request.
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
