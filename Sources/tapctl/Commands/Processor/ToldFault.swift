import Documents
import FailureKit
import ProcessorSimulator

/// A fault as a processor tells of it.
struct ToldFault: Decodable, Sendable {
    var number: Int64
    var kind: String
    var on: String
    var ms: Int64
    var ratePer10000: Int
    var first: Int64?
    var seed: String
    var seen: Int64

    /// The rule.
    ///
    /// - Throws: Where the processor is a later one, and has kinds that this program does not know.
    func rule() throws -> FaultRule {
        guard let kind = FaultRule.Kind(name: kind), let seed = UInt64(seed) else {
            throw CommandError(
                .peerProtocol, code: "unknownFault", "the processor has a fault that is not known here",
                reason: printable(self.kind), remedy: "use the tapctl that serves it")
        }
        var rule = FaultRule(
            kind, on: on, milliseconds: ms, rate: ratePer10000, first: first, seed: seed)
        rule.number = number
        rule.seen = seen
        return rule
    }
}

/// All faults of a processor.
struct ToldFaults: Decodable, Sendable {
    var data: [ToldFault]
}
