import Processor
import TextKit

/// The routes of `/v1/billing_portal`.
///
/// Source: Stripe API reference, "Customer Portal".
enum PortalRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.subtracting(["active"])) { call in
            var new = PortalConfiguration(
                id: try call.work.newID("bpc"), created: call.work.now, updated: call.work.now)
            new.isDefault = try call.work.list(PortalConfiguration.self, ListQuery(limit: 1)).data.isEmpty
            try take(call, into: &new)
            try call.work.emit("billing_portal.configuration.created", call.work.put(new))
            return try call.shown(new)
        },
        .get(path, simulates: Filters.part.union(["active", "is_default"])) { call in
            let (active, isDefault) = (call["active"].bool, call["is_default"].bool)
            return try call.scanned(PortalConfiguration.self) {
                (active ?? $0.active) == $0.active && (isDefault ?? $0.isDefault) == $0.isDefault
            }
        },
        .one(one, PortalConfiguration.self),
        .post(one, simulates: asked) { call in
            var old = try call.object(PortalConfiguration.self)
            if call["active"].bool == false, old.isDefault {
                throw ProcessorError.invalid(
                    "You cannot deactivate the default configuration.", parameter: "active")
            }
            try take(call, into: &old)
            old.updated = call.work.now
            try call.work.emit("billing_portal.configuration.updated", call.work.put(old))
            return try call.shown(old)
        },
        .post(
            "/v1/billing_portal/sessions",
            simulates: ["customer", "configuration", "return_url", "on_behalf_of"], keeps: ["locale"]
        ) { call in
            let id = try call.required("customer")
            let customer = try call.work.living(id, by: "customer")
            let configuration = try configuration(call)
            var session = PortalSession(
                id: try call.work.newID("bps"), created: call.work.now, customer: customer.id,
                configuration: configuration.id)
            session.returnURL = try call.link("return_url") ?? configuration.returnURL
            session.onBehalfOf = call["on_behalf_of"].string
            try call.work.emit("billing_portal.session.created", call.work.put(session))
            return try call.shown(session)
        },
    ]

    private static let path = "/v1/billing_portal/configurations"
    private static let one = "/v1/billing_portal/configurations/{configuration}"
    private static let asked: Set<String> = [
        "active", "business_profile", "default_return_url", "metadata", "name",
        "features[invoice_history][enabled]", "features[payment_method_update][enabled]",
        "features[subscription_cancel][enabled]", "features[subscription_cancel][mode]",
    ]

    /// Returns the configuration whose id is in a request for a portal session. If the request contains no
    /// id, returns the default configuration, creating it if necessary.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the configuration does not exist or is inactive.
    private static func configuration(_ call: Call) throws -> PortalConfiguration {
        if let id = call["configuration"].string {
            let named = try call.work.named(PortalConfiguration.self, id, by: "configuration")
            guard named.active else {
                throw ProcessorError.invalid(
                    "The configuration is inactive.", parameter: "configuration")
            }
            return named
        }
        let found = try call.work.list(
            PortalConfiguration.self, ListQuery(limit: 1), where: ["isDefault": "1"])
        if let known = found.data.first { return known }
        var new = PortalConfiguration(
            id: try call.work.newID("bpc"), created: call.work.now, updated: call.work.now)
        (new.isDefault, new.showsInvoices, new.updatesMethod, new.cancels) = (true, true, true, true)
        return try call.work.put(new).object
    }

    private static func take(_ call: Call, into configuration: inout PortalConfiguration) throws {
        configuration.active = call["active"].bool ?? configuration.active
        configuration.metadata = try call.metadata(over: configuration.metadata)
        call.take("name", into: &configuration.name)
        if call.has("default_return_url") { configuration.returnURL = try call.link("default_return_url") }
        let profile = call["business_profile"]
        configuration.headline = profile["headline"].string ?? configuration.headline
        configuration.privacyURL = profile["privacy_policy_url"].string ?? configuration.privacyURL
        configuration.termsURL = profile["terms_of_service_url"].string ?? configuration.termsURL
        let features = call["features"]
        configuration.showsInvoices =
            features["invoice_history"]["enabled"].bool ?? configuration.showsInvoices
        configuration.updatesMethod =
            features["payment_method_update"]["enabled"].bool ?? configuration.updatesMethod
        let cancel = features["subscription_cancel"]
        configuration.cancels = cancel["enabled"].bool ?? configuration.cancels
        if let mode = cancel["mode"].string { configuration.cancelsAtOnce = mode == "immediately" }
    }
}
