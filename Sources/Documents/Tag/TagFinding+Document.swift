package import TagKit

extension TagFinding {
    /// A JSON object that describes the finding, for the `warnings` array of a JSON document.
    package var document: JSONValue { ["code": code.json, "message": summary.json] }
}
