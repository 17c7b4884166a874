import Processor
import TextKit
import TimeKit

/// A domain that is registered for Apple Pay through `/v1/apple_pay/domains` instead of
/// `/v1/payment_method_domains`.
///
/// Source: Stripe API reference, `/v1/apple_pay/domains`.
struct ApplePayDomain: StoredObject {
    static let objectName = "apple_pay_domain"
    /// The id, `apwc_…`.
    var id: String
    var created: Timestamp
    var name: String
}

/// The routes of `/v1/apple_pay/domains`.
enum ApplePayDomainRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["domain_name"]) { call in
            let name = try call.required("domain_name").lowercased()
            try PaymentMethodDomainRoutes.check(name)
            let known = try call.work.list(ApplePayDomain.self, ListQuery(limit: 1), where: ["name": name])
            let domain =
                try known.data.first
                ?? ApplePayDomain(id: call.work.newID("apwc"), created: call.work.now, name: name)
            return try call.saved(domain)
        },
        .get(path, simulates: Filters.part.union(["domain_name"])) { call in
            var filter: ListFilter = [:]
            filter["name"] = call["domain_name"].string?.lowercased()
            return try call.listed(ApplePayDomain.self, where: filter)
        },
        .one(one, ApplePayDomain.self),
        .delete(one) { call in
            let domain = try call.object(ApplePayDomain.self)
            try call.work.wipe(domain.id)
            return ApplePayDomain.deleted(domain.id)
        },
    ]

    private static let path = "/v1/apple_pay/domains"
    private static let one = "/v1/apple_pay/domains/{domain}"
}

extension ApplePayDomain: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        ["created": created, "domain_name": name, "livemode": false]
    }
}
