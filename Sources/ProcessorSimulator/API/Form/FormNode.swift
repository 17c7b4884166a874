import Processor
import TextKit

/// A form field with its nested fields. In `a[b][0]=c`, the field `a` contains the field `b`, which contains
/// the value `c` at index 0.
struct FormNode: Hashable, Sendable {
    /// The value after `=`; nil if there are only nested fields.
    var text: String?
    /// The nested fields, in the order in which they first occur. A `[]` field gets the next free index as
    /// its name.
    private(set) var parts: [Part] = []
    /// A nested field and its name.
    struct Part: Hashable, Sendable {
        var name: String
        var node: FormNode
    }

    /// Returns the nested field with this name, or nil.
    subscript(name: String) -> FormNode? { parts.first { $0.name == name }?.node }

    /// Removes and returns the nested field with this name if it has nested fields but no value. Otherwise
    /// returns nil.
    mutating func takeParts(of name: String) -> FormNode? {
        guard let place = parts.firstIndex(where: { $0.name == name && $0.node.text == nil }) else {
            return nil
        }
        return parts.remove(at: place).node
    }

    /// Adds a nested field. The caller must ensure that no other nested field has the same name.
    mutating func add(_ part: Part) { parts.append(part) }

    /// Removes the field `key` if a web page sent a publishable key in it.
    mutating func takePublishableKey() {
        parts.removeAll { $0.name == "key" && $0.node.text?.hasPrefix("pk_") == true }
    }
}

extension FormNode {
    /// Parses `application/x-www-form-urlencoded` bytes, or the query of a URL.
    ///
    /// A form can have at most 1,000 fields, and a field name at most 7 pairs of brackets.
    ///
    /// - Throws: ``ProcessorError`` with status 400 if a limit is exceeded, the UTF-8 or percent-encoding is
    ///   invalid, or a name has unbalanced brackets or text after a closing bracket. The same error is thrown
    ///   for a repeated field, and for a field with both a value and nested fields.
    init(form: some Sequence<UInt8>) throws {
        self.init()
        let pairs = form.split(
            separator: UInt8(ascii: "&"), maxSplits: 1_001, omittingEmptySubsequences: true)
        try require(
            pairs.count <= 1_000, "The form has more than 1,000 fields.")
        for pair in pairs {
            let halves = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.text(halves[0])
            let value = halves.count == 2 ? try Self.text(halves[1]) : ""
            try put(value, at: try Self.path(name)[...], of: name)
        }
    }

    private mutating func put(_ value: String, at path: ArraySlice<String>, of name: String) throws {
        guard let first = path.first else {
            try require(
                text == nil && parts.isEmpty,
                "“\(name)” appears more than once.")
            text = value
            return
        }
        try require(
            text == nil, "“\(name)” cannot have both a value and nested fields.")
        let key = first.isEmpty ? String(parts.count) : first
        if let place = parts.firstIndex(where: { $0.name == key }) {
            try parts[place].node.put(value, at: path.dropFirst(), of: name)
        } else {
            var node = FormNode()
            try node.put(value, at: path.dropFirst(), of: name)
            parts.append(Part(name: key, node: node))
        }
    }

    /// Splits a field's name at its brackets. For example, `a[b][]` has the parts `a`, `b` and an empty
    /// string.
    private static func path(_ name: String) throws -> [String] {
        guard let open = name.firstIndex(of: "[") else { return [name] }
        var path = [String(name[..<open])]
        var rest = name[open...]
        while !rest.isEmpty {
            guard rest.first == "[", let close = rest.firstIndex(of: "]"), path.count < 8 else {
                throw ProcessorError.invalid(
                    "“\(name)” is not a valid field name: brackets must be balanced and at most 7 levels deep."
                )
            }
            path.append(String(rest[rest.index(after: rest.startIndex)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return path
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        do {
            return try FormURLEncoding.decoded(bytes)
        } catch {
            throw ProcessorError.invalid(
                error == .brokenEscape
                    ? "The form contains “%” without two hexadecimal digits after it."
                    : "The form is not UTF-8.")
        }
    }
}
