/// The limits and features of a plan. If a limit is nil, there is no limit.
public struct Entitlements: Hashable, Sendable {
    /// The maximum number of trips, or nil if there is no limit.
    public let maxTrips: Int?
    /// The maximum number of users, or nil if there is no limit.
    public let seats: Int?
    /// The limit for stored data.
    public let storage: StorageLimit
    /// The features that the plan includes.
    public let features: Set<PlanFeature>

    /// Returns entitlements with all features, unlimited trips and a soft storage limit of 50 GiB.
    static func everything(seats: Int?) -> Entitlements {
        Entitlements(
            maxTrips: nil, seats: seats, storage: .soft(50 << 30), features: Set(PlanFeature.allCases))
    }
}

/// A storage limit, in bytes.
public enum StorageLimit: Hashable, Sendable {
    /// A limit that the stored data must not exceed.
    case hard(Int64)
    /// A limit that the stored data may exceed. Exceeding it only causes a warning.
    case soft(Int64)

    /// The limit in bytes, whether it is hard or soft.
    public var bytes: Int64 {
        switch self {
        case .hard(let bytes), .soft(let bytes): bytes
        }
    }

    /// The limit as text for display, such as `500 MiB` or `50 GiB`.
    public var text: String {
        bytes >= 1 << 30 && bytes % (1 << 30) == 0 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
    }
}

/// A feature that is included in some plans and locked in others.
public enum PlanFeature: String, Sendable, Codable, CaseIterable {
    case aiConcierge = "ai_concierge"
    case travelWallet = "travel_wallet"

    /// The display name of the feature.
    public var name: String {
        switch self {
        case .aiConcierge: "AI Concierge"
        case .travelWallet: "Travel Wallet"
        }
    }
}
