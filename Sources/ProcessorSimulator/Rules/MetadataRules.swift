import Processor

/// What metadata may hold, and how an update changes it.
///
/// Source: Stripe API reference, "Metadata".
enum MetadataRules {
    static let mostKeys = 50
    static let longestKey = 40
    static let longestValue = 500

    static func check(_ metadata: Metadata) throws(ProcessorError) {
        guard metadata.count <= mostKeys else {
            throw .invalid(nil, "Metadata can have up to \(mostKeys) keys.", parameter: "metadata")
        }
        for (key, value) in metadata {
            guard !key.isEmpty, key.count <= longestKey, !key.contains("["), !key.contains("]") else {
                throw .invalid(
                    nil, "Metadata keys have 1 to \(longestKey) characters and no square brackets.",
                    parameter: "metadata")
            }
            guard value.count <= longestValue else {
                throw .invalid(
                    nil, "Metadata values can have up to \(longestValue) characters.",
                    parameter: "metadata[\(key)]")
            }
        }
    }

    /// The metadata after an update: pairs are added or replaced, and an empty value removes its key.
    static func merged(_ old: Metadata, with new: Metadata) throws(ProcessorError) -> Metadata {
        let merged = old.merging(new) { $1 }.filter { !$0.value.isEmpty }
        try check(merged)
        return merged
    }
}
