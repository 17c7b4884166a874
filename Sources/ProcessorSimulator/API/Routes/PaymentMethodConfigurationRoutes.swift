import Processor
import TextKit

/// The routes of `/v1/payment_method_configurations`.
///
/// Source: Stripe API reference, "Payment Method Configurations".
enum PaymentMethodConfigurationRoutes {
    static let all: [Route] = [
        .post(path, simulates: methods.union(["name"])) { call in
            var new = PaymentMethodConfiguration(
                id: try call.work.newID("pmc"), created: call.work.now, name: "")
            take(call, into: &new)
            return try call.shown(call.work.put(new))
        },
        .get(path, simulates: Filters.part.union(["active"])) { call in
            let active = call["active"].bool
            return try call.scanned(PaymentMethodConfiguration.self) { (active ?? $0.active) == $0.active }
        },
        .one(one, PaymentMethodConfiguration.self),
        .post(one, simulates: methods.union(["name", "active"])) { call in
            var known = try call.object(PaymentMethodConfiguration.self)
            take(call, into: &known)
            return try call.shown(call.work.put(known))
        },
    ]

    private static let path = "/v1/payment_method_configurations"
    private static let one = "/v1/payment_method_configurations/{configuration}"
    private static let methods: Set<String> = PaymentMethodConfiguration.methods.union([
        "apple_pay_later", "fr_meal_voucher_conecs",
    ])

    private static func take(_ call: Call, into configuration: inout PaymentMethodConfiguration) {
        configuration.name = call["name"].string ?? configuration.name
        configuration.active = call["active"].bool ?? configuration.active
        for method in methods {
            guard let preference = call[method]["display_preference"]["preference"].string else { continue }
            configuration.preferences[method] = preference
        }
    }
}

extension PaymentMethodConfiguration: StripeRepresentable {
    /// The payment methods that every configuration contains.
    static let methods: Set<String> = [
        "apple_pay", "card", "cartes_bancaires", "cashapp", "google_pay", "jcb", "link", "us_bank_account",
    ]
    /// The payment methods that are available by default. A configuration can turn them off.
    private static let shown: Set<String> = ["apple_pay", "card", "google_pay", "link"]

    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "active": active, "application": nil, "is_default": false, "livemode": false, "name": name,
            "parent": nil,
        ]
        for method in Self.methods.union(preferences.keys).sorted() {
            let preference = preferences[method] ?? "none"
            let isOn = preference == "none" ? Self.shown.contains(method) : preference == "on"
            fields[method] = [
                "available": .bool(isOn),
                "display_preference": [
                    "overridable": .null, "preference": .string(preference),
                    "value": isOn ? "on" : "off",
                ],
            ]
        }
        return fields
    }
}
