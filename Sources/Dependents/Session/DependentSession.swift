public import MoneyKit

/// A guardian's progress through the screens: list, review, confirmation and home. This value does not depend
/// on web pages, a terminal or the processor.
///
/// If an action is not possible, the screen does not change, and the attempt is recorded in ``log``.
public struct DependentSession: Hashable, Sendable {
    /// A screen of the session.
    public enum Screen: Hashable, Sendable {
        /// The list of the guardian's dependents.
        case list
        /// A single dependent, with the button for paying the fee.
        case review(Dependent)
        /// The confirmation that a dependent's fee is paid.
        case confirmation(Dependent)
        /// The home screen, at which the session ends.
        case home
    }

    /// The outcome of a payment.
    public enum Outcome: Hashable, Sendable {
        case paid
        /// The payment failed. The associated value is the text that the guardian is shown.
        case failed(String)
    }

    /// The dependents from which the guardian can choose.
    public let dependents: [Dependent]
    /// The screen that the guardian sees.
    public private(set) var screen = Screen.list
    /// The error message of the last attempt to pay, or nil. The message is cleared when a new attempt begins
    /// or the screen changes.
    public private(set) var error: String?
    /// Whether a payment for the dependent on the screen is in progress. Until the payment ends, no other
    /// action is possible.
    public private(set) var isPaying = false
    /// The attempted actions that were not possible, oldest first. The log contains no names.
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

    /// Opens the review of the dependent with this id. If the list is not shown or the id is unknown, only
    /// adds an entry to the log.
    public mutating func navigate(to id: String) {
        guard screen == .list else { return note("navigate", id, "the list is not shown") }
        guard let dependent = dependents.first(where: { $0.id == id }) else {
            return note("navigate", id, "this dependent is not in the list")
        }
        show(.review(dependent))
    }

    /// Goes back from the review to the list.
    public mutating func back() {
        guard case .review(let dependent) = screen else { return note("back", nil, "no review is shown") }
        guard !isPaying else { return note("back", dependent.id, "a payment is in progress") }
        show(.list)
    }

    /// Approves the fee of the dependent under review.
    ///
    /// - Returns: The amount to charge, or nil if the fee is unknown or the action is not possible. After the
    ///   charge, the caller must pass the outcome to ``finish(_:of:)``.
    public mutating func approve(_ id: String) -> Money? {
        guard case .review(let dependent) = screen, dependent.id == id else {
            note("approve", id, "the review of this dependent is not shown")
            return nil
        }
        guard !isPaying else {
            note("approve", id, "a payment is in progress")
            return nil
        }
        guard let fee = dependent.fee else {
            note("approve", id, "the fee of this dependent is unknown")
            error = DependentError(.noFee).summary
            return nil
        }
        error = nil
        isPaying = true
        return fee
    }

    /// Ends a payment. If the fee is paid, shows the confirmation. Otherwise, shows the review with the error
    /// message.
    public mutating func finish(_ outcome: Outcome, of id: String) {
        guard isPaying, case .review(let dependent) = screen, dependent.id == id else {
            return note("finish", id, "no payment of this dependent's fee is in progress")
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
