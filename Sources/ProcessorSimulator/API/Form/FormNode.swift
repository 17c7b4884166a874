import Processor
import TextKit

/// A form's field and what is nested in it: `a[b][0]=c` is `c` in place 0 of `b` of `a`.
struct FormNode: Hashable, Sendable {
    /// What stands behind `=`; nil where only deeper fields are given.
    var text: String?
    /// Deeper fields in the order of their first mention; `[]` has the next free number for a name.
    private(set) var parts: [Part] = []
    /// A name and what is there.
    struct Part: Hashable, Sendable {
        var name: String
        var node: FormNode
    }

    /// The part of a name.
    subscript(name: String) -> FormNode? { parts.first { $0.name == name }?.node }

    /// Takes out a part that has deeper fields.
    mutating func takeParts(of name: String) -> FormNode? {
        guard let place = parts.firstIndex(where: { $0.name == name && $0.node.text == nil }) else {
            return nil
        }
        return parts.remove(at: place).node
    }
}

extension FormNode {
    /// Reads `application/x-www-form-urlencoded` octets, or the query of a URL.
    ///
    /// - Throws: 400 for octets that are no UTF-8, for `%` without two digits, for brackets that do not close, for more
    ///   than 1,000 fields or 8 levels, and for a field given twice.
    init(form: some Sequence<UInt8>) throws {
        self.init()
        let pairs = form.split(
            separator: UInt8(ascii: "&"), maxSplits: 1_001, omittingEmptySubsequences: true)
        guard pairs.count <= 1_000 else {
            throw ProcessorError.invalid("The form has more than 1,000 fields.")
        }
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
            guard text == nil, parts.isEmpty else {
                throw ProcessorError.invalid("“\(name)” is given twice.")
            }
            text = value
            return
        }
        guard text == nil else {
            throw ProcessorError.invalid("“\(name)” is given both as a value and with nested fields.")
        }
        let key = first.isEmpty ? String(parts.count) : first
        if let place = parts.firstIndex(where: { $0.name == key }) {
            try parts[place].node.put(value, at: path.dropFirst(), of: name)
        } else {
            var node = FormNode()
            try node.put(value, at: path.dropFirst(), of: name)
            parts.append(Part(name: key, node: node))
        }
    }

    /// `a[b][]` in its parts: `a`, `b` and an empty one.
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
                    ? "The form contains “%” without two hexadecimal digits." : "The form is not UTF-8.")
        }
    }
}
