public import MoneyKit

/// Where a guardian is: list, review, confirmation, home. A value that knows no page, no terminal and no processor.
///
/// What cannot be done where the session stands changes nothing, and is noted in ``log``.
public struct DependentSession: Hashable, Sendable {
    /// What is shown.
    public enum Screen: Hashable, Sendable {
        /// Every dependent; each can be chosen.
        case list
        /// One dependent and the button that pays.
        case review(Dependent)
        /// The fee of one dependent is paid.
        case confirmation(Dependent)
        /// Behind the last page.
        case home
    }

    /// How a payment ended.
    public enum Outcome: Hashable, Sendable {
        /// It is paid.
        case paid
        /// It is not, and people are told this.
        case failed(String)
    }

    /// Who can be chosen.
    public let dependents: [Dependent]
    /// What is shown.
    public private(set) var screen = Screen.list
    /// What went wrong with the last try; nil once something else is done.
    public private(set) var error: String?
    /// A payment of the shown dependent is under way: nothing else is done meanwhile.
    public private(set) var isPaying = false
    /// What could not be done, oldest first; no name stands in it.
    public private(set) var log: [String] = []

    /// A session that shows the list.
    public init(_ dependents: [Dependent]) { self.dependents = dependents }

    /// Whom the shown page is about.
    public var selectedDependent: Dependent? {
        switch screen {
        case .review(let dependent), .confirmation(let dependent): dependent
        case .list, .home: nil
        }
    }

    /// From the list to the review of the dependent of this id; an unknown one stays where it is.
    public mutating func navigate(to id: String) {
        guard screen == .list else { return note("navigate", id, "the list is not shown") }
        guard let dependent = dependents.first(where: { $0.id == id }) else {
            return note("navigate", id, "no such dependent is listed")
        }
        show(.review(dependent))
    }

    /// From the review to the list.
    public mutating func back() {
        guard case .review(let dependent) = screen else { return note("back", nil, "no review is shown") }
        guard !isPaying else { return note("back", dependent.id, "a payment is under way") }
        show(.list)
    }

    /// The guardian approves the fee of exactly this dependent.
    ///
    /// - Returns: What is to be charged; ``finish(_:of:)`` is told how that ended. Nil where nothing is to be charged.
    public mutating func approve(_ id: String) -> Money? {
        guard case .review(let dependent) = screen, dependent.id == id else {
            note("approve", id, "its review is not shown")
            return nil
        }
        guard !isPaying else {
            note("approve", id, "a payment is under way")
            return nil
        }
        guard let fee = dependent.fee else {
            note("approve", id, "it has no fee")
            error = DependentError(.noFee).summary
            return nil
        }
        error = nil
        isPaying = true
        return fee
    }

    /// A payment has ended: to the confirmation when it is paid; else the review stays, with the error.
    public mutating func finish(_ outcome: Outcome, of id: String) {
        guard isPaying, case .review(let dependent) = screen, dependent.id == id else {
            return note("finish", id, "no payment of it is under way")
        }
        isPaying = false
        switch outcome {
        case .paid: show(.confirmation(dependent))
        case .failed(let text): error = text
        }
    }

    /// From the confirmation home.
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
