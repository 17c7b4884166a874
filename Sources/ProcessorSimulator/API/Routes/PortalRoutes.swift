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
            try call.take(into: &new)
            return try call.saved(new, event: "billing_portal.configuration.created")
        },
        .get(path, simulates: Filters.part.union(["active", "is_default"])) { call in
            try call.scanned(PortalConfiguration.self) {
                call.allows("active", $0.active) && call.allows("is_default", $0.isDefault)
            }
        },
        .one(one, PortalConfiguration.self),
        .update(
            one, PortalConfiguration.self, simulates: asked, event: "billing_portal.configuration.updated"
        ) { call, old in
            if call["active"].bool == false, old.isDefault {
                throw ProcessorError.invalid(
                    "You cannot deactivate the default configuration.", parameter: "active")
            }
            try call.take(into: &old)
            old.updated = call.work.now
        },
        .post(
            "/v1/billing_portal/sessions",
            simulates: ["customer", "configuration", "return_url", "on_behalf_of"], keeps: ["locale"]
        ) { call in
            let customer = try call.requiredCustomer()
            let configuration = try call.portalConfiguration()
            var session = PortalSession(
                id: try call.work.newID("bps"), created: call.work.now, customer: customer.id,
                configuration: configuration.id)
            session.returnURL = try call.link("return_url") ?? configuration.returnURL
            session.onBehalfOf = call["on_behalf_of"].string
            return try call.saved(session, event: "billing_portal.session.created")
        },
    ]

    private static let path = "/v1/billing_portal/configurations"
    private static let one = "/v1/billing_portal/configurations/{configuration}"
    private static let asked: Set<String> = [
        "active", "business_profile", "default_return_url", "metadata", "name",
        "features[invoice_history][enabled]", "features[payment_method_update][enabled]",
        "features[subscription_cancel][enabled]", "features[subscription_cancel][mode]",
    ]
}

extension Call {
    /// Returns the configuration whose id is in a request for a portal session. If the request contains no
    /// id, returns the default configuration, creating it if necessary.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if the configuration does not exist or is inactive.
    fileprivate func portalConfiguration() throws -> PortalConfiguration {
        if let id = self["configuration"].string {
            let named = try work.named(PortalConfiguration.self, id, by: "configuration")
            try require(
                named.active, "The configuration is inactive.", parameter: "configuration")
            return named
        }
        let found = try work.list(
            PortalConfiguration.self, ListQuery(limit: 1), where: ["isDefault": "1"])
        if let known = found.data.first { return known }
        var new = PortalConfiguration(
            id: try work.newID("bpc"), created: work.now, updated: work.now)
        (new.isDefault, new.showsInvoices, new.updatesMethod, new.cancels) = (true, true, true, true)
        return try work.put(new).object
    }

    fileprivate func take(into configuration: inout PortalConfiguration) throws {
        configuration.active = self["active"].bool ?? configuration.active
        try takeMetadata(into: &configuration.metadata)
        take("name", into: &configuration.name)
        if has("default_return_url") { configuration.returnURL = try link("default_return_url") }
        let profile = self["business_profile"]
        configuration.headline = profile["headline"].string ?? configuration.headline
        configuration.privacyURL = profile["privacy_policy_url"].string ?? configuration.privacyURL
        configuration.termsURL = profile["terms_of_service_url"].string ?? configuration.termsURL
        let features = self["features"]
        configuration.showsInvoices =
            features["invoice_history"]["enabled"].bool ?? configuration.showsInvoices
        configuration.updatesMethod =
            features["payment_method_update"]["enabled"].bool ?? configuration.updatesMethod
        let cancel = features["subscription_cancel"]
        configuration.cancels = cancel["enabled"].bool ?? configuration.cancels
        if let mode = cancel["mode"].string { configuration.cancelsAtOnce = mode == "immediately" }
    }
}
