public import PaymentCore

/// What one unit of work can do for plans.
public protocol PlanUnit: PaymentUnit, PlanRecords {}

/// Who has subscribed to what.
public protocol PlanRecords {
    /// Keeps a subscription: a new one, or its next state.
    func save(_ subscription: PlanSubscription) throws
    /// The subscription of this id, or nil.
    func planSubscription(_ id: String) throws -> PlanSubscription?
    /// The subscriptions of somebody, newest first.
    func planSubscriptions(of subscriber: String, limit: Int) throws -> [PlanSubscription]
    /// Everybody's, oldest first, behind an id.
    func planSubscriptions(behind id: String?, limit: Int) throws -> [PlanSubscription]
}
