public import TimeKit

extension Subscription {
    public struct Create: Hashable, Sendable, Codable {
        public var customer: String
        public var price: String
        public var defaultPaymentMethod: String?
        /// Nothing is charged before; the anchor is this second.
        public var trialEnd: Timestamp?
        public var destination: String?
        public var onBehalfOf: String?
        /// Hundredths of a percent, 0...10,000.
        public var applicationFeeBasisPoints: Int64?
        /// The first charge fails: make no subscription, answer 402 (`error_if_incomplete`). Else it is `incomplete`.
        public var errorIfIncomplete: Bool
        public var description: String?
        public var metadata: Metadata

        public init(
            customer: String, price: String, defaultPaymentMethod: String? = nil, trialEnd: Timestamp? = nil,
            destination: String? = nil, onBehalfOf: String? = nil, applicationFeeBasisPoints: Int64? = nil,
            errorIfIncomplete: Bool = false, description: String? = nil, metadata: Metadata = [:]
        ) {
            self.customer = customer
            self.price = price
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.destination = destination
            self.onBehalfOf = onBehalfOf
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.errorIfIncomplete = errorIfIncomplete
            self.description = description
            self.metadata = metadata
        }
    }

    /// What may be changed. Nil leaves a field as it is. Never prorated: a change counts from the next invoice.
    public struct Update: Hashable, Sendable, Codable {
        public var price: String?
        public var defaultPaymentMethod: String?
        /// Moves the day: nothing is charged before this second, and it is the new anchor.
        public var trialEnd: Timestamp?
        public var applicationFeeBasisPoints: Int64?
        public var cancelAtPeriodEnd: Bool?
        public var pause: Pause?
        public var metadata: Metadata?

        public enum Pause: Hashable, Sendable, Codable {
            /// Until a second, or until somebody resumes it.
            case paused(until: Timestamp?)
            case resumed
        }

        public init(
            price: String? = nil, defaultPaymentMethod: String? = nil, trialEnd: Timestamp? = nil,
            applicationFeeBasisPoints: Int64? = nil, cancelAtPeriodEnd: Bool? = nil, pause: Pause? = nil,
            metadata: Metadata? = nil
        ) {
            self.price = price
            self.defaultPaymentMethod = defaultPaymentMethod
            self.trialEnd = trialEnd
            self.applicationFeeBasisPoints = applicationFeeBasisPoints
            self.cancelAtPeriodEnd = cancelAtPeriodEnd
            self.pause = pause
            self.metadata = metadata
        }
    }
}
