/// Somebody in a guardian's care whose fee is to be paid, under a name; the agency is an organization of the file.
package struct ScenarioDependent: Equatable, Sendable {
    package var name: String
    package var org: String
    /// As `200` or `200.00`; nil where nobody has said it.
    package var fee: String?
    /// Days from where the clock stands.
    var dueInDays: Int
}

/// A guardian approves a fee of the file, and pays it.
package struct ScenarioApproval: Equatable, Sendable {
    package var dependent: String
    package var method = "pm_card_visa"
    /// How often at once.
    package var times = 1
    /// What the guardian answers the bank that asks; nil where nobody does.
    var passesChallenge: Bool?
}

/// What is looked at of a dependent.
package enum ScenarioDependentField: String, Equatable, Sendable, CaseIterable {
    case status
    case remaining = "days_remaining"
}
