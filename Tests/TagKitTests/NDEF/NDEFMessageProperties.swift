import SimulationKit
import TagKit
import TestSupport
import Testing

@Suite("Random NDEF messages")
struct NDEFMessageProperties {
    @Test("come back as they went, whole or cut into chunks", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let message = generator.message()
            let bytes = try message.encoded()
            #expect(bytes.count == message.encodedByteCount)
            #expect(try NDEFMessage(decoding: bytes) == message)
            let chunked = generator.chunked(message)
            #expect(try NDEFMessage(decoding: chunked) == message)
            #expect(NDEFMessage.decodingLeniently(chunked).forgiven.isEmpty)
        }
    }

    @Test("say where each of their records starts", arguments: propertySeeds)
    func recordOffsets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let message = generator.message()
        let starts = message.records.indices.map {
            NDEFMessage(Array(message.records[..<$0])).encodedByteCount
        }
        #expect(NDEFMessage.recordOffsets(in: try message.encoded()) == starts)
        // A start byte cannot begin a later chunk: cut there, the rest contains the other records.
        var chunked = generator.chunked(message)
        for (index, start) in NDEFMessage.recordOffsets(in: chunked).enumerated() {
            chunked[start] |= 0x80
            #expect(
                try NDEFMessage(decoding: Array(chunked[start...])).records
                    == message.records[index...].map { $0 })
        }
    }

    @Test("cut anywhere are refused, and give leniently what was whole", arguments: propertySeeds)
    func prefixes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let message = generator.message()
        let bytes = try message.encoded()
        for count in 0..<bytes.count {
            let prefix = Array(bytes[..<count])
            #expect(throws: NDEFError.self) { try NDEFMessage(decoding: prefix) }
            #expect(ndefProblem(prefix) == nil)
            let found = NDEFMessage.decodingLeniently(prefix).message.records
            let whole = found.dropLast()
            #expect(Array(whole) == Array(message.records.prefix(whole.count)))
        }
    }

    @Test("with any bit turned are decoded or refused, and keep all promises", arguments: fewerSeeds)
    func flips(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bytes = generator.chunked(generator.message())
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            if let problem = ndefProblem(flipped) { Issue.record("\(flipped): \(problem)") }
        }
    }

    @Test("of nothing but noise keep all promises", arguments: propertySeeds)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            // Few values, so that lengths are small and flags common.
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...4, using: &generator)
                    : UInt8.random(in: .min ... .max, using: &generator)
            }
            if let problem = ndefProblem(bytes) { Issue.record("\(bytes): \(problem)") }
        }
    }
}
