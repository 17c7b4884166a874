import Processor
import TextKit

extension APIAnswer {
    /// An answer of the server itself, in the shape of Stripe's errors.
    ///
    /// - Parameter code: Stripe's code; nil where it has none.
    public static func refusal(status: Int, code: String? = nil, _ message: String) -> APIAnswer {
        let kind: ProcessorError.Kind = status >= 500 ? .api : .invalidRequest
        let error = ProcessorError(kind, status: status, code: code, message: message)
        return APIAnswer(
            status: status, body: ErrorShape.body(error, in: nil).octets, requestID: "req_refused")
    }
}
