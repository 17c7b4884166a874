import Foundation
import Synchronization

/// Stripe's description of its API, as far as this processor knows it.
///
/// The tables are text; an operation's is read when it is asked for first.
enum StripeSpec {
    /// Lists of allowed words.
    static let choices: [[String]] = StripeTables.choices.split(separator: "\n").map {
        $0.split(separator: "|").map(String.init)
    }

    /// Whether Stripe has this operation, `POST /v1/refunds/{refund}`.
    static func knows(_ operation: String) -> Bool { requests[operation] != nil }

    /// All operations of the description.
    static var operations: some Collection<String> { requests.keys }

    /// The parameters of an operation; none for one that Stripe does not have.
    static func parameters(of operation: String) -> [ParameterShape] {
        read.withLock { read in
            if let known = read[operation] { return known }
            var lines = requests[operation] ?? []
            let shapes = ParameterShape.read(&lines, depth: 1)
            read[operation] = shapes
            return shapes
        }
    }

    /// The fields of an object, `payment_intent`; nil where the description lacks it.
    static func shape(of object: String) -> ObjectShape? { shapes[object] }

    private static let requests = blocks(StripeTables.requests)
    private static let read = Mutex<[String: [ParameterShape]]>([:])
    private static let shapes = blocks(StripeTables.shapes).mapValues { lines in
        ObjectShape(
            fields: lines.map { line in
                let words = line.dropFirst().split(separator: " ")
                let flags = words.count > 1 ? words[1] : ""
                return ObjectShape.Field(
                    name: String(words[0]), isRequired: flags.contains("!"), isNullable: flags.contains("?"),
                    isExpandable: flags.contains(">"))
            })
    }

    /// Lines without a tab, and below each the lines with one.
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
    /// The version of Stripe's API whose parameters and shapes it knows.
    public static let apiVersion = StripeTables.version
}
