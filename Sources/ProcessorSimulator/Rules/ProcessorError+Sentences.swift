import Processor

extension ProcessorError {
    /// Creates the error for an invalid request, with status 400.
    static func invalid(_ code: String?, _ message: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 400, code: code, message: message, parameter: parameter)
    }

    static func invalid(_ message: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 400, message: message, parameter: parameter)
    }

    /// Creates the error for a refused card, with status 402.
    static func card(_ code: String, _ message: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(.card, status: 402, code: code, message: message, parameter: parameter)
    }

    /// Creates the `resource_missing` error. The status is 404 for an id in the path, and 400 for an id in a
    /// parameter.
    static func noSuch(_ kind: String, _ id: String, parameter: String? = nil) -> ProcessorError {
        let inPath = kind.hasSuffix("_intent") ? "intent" : "id"
        return ProcessorError(
            .invalidRequest, status: parameter == nil ? 404 : 400, code: "resource_missing",
            message: "No such \(words[kind] ?? kind): '\(id)'", parameter: parameter ?? inPath)
    }

    /// The names that Stripe's messages use for object types, if they differ from the `object` field.
    private static let words = [
        "payment_method": "PaymentMethod", "setup_intent": "setupintent", "recorded_object": "object",
    ]

    /// Creates the error for a payment method or a token that does not exist.
    static func noSuchMethod(_ name: String, parameter: String? = nil) -> ProcessorError {
        noSuch(name.hasPrefix("tok_") ? "token" : "payment_method", name, parameter: parameter)
    }

    /// Creates the error for a missing parameter.
    static func missing(_ parameter: String) -> ProcessorError {
        invalid(
            "parameter_missing", "Missing required param: \(parameter).", parameter: parameter)
    }

    /// Creates the error for a parameter whose value is not a valid amount.
    static func notAnAmount(_ parameter: String) -> ProcessorError {
        invalid(
            "parameter_invalid_integer", "Invalid positive integer.", parameter: parameter)
    }

    /// Creates the error for a request that Stripe supports but this processor does not simulate.
    static func notSimulated(_ message: String, parameter: String) -> ProcessorError {
        invalid("parameter_not_simulated", message, parameter: parameter)
    }

    /// Creates the error for a balance that is less than the amount to be withdrawn.
    static func balanceInsufficient(_ message: String) -> ProcessorError {
        invalid("balance_insufficient", message)
    }
}

/// Throws an error for an invalid request unless a condition is true.
func require(
    _ isMet: Bool, _ message: @autoclosure () -> String, parameter: @autoclosure () -> String? = nil
) throws(ProcessorError) {
    try require(isMet, nil, message(), parameter: parameter())
}

/// Throws an error for an invalid request, with an error code, unless a condition is true.
func require(
    _ isMet: Bool, _ code: String?, _ message: @autoclosure () -> String,
    parameter: @autoclosure () -> String? = nil
) throws(ProcessorError) {
    if !isMet { throw .invalid(code, message(), parameter: parameter()) }
}
