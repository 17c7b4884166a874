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
            call.take(into: &new)
            return try call.saved(new)
        },
        .get(path, simulates: Filters.part.union(["active"])) { call in
            try call.scanned(PaymentMethodConfiguration.self) { call.allows("active", $0.active) }
        },
        .one(one, PaymentMethodConfiguration.self),
        .update(one, PaymentMethodConfiguration.self, simulates: methods.union(["name", "active"])) {
            call, known in
            call.take(into: &known)
        },
    ]

    private static let path = "/v1/payment_method_configurations"
    private static let one = "/v1/payment_method_configurations/{configuration}"
    fileprivate static let methods: Set<String> = PaymentMethodConfiguration.methods.union([
        "apple_pay_later", "fr_meal_voucher_conecs",
    ])
}

extension Call {
    fileprivate func take(into configuration: inout PaymentMethodConfiguration) {
        configuration.name = self["name"].string ?? configuration.name
        configuration.active = self["active"].bool ?? configuration.active
        for method in PaymentMethodConfigurationRoutes.methods {
            guard let preference = self[method]["display_preference"]["preference"].string else { continue }
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
