import MoneyKit
package import PaymentCore
package import Plans

extension Plan {
    package var document: JSONValue {
        func number(_ limit: Int?) -> JSONValue { limit.map { .int($0) } ?? .null }
        return [
            "object": "plan", "id": .string(id), "name": .string(name), "for": .string(audience.rawValue),
            "product": JSONValue(product), "price": JSONValue(price?.id),
            "amount_minor": number(price.map { Int($0.amount.minorUnits) }),
            "annual_price": JSONValue(annualPrice?.id),
            "annual_amount_minor": number(annualPrice.map { Int($0.amount.minorUnits) }),
            "currency": JSONValue(price?.amount.currency.code),
            "purchasable": .bool(isPurchasable), "max_trips": number(entitlements.maxTrips),
            "seats": number(entitlements.seats),
            "storage_bytes": .int(Int(entitlements.storage.bytes)),
            "storage_is_hard": .bool(entitlements.storage.isHard),
            "opens": .array(entitlements.features.map(\.rawValue).sorted().map { .string($0) }),
            "features": .array(features.map { .string($0) }),
        ]
    }

    /// Returns the price for an interval, for people.
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

    package var words: String { isHard ? text : "unlimited, warns at \(text)" }
}
