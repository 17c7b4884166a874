import InvocationRouter
import SimulationKit

/// The parts of a giving URL, drawn from a seed.
struct SeededParts {
    var org: String
    var fund: String?
    var recurring: Bool
    var tag: String?
    var placeholder: Invocation.Placeholder?

    init(using generator: inout SeededGenerator) {
        repeat {
            org = Self.name(atMost: 64, using: &generator)
        } while ReservedPathTests.words.contains(org.lowercased())
        fund = Bool.random(using: &generator) ? Self.name(atMost: 32, using: &generator) : nil
        recurring = .random(using: &generator)
        tag = nil
        if Bool.random(using: &generator) {
            tag = Self.word(count: 1...16, of: Self.alphanumeric + "_-", using: &generator)
        }
        placeholder = [nil, .mirror, .sun].randomElement(using: &generator) ?? nil
    }

    /// Returns the URL that `make` builds from these parts.
    func url() throws -> String {
        try Invocation.make(org: org, fund: fund, recurring: recurring, tag: tag, placeholder: placeholder)
    }

    static let alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    static func name(atMost limit: Int, using generator: inout SeededGenerator) -> String {
        let inner = word(count: 0...limit - 2, of: alphanumeric + "._-", using: &generator)
        let ends = word(count: 2...2, of: alphanumeric, using: &generator)
        return inner.isEmpty
            ? String(ends.prefix(.random(in: 1...2, using: &generator)))
            : String(ends.prefix(1)) + inner + String(ends.suffix(1))
    }

    static func word(
        count: ClosedRange<Int>, of alphabet: String, using generator: inout SeededGenerator
    ) -> String {
        let letters = Array(alphabet)
        return String(
            (0..<Int.random(in: count, using: &generator)).map { _ in
                letters[Int.random(in: letters.indices, using: &generator)]
            })
    }
}
