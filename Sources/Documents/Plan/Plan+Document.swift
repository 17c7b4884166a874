import MoneyKit
package import PaymentCore
package import Plans

extension Plan: Documented {
    package static let fields = DocumentFields<Plan>("plan") {
        Field("id") { $0.id }
        Field("name") { $0.name }
        Field("for") { $0.audience }
        Field("product") { $0.product }
        Field("price", "the price_id for checkout; null if the plan cannot be bought online") { $0.price?.id }
        Field("amount_minor", "the price per month; null for a free or individually priced plan") {
            $0.price?.amount.minorUnits
        }
        Field("annual_price", "the price_id for yearly payment") { $0.annualPrice?.id }
        Field("annual_amount_minor", "the price per year") { $0.annualPrice?.amount.minorUnits }
        Field("currency") { $0.price?.amount.currency.code }
        Field("purchasable") { $0.isPurchasable }
        Field("max_trips", "the maximum number of trips; null means unlimited") { $0.entitlements.maxTrips }
        Field("seats", "the maximum number of seats; null means unlimited") { $0.entitlements.seats }
        Field("storage_bytes") { $0.entitlements.storage.bytes }
        Field(
            "storage_is_hard",
            "whether storage above the limit is refused; if false, exceeding the limit only causes a warning"
        ) {
            $0.entitlements.storage.isHard
        }
        Field("opens", .list(of: .cases(of: PlanFeature.self))) {
            $0.entitlements.features.map(\.rawValue).sorted()
        }
        Field("features", "the features in display order") { $0.features }
    }

    /// Returns a human-readable description of the plan's price for a charge interval.
    package func costs(every interval: ChargeInterval) -> String {
        price(every: interval)?.amount.shown ?? (isSoldInTalk ? "by agreement" : "free")
    }
}

extension Plan.Audience {
    package var words: String {
        switch self {
        case .consumer: "one person"
        case .organization: "an organization"
        }
    }
}

extension StorageLimit {
    package var isHard: Bool { if case .hard = self { true } else { false } }

    package var words: String { isHard ? text : "unlimited, warning above \(text)" }
}
