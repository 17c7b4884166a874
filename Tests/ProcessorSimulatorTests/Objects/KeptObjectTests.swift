import DatabaseKit
import Foundation
import Processor
import TestSupport
import Testing
import TextKit

@testable import ProcessorSimulator

/// Stored objects of the processor.
@Suite struct KeptObjectTests {
    @Test("stores an intent and its charge as Foundation does")
    func objects() async throws {
        let bench = try ProcessorBench()
        let intent = try await bench.gift(to: bench.church(), with: "pm_card_mastercard")
        let id = try #require(intent.latestCharge)
        #expect(try isKeptAsFoundationKeepsIt(intent))
        #expect(try await isKeptAsFoundationKeepsIt(bench.processor.charge(id)))
    }

    @Test("JSON within an object stays unchanged")
    func nested() throws {
        struct Holder: Codable, Hashable { var told: JSONTree }
        let holder = Holder(told: ["z": 1, "a": [.null, "x", true, .number("2.90")]])
        #expect(try DocumentCoder.decode(Holder.self, from: DocumentCoder.encode(holder)) == holder)
    }
}
