import Processor
import TextKit

/// Stripe's `error` object.
///
/// Source: Stripe API reference, "Errors".
enum ErrorShape {
    /// The body of an answer that is an error.
    ///
    /// - Parameter call: The request's transaction, where it got that far: the intent, the method and so on are shown.
    static func body(_ error: ProcessorError, in work: Work?) -> JSONTree {
        var fields: JSONObject = ["type": .string(type(of: error))]
        fields["message"] = .string(error.message)
        if let code = error.code {
            fields["code"] = .string(code)
            fields["doc_url"] = .string(
                "https://stripe.com/docs/error-codes/" + code.replacing("_", with: "-"))
        }
        fields["param"] = error.parameter.map { .string($0) }
        fields["decline_code"] = error.declineCode.map { .string($0) }
        fields["charge"] = error.charge.map { .string($0) }
        if let work, let id = error.paymentIntent, let intent = try? work.find(PaymentIntent.self, id) {
            fields["payment_intent"] = try? work.shaped(intent)
            if error.kind == .card, let id = intent.paymentMethod,
                let method = try? work.find(PaymentMethod.self, id)
            {
                fields["payment_method"] = try? work.shaped(method)
            }
        }
        if let work, let id = error.setupIntent, let intent = try? work.find(SetupIntent.self, id) {
            fields["setup_intent"] = try? work.shaped(intent)
        }
        return ["error": fields.tree]
    }

    /// What Stripe's `last_payment_error` shows of the same.
    static func lastError(_ error: ProcessorError) -> JSONTree {
        var fields: JSONObject = ["type": .string(type(of: error)), "message": .string(error.message)]
        fields["code"] = error.code.map { .string($0) }
        fields["decline_code"] = error.declineCode.map { .string($0) }
        fields["charge"] = error.charge.map { .string($0) }
        fields["doc_url"] = error.code.map {
            .string("https://stripe.com/docs/error-codes/" + $0.replacing("_", with: "-"))
        }
        return fields.tree
    }

    private static func type(of error: ProcessorError) -> String {
        error.kind == .noAnswer ? ProcessorError.Kind.api.rawValue : error.kind.rawValue
    }
}
