import Processor
import TextKit
import TimeKit

/// The routes of `/v1/ephemeral_keys`.
///
/// Source: Stripe API reference, "Ephemeral Keys".
enum EphemeralKeyRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["customer"]) { call in
            let (work, customer) = (call.work, try call.required("customer"))
            let id = try work.newID("ephkey")
            let key = EphemeralKey(
                id: id, created: work.present, expires: work.present.adding(seconds: EphemeralKey.life),
                customer: try work.living(customer, by: "customer").id,
                secret: EphemeralKey.secret(of: id, work.clientSecret(of: id)))
            var shown = try call.shown(work.put(key))
            shown["secret"] = .string(key.secret)
            return shown
        },
        .delete(path + "/{key}") { call in
            let key = try call.object(EphemeralKey.self)
            try call.work.wipe(key.id)
            return try call.work.stripeJSON(key)
        },
    ]

    private static let path = "/v1/ephemeral_keys"
}

extension EphemeralKey: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        ["created": created, "expires": expires, "livemode": false]
    }
}

/// The access rights of an ephemeral key, which are limited to one customer.
enum EphemeralKeyAccess {
    /// The operations that the mobile SDKs call with an ephemeral key.
    ///
    /// Source: stripe-android and stripe-ios, the API clients of PaymentSheet and CustomerSheet.
    private static let operations: Set<String> = [
        "GET /v1/customers/{customer}", "POST /v1/customers/{customer}",
        "GET /v1/customers/{customer}/payment_methods",
        "GET /v1/customers/{customer}/payment_methods/{payment_method}", "GET /v1/payment_methods",
        "POST /v1/payment_methods/{payment_method}", "POST /v1/payment_methods/{payment_method}/attach",
        "POST /v1/payment_methods/{payment_method}/detach",
    ]

    /// Checks that a request accesses only the customer of an ephemeral key.
    ///
    /// - Throws: ``ProcessorError`` with status 401 for an unknown or expired key. The status is 403 if the
    ///   key does not permit the operation, or if the request is not for the key's customer.
    static func check(_ secret: String, _ call: PreparedCall, _ work: EngineTransaction) throws {
        guard let key = try work.find(EphemeralKey.self, EphemeralKey.id(of: secret)), key.secret == secret
        else {
            throw ProcessorError(
                .invalidRequest, status: 401,
                message: "Invalid API Key provided: \(Keyring.masked(secret))")
        }
        guard work.present < key.expires else {
            throw ProcessorError(
                .invalidRequest, status: 401, code: "api_key_expired",
                message: "Expired API Key provided: \(Keyring.masked(secret))")
        }
        guard operations.contains(call.route.operation), try customers(of: call, work) == [key.customer]
        else {
            throw ProcessorError(
                .invalidRequest, status: 403,
                message: "The provided ephemeral key does not have access to this resource.")
        }
    }

    /// Returns the ids of the customers that a request refers to: in the path, in a parameter, or through a
    /// payment method that is attached to a customer.
    private static func customers(of call: PreparedCall, _ work: EngineTransaction) throws -> Set<String> {
        let method = try work.find(PaymentMethod.self, call.names["payment_method"])
        return Set(
            [call.names["customer"], call.parameters["customer"]?.string, method?.customer].compactMap(\.self)
        )
    }
}
