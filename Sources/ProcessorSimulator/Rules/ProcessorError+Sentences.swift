import Processor

extension ProcessorError {
    /// HTTP 400: the request makes no sense.
    static func invalid(_ code: String?, _ message: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 400, code: code, message: message, parameter: parameter)
    }

    static func invalid(_ message: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 400, message: message, parameter: parameter)
    }

    /// `resource_missing`: 404 when the path names it, 400 when a parameter does.
    static func noSuch(_ kind: String, _ id: String, parameter: String? = nil) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: parameter == nil ? 404 : 400, code: "resource_missing",
            message: "No such \(kind): '\(id)'", parameter: parameter ?? "id")
    }

    /// A parameter that has to be there.
    static func missing(_ parameter: String) -> ProcessorError {
        invalid(
            "parameter_missing", "Missing required param: \(parameter).", parameter: parameter)
    }

    /// A number that is no amount.
    static func notAnAmount(_ parameter: String) -> ProcessorError {
        invalid(
            "parameter_invalid_integer", "Invalid positive integer.", parameter: parameter)
    }

    /// An account does not hold what is to be taken from it.
    static func balanceInsufficient(_ message: String) -> ProcessorError {
        invalid("balance_insufficient", message)
    }
}
