import MoneyKit
import Processor
import TextKit
import TimeKit

/// Parameters on their way into `application/x-www-form-urlencoded`.
struct Form {
    private(set) var text = ""

    /// Adds a field; nothing where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        if !text.isEmpty { text += "&" }
        text += "\(FormText.escaped(name))=\(FormText.escaped(value))"
    }

    mutating func add(_ name: String, _ value: Int64?) { add(name, value.map(String.init)) }
    mutating func add(_ name: String, _ value: Bool?) { add(name, value.map { $0 ? "true" : "false" }) }
    mutating func add(_ name: String, _ value: Timestamp?) { add(name, value?.seconds) }
    mutating func add(_ name: String, _ value: Currency?) { add(name, value?.code) }

    /// Adds a map; its keys are sorted, so that the same request is always the same octets.
    mutating func add(_ metadata: Metadata) {
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { add("metadata[\(key)]", value) }
    }

    /// Adds what a list is asked for.
    mutating func add(_ query: ListQuery) {
        add("limit", Int64(query.limit))
        add("starting_after", query.startingAfter)
        add("ending_before", query.endingBefore)
        add("created[gte]", query.created?.lowerBound)
        add("created[lte]", query.created?.upperBound)
    }

    /// Asks for objects in place of their ids.
    mutating func expand(_ paths: String...) {
        for (place, path) in paths.enumerated() { add("expand[\(place)]", path) }
    }

    /// A path with its steps escaped.
    static func escaped(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { FormText.escaped(String($0)) }.joined(separator: "/")
    }
}
