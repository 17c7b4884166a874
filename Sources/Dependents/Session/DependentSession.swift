public import MoneyKit

/// A guardian's path through the screens: list, review, confirmation and home. The value depends on no page, terminal
/// or processor.
///
/// An action that is not possible on the current screen changes nothing and is recorded in ``log``.
public struct DependentSession: Hashable, Sendable {
    /// A screen of the session.
    public enum Screen: Hashable, Sendable {
        /// The list of all dependents, from which the guardian chooses one.
        case list
        /// One dependent, with the button that pays the fee.
        case review(Dependent)
        /// The confirmation that a dependent's fee is paid.
        case confirmation(Dependent)
        /// The end of the session.
        case home
    }

    /// The outcome of a payment.
    public enum Outcome: Hashable, Sendable {
        /// The fee is paid.
        case paid
        /// The payment failed. The guardian is shown this text.
        case failed(String)
    }

    /// The dependents to choose from.
    public let dependents: [Dependent]
    /// The current screen.
    public private(set) var screen = Screen.list
    /// The error of the last attempt, or nil after any other action.
    public private(set) var error: String?
    /// Whether a payment for the dependent on the screen is in progress. No other action is possible until the payment
    /// ends.
    public private(set) var isPaying = false
    /// The actions that were not possible, oldest first. The log contains no names.
    public private(set) var log: [String] = []

    /// Creates a session that shows the list.
    public init(_ dependents: [Dependent]) { self.dependents = dependents }

    /// The dependent on the current screen, or nil.
    public var selectedDependent: Dependent? {
        switch screen {
        case .review(let dependent), .confirmation(let dependent): dependent
        case .list, .home: nil
        }
    }

    /// Opens the review of the dependent with this id. An unknown id changes nothing.
    public mutating func navigate(to id: String) {
        guard screen == .list else { return note("navigate", id, "the list is not shown") }
        guard let dependent = dependents.first(where: { $0.id == id }) else {
            return note("navigate", id, "no such dependent is listed")
        }
        show(.review(dependent))
    }

    /// Goes from the review to the list.
    public mutating func back() {
        guard case .review(let dependent) = screen else { return note("back", nil, "no review is shown") }
        guard !isPaying else { return note("back", dependent.id, "a payment is in progress") }
        show(.list)
    }

    /// Approves the fee of the dependent under review.
    ///
    /// - Returns: The amount to charge, or nil if nothing is to be charged. After charging it, pass the outcome to
    ///   ``finish(_:of:)``.
    public mutating func approve(_ id: String) -> Money? {
        guard case .review(let dependent) = screen, dependent.id == id else {
            note("approve", id, "its review is not shown")
            return nil
        }
        guard !isPaying else {
            note("approve", id, "a payment is in progress")
            return nil
        }
        guard let fee = dependent.fee else {
            note("approve", id, "its fee is unknown")
            error = DependentError(.noFee).summary
            return nil
        }
        error = nil
        isPaying = true
        return fee
    }

    /// Ends a payment. Shows the confirmation if the fee is paid, otherwise the review with the error.
    public mutating func finish(_ outcome: Outcome, of id: String) {
        guard isPaying, case .review(let dependent) = screen, dependent.id == id else {
            return note("finish", id, "no payment of its fee is in progress")
        }
        isPaying = false
        switch outcome {
        case .paid: show(.confirmation(dependent))
        case .failed(let text): error = text
        }
    }

    /// Goes from the confirmation to the home screen.
    public mutating func done() {
        guard case .confirmation = screen else { return note("done", nil, "no confirmation is shown") }
        show(.home)
    }

    private mutating func show(_ screen: Screen) {
        self.screen = screen
        error = nil
    }

    private mutating func note(_ event: String, _ id: String?, _ reason: String) {
        log.append("\(event)\(id.map { " " + $0.plainForLog } ?? ""): \(reason)")
    }
}
