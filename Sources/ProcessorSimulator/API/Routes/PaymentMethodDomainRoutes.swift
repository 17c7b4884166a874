import Processor
import TextKit

/// The routes of `/v1/payment_method_domains`.
///
/// Source: Stripe API reference, "Payment Method Domains".
enum PaymentMethodDomainRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["domain_name", "enabled"]) { call in
            let name = try call.required("domain_name").lowercased()
            try check(name)
            let known = try call.work.list(
                PaymentMethodDomain.self, ListQuery(limit: 1), where: ["name": name])
            var domain =
                try known.data.first
                ?? PaymentMethodDomain(
                    id: call.work.newID("pmd"), created: call.work.now, name: name)
            domain.isEnabled = call["enabled"].bool ?? domain.isEnabled
            return try call.saved(domain)
        },
        .get(path, simulates: Filters.part.union(["domain_name", "enabled"])) { call in
            let name = call["domain_name"].string?.lowercased()
            return try call.scanned(PaymentMethodDomain.self) {
                (name ?? $0.name) == $0.name && call.allows("enabled", $0.isEnabled)
            }
        },
        .one(one, PaymentMethodDomain.self),
        .update(one, PaymentMethodDomain.self, simulates: ["enabled"]) { call, domain in
            domain.isEnabled = call["enabled"].bool ?? domain.isEnabled
        },
        .post(one + "/validate") { call in try call.shown(call.object(PaymentMethodDomain.self)) },
    ]

    private static let path = "/v1/payment_method_domains"
    private static let one = "/v1/payment_method_domains/{payment_method_domain}"

    /// Checks that a string is a host name with at least two parts, such as `example.com`.
    static func check(_ name: String) throws(ProcessorError) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let isHost =
            parts.count > 1 && name.utf8.count <= 253
            && parts.allSatisfy { part in
                (1...63).contains(part.utf8.count) && part.first != "-" && part.last != "-"
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
        try require(
            isHost,
            "Invalid domain name: it must be a host such as `example.com`, without a scheme or a path.",
            parameter: "domain_name")
    }
}

extension PaymentMethodDomain: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "apple_pay": status, "created": created, "domain_name": name, "enabled": isEnabled,
            "google_pay": status, "link": status, "livemode": false,
        ]
    }

    /// The status of each payment method on the domain. A domain that ends in `.invalid` cannot be verified.
    private var status: JSONObject {
        if name.hasSuffix(".invalid") {
            return [
                "status": "inactive",
                "status_details": ["error_message": "The domain could not be verified."] as JSONTree,
            ]
        }
        return ["status": isEnabled ? "active" : "inactive"]
    }
}
