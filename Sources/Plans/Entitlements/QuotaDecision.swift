/// A decision about a request to store more data, or to add a trip or a user.
public enum QuotaDecision: Hashable, Sendable {
    case allow
    /// The request is allowed, with a warning.
    case allowWithWarning(String)
    /// The request is denied, but would be allowed after an upgrade.
    case denyUpgrade(UpgradeRequired)

    /// Whether the request is allowed.
    public var isAllowed: Bool {
        if case .denyUpgrade = self { false } else { true }
    }
}

/// The error for a request that requires an upgrade to another plan. The HTTP API reports it with status 402.
public struct UpgradeRequired: Error, Hashable, Sendable, Codable {
    /// The reason why an upgrade is required.
    public enum Code: String, Sendable, Codable {
        /// The plan does not include the feature.
        case upgradeRequired = "upgrade_required"
        /// The request would exceed a limit of the plan.
        case quotaExceeded = "quota_exceeded"
    }

    /// The reason why the upgrade is required.
    public let code: Code
    /// The title for display, such as `AI Concierge is a Plus Feature`.
    public let title: String
    /// The message for display, such as `Upgrade to Plus to unlock this feature`.
    public let message: String
}

extension Entitlements {
    /// Decides whether more data can be stored. The total may reach the limit. A total that exceeds a soft
    /// limit causes a warning, and a total that exceeds a hard limit is denied.
    ///
    /// - Parameters:
    ///   - current: The amount of stored data, in bytes. A negative value counts as zero.
    ///   - new: The amount of data to add, in bytes. A negative value counts as zero.
    public func storing(current: Int64, adding new: Int64) -> QuotaDecision {
        let (sum, overflow) = max(0, current).addingReportingOverflow(max(0, new))
        guard overflow || sum > storage.bytes else { return .allow }
        switch storage {
        case .soft:
            return .allowWithWarning("this exceeds your storage limit of \(storage.text), but is accepted")
        case .hard: return .denyUpgrade(.quota("This would exceed your storage limit of \(storage.text)"))
        }
    }

    /// Decides whether another trip can be added.
    ///
    /// - Parameter current: The current number of trips.
    public func addingTrip(current: Int) -> QuotaDecision {
        Self.addingOne(to: current, limit: maxTrips, of: "trips")
    }

    /// Decides whether another user can be added.
    ///
    /// - Parameter current: The current number of users.
    public func addingSeat(current: Int) -> QuotaDecision {
        Self.addingOne(to: current, limit: seats, of: "seats")
    }

    /// Returns the error for using a feature that the plan does not include. Returns nil if the plan includes
    /// the feature.
    public func lock(on feature: PlanFeature) -> UpgradeRequired? {
        if features.contains(feature) { return nil }
        return UpgradeRequired(
            code: .upgradeRequired, title: "\(feature.name) is a Plus Feature",
            message: "Upgrade to Plus to unlock this feature")
    }

    private static func addingOne(to current: Int, limit: Int?, of what: String) -> QuotaDecision {
        guard let limit, current >= limit else { return .allow }
        let noun = limit == 1 ? String(what.dropLast()) : what
        return .denyUpgrade(.quota("You have reached your plan's limit of \(limit) \(noun)"))
    }
}

extension UpgradeRequired {
    fileprivate static func quota(_ title: String) -> UpgradeRequired {
        UpgradeRequired(code: .quotaExceeded, title: title, message: "Upgrade to get more")
    }
}
