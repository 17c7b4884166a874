import MoneyKit
import Processor
import TextKit
import TimeKit

/// The parameters of a request, encoded as `application/x-www-form-urlencoded`. A parameter whose value is
/// nil is omitted.
struct Form: ExpressibleByDictionaryLiteral {
    private(set) var text = ""

    init(dictionaryLiteral fields: (String, (any FormValue)?)...) {
        for (name, value) in fields { add(name, value) }
    }

    mutating func add(_ name: String, _ value: (any FormValue)?) { value?.add(to: &self, as: name) }

    mutating func add(_ query: ListQuery) {
        add("limit", query.limit)
        add("starting_after", query.startingAfter)
        add("ending_before", query.endingBefore)
        add("created[gte]", query.created?.lowerBound)
        add("created[lte]", query.created?.upperBound)
    }

    fileprivate mutating func append(_ name: String, _ value: String) {
        if !text.isEmpty { text += "&" }
        text += "\(FormURLEncoding.escaped(name))=\(FormURLEncoding.escaped(value))"
    }

    /// Returns a path with its segments percent-encoded.
    static func escaped(path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { FormURLEncoding.escaped(String($0)) }.joined(separator: "/")
    }
}

/// A value of a request parameter. It is encoded as one form field or, for a map, as several form fields.
protocol FormValue {
    func add(to form: inout Form, as name: String)
}

extension FormValue where Self: CustomStringConvertible {
    func add(to form: inout Form, as name: String) { form.append(name, description) }
}

extension String: FormValue {}
extension Int: FormValue {}
extension Int64: FormValue {}
extension Bool: FormValue {}

extension Timestamp: FormValue {
    func add(to form: inout Form, as name: String) { form.add(name, seconds) }
}

extension Currency: FormValue {
    func add(to form: inout Form, as name: String) { form.add(name, code) }
}

/// Encodes metadata in the order of its keys, so that equal requests have equal bytes.
extension Metadata: FormValue {
    func add(to form: inout Form, as name: String) {
        for (key, value) in sorted(by: { $0.key < $1.key }) { form.add("\(name)[\(key)]", value) }
    }
}
