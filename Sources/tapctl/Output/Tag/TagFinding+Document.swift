import Documents
import TagKit

extension TagFinding {
    /// The finding in the `warnings` of a document.
    var document: JSONValue { ["code": .string(code), "message": .string(summary)] }
}
