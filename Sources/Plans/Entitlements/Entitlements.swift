/// The limits and features of a plan. Nil means unlimited.
public struct Entitlements: Hashable, Sendable {
    /// The maximum number of trips.
    public let maxTrips: Int?
    /// The maximum number of users.
    public let seats: Int?
    /// The storage limit.
    public let storage: StorageLimit
    /// The included features.
    public let features: Set<PlanFeature>

    /// Returns entitlements with all features, and with unlimited storage except for a soft limit of 50 GiB.
    static func everything(seats: Int?) -> Entitlements {
        Entitlements(
            maxTrips: nil, seats: seats, storage: .soft(50 << 30), features: Set(PlanFeature.allCases))
    }
}

/// A storage limit, in bytes.
public enum StorageLimit: Hashable, Sendable {
    /// Storage beyond the limit is refused.
    case hard(Int64)
    /// Storage beyond the limit is allowed, with a warning.
    case soft(Int64)

    /// The limit, in bytes.
    public var bytes: Int64 {
        switch self {
        case .hard(let bytes), .soft(let bytes): bytes
        }
    }

    /// The text to show, such as `500 MiB` or `50 GiB`. A MiB is 1024 KiB.
    public var text: String {
        bytes >= 1 << 30 && bytes % (1 << 30) == 0 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
    }
}

/// A feature that a plan includes or locks.
public enum PlanFeature: String, Hashable, Sendable, Codable, CaseIterable {
    case aiConcierge = "ai_concierge"
    case travelWallet = "travel_wallet"

    /// The name to show.
    public var name: String {
        switch self {
        case .aiConcierge: "AI Concierge"
        case .travelWallet: "Travel Wallet"
        }
    }
}
