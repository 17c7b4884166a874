/// A named dependent whose fee is due. The agency is an organization of the file.
package struct ScenarioDependent: Equatable, Sendable {
    package var name: String
    package var org: String
    /// The fee, like `200` or `200.00`; nil if it is not known.
    package var fee: String?
    /// The due day, in days from the current time.
    var dueInDays: Int
}

/// A guardian's approval and payment of a fee.
package struct ScenarioApproval: Equatable, Sendable {
    package var dependent: String
    package var method = "pm_card_visa"
    /// The number of approvals at once.
    package var times = 1
    /// The guardian's response to the bank's challenge; nil for no response.
    var passesChallenge: Bool?
}

/// A checked field of a dependent.
package enum ScenarioDependentField: String, Equatable, Sendable, CaseIterable {
    case status
    case remaining = "days_remaining"
}
