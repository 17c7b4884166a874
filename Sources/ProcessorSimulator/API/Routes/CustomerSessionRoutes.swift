import Processor
import TextKit
import TimeKit

/// The route of `/v1/customer_sessions`. No other operation of this processor uses the client secret of a
/// customer session.
///
/// Source: Stripe API reference, "Customer Session".
enum CustomerSessionRoutes {
    static let all: [Route] = [
        .post("/v1/customer_sessions", simulates: ["components", "customer"]) { call in
            let work = call.work
            let customer = try call.requiredCustomer()
            let secret = work.clientSecret(of: try work.newID("cuss"))
            return [
                "object": "customer_session", "client_secret": secret,
                "components": components(call["components"]), "created": work.present,
                "customer": customer.id, "customer_account": nil,
                "expires_at": work.present.adding(seconds: life), "livemode": false,
            ]
        }
    ]

    private static let life: Int64 = 1_800
    private static let names = [
        "buy_button", "customer_sheet", "mobile_payment_element", "payment_element", "pricing_table",
    ]

    /// The names of the component features that are null by default, keyed by component.
    private static let features: [String: [String]] = [
        "customer_sheet": ["payment_method_allow_redisplay_filters", "payment_method_remove"],
        "mobile_payment_element": [
            "payment_method_allow_redisplay_filters", "payment_method_redisplay", "payment_method_remove",
            "payment_method_save", "payment_method_save_allow_redisplay_override",
        ],
        "payment_element": ["payment_method_redisplay_limit", "payment_method_save_usage"],
    ]

    private static func components(_ given: JSONTree) -> JSONObject {
        var components = JSONObject()
        for name in names {
            let isEnabled = given[name]["enabled"].bool ?? false
            var component: JSONObject = ["enabled": isEnabled]
            if let features = features[name] {
                component["features"] =
                    isEnabled ? shown(given[name]["features"], features, of: name).tree : .null
            }
            components[name] = component.tree
        }
        return components
    }

    private static func shown(_ given: JSONTree, _ names: [String], of component: String) -> JSONObject {
        var shown = JSONObject(names) { _ in .null }
        if component == "payment_element" {
            shown["payment_method_allow_redisplay_filters"] = ["always"]
            for part in ["redisplay", "remove", "save"] { shown["payment_method_\(part)"] = "disabled" }
        }
        if let given = given.object { shown.lay(given) }
        return shown
    }
}
