/// Whether something more may be kept or made.
public enum QuotaDecision: Hashable, Sendable {
    case allow
    /// It is done, and this sentence is shown.
    case allowWithWarning(String)
    /// It is not done.
    case denyUpgrade(UpgradeRequired)

    /// Whether it is done.
    public var isAllowed: Bool {
        if case .denyUpgrade = self { false } else { true }
    }
}

/// Why something is not done, and what would open it: over HTTP it answers 402.
public struct UpgradeRequired: Error, Hashable, Sendable, Codable {
    /// What programs compare.
    public enum Code: String, Hashable, Sendable, Codable {
        /// A feature is locked.
        case upgradeRequired = "upgrade_required"
        /// A limit would be passed.
        case quotaExceeded = "quota_exceeded"
    }

    /// What happened.
    public let code: Code
    /// `AI Concierge is a Plus Feature`
    public let title: String
    /// `Upgrade to Plus to unlock this feature`
    public let message: String
}

extension Entitlements {
    /// Whether something may be stored: what is there and what comes, together, up to the limit itself.
    ///
    /// - Parameters:
    ///   - current: What is stored already, in bytes; below zero counts as nothing.
    ///   - new: How much comes, in bytes; below zero counts as nothing.
    public func storing(current: Int64, adding new: Int64) -> QuotaDecision {
        let (sum, overflow) = max(0, current).addingReportingOverflow(max(0, new))
        guard overflow || sum > storage.bytes else { return .allow }
        switch storage {
        case .soft: return .allowWithWarning("more than \(storage.text) is stored; nothing is lost")
        case .hard: return .denyUpgrade(.quota("Storage of \(storage.text) is full"))
        }
    }

    /// Whether one more trip may be made.
    ///
    /// - Parameter current: How many there are.
    public func addingTrip(current: Int) -> QuotaDecision {
        Self.addingOne(to: current, limit: maxTrips, of: "trips")
    }

    /// Whether one more person may join.
    ///
    /// - Parameter current: How many there are.
    public func addingSeat(current: Int) -> QuotaDecision {
        Self.addingOne(to: current, limit: seats, of: "seats")
    }

    /// Nil where a feature is open; else what is shown in its place.
    public func lock(on feature: PlanFeature) -> UpgradeRequired? {
        if features.contains(feature) { return nil }
        return UpgradeRequired(
            code: .upgradeRequired, title: "\(feature.name) is a Plus Feature",
            message: "Upgrade to Plus to unlock this feature")
    }

    private static func addingOne(to current: Int, limit: Int?, of what: String) -> QuotaDecision {
        guard let limit, current >= limit else { return .allow }
        return .denyUpgrade(.quota("All \(limit) \(what) are in use"))
    }
}

extension UpgradeRequired {
    fileprivate static func quota(_ title: String) -> UpgradeRequired {
        UpgradeRequired(code: .quotaExceeded, title: title, message: "Upgrade to get more")
    }
}
