package import TagKit

extension TagFinding {
    /// One element of `warnings` in a JSON document.
    package var document: JSONValue { ["code": .string(code), "message": .string(summary)] }
}
