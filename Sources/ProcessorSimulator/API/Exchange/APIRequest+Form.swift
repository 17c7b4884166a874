import Processor
import TextKit

extension APIRequest {
    /// Parses the fields of the query and the body.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for a malformed form.
    func form() throws -> FormNode {
        if body.isEmpty { return try FormNode(form: query) }
        return try FormNode(form: query.isEmpty ? body : query + [UInt8(ascii: "&")] + body)
    }

    /// Returns the publishable key that a web page sent in the field `key`, as Stripe.js does. Returns nil if
    /// the form does not contain this field.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for a malformed form, and with status 401 for a secret or
    ///   restricted key, which is permitted only in a header.
    func keyInForm() throws -> String? {
        guard let key = try form()["key"]?.text else { return nil }
        guard !["sk_", "rk_"].contains(where: key.hasPrefix) else {
            throw ProcessorError(
                .invalidRequest, status: 401,
                message:
                    "A secret key was sent as the parameter 'key'. Send it in the Authorization header instead."
            )
        }
        return key
    }

    /// Whether the request has a publishable key, in its header or its form.
    public var hasPublishableKey: Bool {
        (apiKey ?? (try? keyInForm()))?.hasPrefix("pk_test_") ?? false
    }
}

extension SimulatedProcessor {
    /// Returns whether web pages from any origin may call an operation with a publishable key and a client
    /// secret.
    ///
    /// - Parameters:
    ///   - method: The method, or nil to check whether any method of the path is open to pages.
    ///   - path: The path of the operation, such as `/v1/payment_intents/pi_…`.
    public static func isOpenToPages(_ method: String?, _ path: String) -> Bool {
        let methods: [Route.Method] =
            method.map { Route.Method(rawValue: $0).map { [$0] } ?? [] } ?? [.get, .post]
        return methods.contains { RouteTable.match($0, path)?.route.isPublic == true }
    }
}
