import Processor
import TextKit

extension Call {
    /// Returns a request with the given parameters, which were nested in one of this request's parameters.
    func nested(_ parameters: JSONObject) -> Call {
        var nested = self
        nested.parameters = parameters
        return nested
    }

    /// Runs a closure for a nested request, and corrects the parameter names in the errors that the closure
    /// throws. If the owner is `items[0]`, for example, `price` becomes `items[0][price]`.
    ///
    /// - Parameters:
    ///   - owner: The parameter that contains the parameters of the nested request.
    ///   - outer: The parameters whose names are not changed, because they are not nested in the owner.
    static func naming<Value>(
        _ owner: String, except outer: Set<String> = [], _ body: () throws -> Value
    ) throws -> Value {
        func full(_ error: ProcessorError) -> ProcessorError {
            var error = error
            guard let parameter = error.parameter else { return error }
            let first = String(parameter.prefix { $0 != "[" })
            guard !outer.contains(first) else { return error }
            error.parameter = "\(owner)[\(first)]\(parameter.dropFirst(first.count))"
            return error
        }
        do {
            return try body()
        } catch let error as ProcessorError {
            throw full(error)
        } catch let executed as Executed {
            throw Executed(full(executed.error))
        }
    }
}
