package import TagKit

extension TagFinding {
    /// The finding as an element of the list `warnings` in a JSON document.
    package var document: JSONValue { ["code": .string(code), "message": .string(summary)] }
}
