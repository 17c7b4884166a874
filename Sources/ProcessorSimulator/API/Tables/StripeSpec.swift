import Foundation
import Synchronization
import TextKit

/// Stripe's specification of its API, reduced to the operations that this processor needs.
///
/// The tables are stored as text. An operation's parameters are parsed when they are first needed.
enum StripeSpec {
    /// The lists of allowed parameter values. In the tables, `e3` refers to the list at index 3.
    static let choices: [[String]] = StripeTables.choices.split(separator: "\n").map {
        $0.split(separator: "|").map(String.init)
    }

    /// The types of events that a webhook endpoint can subscribe to, and `*`.
    static let eventTypes = Set(choices.first { $0.first == "*" && $0.contains("charge.refunded") } ?? [])

    /// Returns whether the specification contains an operation, such as `POST /v1/refunds/{refund}`.
    static func knows(_ operation: String) -> Bool { requests[operation] != nil }

    /// All operations in the specification.
    static var operations: some Collection<String> { requests.keys }

    /// Returns the parameters of an operation, or an empty list if the specification does not contain the
    /// operation.
    static func parameters(of operation: String) -> [ParameterShape] {
        read.withLock { read in
            if let known = read[operation] { return known }
            var lines = requests[operation] ?? []
            let shapes = ParameterShape.completing(ParameterShape.read(&lines, depth: 1), of: operation)
            read[operation] = shapes
            return shapes
        }
    }

    /// Returns the names of an operation's parameters, without those that are nested.
    static func parameterNames(of operation: String) -> Set<String> {
        Set(parameters(of: operation).map(\.name))
    }

    /// Returns the names of the nullable fields of an object type, such as `payment_intent`. The result is
    /// empty if the specification does not contain the type.
    static func nullableFields(of object: String) -> [String] { nullableFields[object] ?? [] }

    private static let requests = blocks(StripeTables.requests)
    private static let read = Mutex<[String: [ParameterShape]]>([:])
    private static let nullableFields = blocks(StripeTables.shapes).mapValues { lines in
        lines.map { $0.dropFirst().split(separator: " ") }
            .filter { $0.count > 1 && $0[1].contains("?") }
            .map { String($0[0]) }
    }

    /// Splits a string into blocks of lines. The lines of a block are indented by tabs. The unindented line
    /// above the block is its key.
    private static func blocks(_ text: String) -> [String: ArraySlice<Substring>] {
        let lines = text.split(separator: "\n")
        var blocks: [String: ArraySlice<Substring>] = [:]
        var start = lines.startIndex
        while start < lines.endIndex {
            let end = lines[(start + 1)...].firstIndex { !$0.hasPrefix("\t") } ?? lines.endIndex
            blocks[String(lines[start])] = lines[(start + 1)..<end]
            start = end
        }
        return blocks
    }
}

extension SimulatedProcessor {
    /// The version of Stripe's API that this processor simulates.
    public static let apiVersion = StripeTables.version
}

/// The specification of one parameter in Stripe's OpenAPI description.
struct ParameterShape: Sendable {
    var name: String
    /// The types that the parameter's value can have. The value is parsed as the first type that it matches.
    var kinds: [Kind]
    /// Whether an empty string unsets the parameter.
    var isUnsettable: Bool
    var isRequired: Bool
    /// The nested parameters of an object, or of each element of a list.
    var parts: [ParameterShape] = []

    /// The type of a value.
    indirect enum Kind: Hashable, Sendable {
        /// A string with a maximum number of characters.
        case text(limit: Int)
        case integer, decimal, boolean
        case choice([String])
        case object
        case list(Kind)
        case map(Kind)
    }
}

extension ParameterShape {
    /// Parses the parameters in the lines that are indented by `depth` tabs.
    static func read(_ lines: inout ArraySlice<Substring>, depth: Int) -> [ParameterShape] {
        var shapes: [ParameterShape] = []
        while let line = lines.first, line.prefix(while: { $0 == "\t" }).count == depth {
            lines.removeFirst()
            let words = line.dropFirst(depth).split(separator: " ")
            var shape = ParameterShape(name: String(words[0]), types: words[1])
            shape.parts = read(&lines, depth: depth + 1)
            shapes.append(shape)
        }
        return shapes
    }

    /// Parses the types of a parameter from their notation in the tables, such as `s40~!`.
    private init(name: String, types: Substring) {
        self.name = name
        var rest = types
        isRequired = rest.last == "!"
        if isRequired { rest.removeLast() }
        isUnsettable = rest.last == "~"
        if isUnsettable { rest.removeLast() }
        kinds = []
        while !rest.isEmpty { kinds.append(Self.kind(&rest)) }
    }

    private static func kind(_ rest: inout Substring) -> Kind {
        let letter = rest.removeFirst()
        func number() -> Int? {
            let digits = rest.prefix { $0.isNumber }
            rest.removeFirst(digits.count)
            return Int(digits)
        }
        switch letter {
        case "s": return .text(limit: number() ?? 5_000)
        case "i": return .integer
        case "n": return .decimal
        case "b": return .boolean
        case "e": return .choice(StripeSpec.choices[number() ?? 0])
        case "a": return .list(kind(&rest))
        case "m": return .map(kind(&rest))
        default: return .object
        }
    }
}
