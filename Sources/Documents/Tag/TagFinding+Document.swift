package import TagKit

extension TagFinding {
    /// The finding in the `warnings` of a document.
    package var document: JSONValue { ["code": .string(code), "message": .string(summary)] }
}
