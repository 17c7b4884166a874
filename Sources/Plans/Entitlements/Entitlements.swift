/// What a plan gives. Nil is unlimited.
public struct Entitlements: Hashable, Sendable {
    /// How many trips there may be.
    public let maxTrips: Int?
    /// How many people may use it.
    public let seats: Int?
    /// How much may be kept.
    public let storage: StorageLimit
    /// What is open.
    public let features: Set<PlanFeature>

    /// All features, and storage that is unlimited but for a soft cap of 50 GiB.
    static func everything(seats: Int?) -> Entitlements {
        Entitlements(
            maxTrips: nil, seats: seats, storage: .soft(50 << 30), features: Set(PlanFeature.allCases))
    }
}

/// How much may be kept, in bytes; a MiB is 1024 KiB.
public enum StorageLimit: Hashable, Sendable {
    /// Beyond it nothing is taken.
    case hard(Int64)
    /// Beyond it all is taken, with a warning.
    case soft(Int64)

    /// In bytes.
    public var bytes: Int64 {
        switch self {
        case .hard(let bytes), .soft(let bytes): bytes
        }
    }

    /// `500 MiB`, `50 GiB`.
    public var text: String {
        bytes >= 1 << 30 && bytes % (1 << 30) == 0 ? "\(bytes >> 30) GiB" : "\(bytes >> 20) MiB"
    }
}

/// Something that a plan opens or leaves locked.
public enum PlanFeature: String, Hashable, Sendable, Codable, CaseIterable {
    case aiConcierge = "ai_concierge"
    case travelWallet = "travel_wallet"

    /// As it is shown.
    public var name: String {
        switch self {
        case .aiConcierge: "AI Concierge"
        case .travelWallet: "Travel Wallet"
        }
    }
}
