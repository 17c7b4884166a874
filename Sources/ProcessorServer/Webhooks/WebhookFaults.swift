import ProcessorSimulator
import SimulationKit

/// What goes wrong with deliveries, as the rules in the file say.
enum WebhookFaults {
    /// A delivery, and what goes wrong with it.
    struct Planned: Sendable {
        var delivery: WebhookDelivery
        var rules: [FaultRule]

        func has(_ kind: FaultRule.Kind) -> Bool { rules.contains { $0.kind == kind } }

        /// How much later it is sent, in milliseconds.
        var delay: Int64 {
            min(
                rules.filter { $0.kind == .delay }.reduce(0) { $0 + $1.milliseconds },
                WebhookDeliverer.longestDelayMilliseconds)
        }

        /// What stands in the log; nil where all is well.
        var names: String? {
            rules.isEmpty ? nil : rules.map(\.kind.rawValue).joined(separator: ",")
        }
    }

    /// The deliveries in the order in which they are made.
    static func planned(_ deliveries: [WebhookDelivery], _ processor: SimulatedProcessor) async -> [Planned] {
        var planned: [Planned] = []
        for delivery in deliveries {
            // A file that is busy has no faults to tell of.
            let rules = (try? await processor.faults(ofType: delivery.type)) ?? []
            planned.append(Planned(delivery: delivery, rules: rules))
        }
        guard let rule = planned.flatMap(\.rules).first(where: { $0.kind == .shuffle }) else {
            return planned
        }
        return shuffled(planned, seed: rule.seed &+ UInt64(bitPattern: rule.seen))
    }

    /// The same in another order: never in the one they came in.
    static func shuffled(_ planned: [Planned], seed: UInt64) -> [Planned] {
        var generator = SeededGenerator(seed: seed)
        let shuffled = planned.shuffled(using: &generator)
        guard shuffled.map(\.delivery.number) == planned.map(\.delivery.number), let last = shuffled.last
        else {
            return shuffled
        }
        return [last] + shuffled.dropLast()
    }
}
