import TagKit
import TestSupport
import Testing

@Suite("NDEF messages")
struct NDEFMessageTests {
    /// The giving URL: 47 bytes, a data sheet's worth of record header and 42 letters.
    private static let giving = NDEFMessage([
        URIRecord("https://appclip.tap.giving/WoodlandsChurch?f=1&r=1").record()
    ])

    @Test("of the giving URL has 47 bytes")
    func giving() throws {
        let bytes = try Self.giving.encoded()
        #expect(bytes.prefix(6) == hex("D1 01 2B 55 04 61")[...])
        #expect(bytes.count == 47)
        #expect(Self.giving.encodedByteCount == 47)
        #expect(try NDEFMessage(decoding: bytes) == Self.giving)
    }

    @Test("all 256 first bytes over all small bodies are decoded or refused by the letter")
    func headers() {
        var checked = 0
        for flags in UInt8.min...UInt8.max {
            for body in Self.smallBodies {
                let bytes = [flags] + body
                guard !OneRecordOracle.hasSecondRecord(bytes) else { continue }
                let expected = OneRecordOracle.verdict(bytes)
                let found = refusal(bytes)
                checked += 1
                guard found?.code != expected?.code || found?.offset != expected?.offset else { continue }
                Issue.record(
                    "\(bytes): \(String(describing: found)), expected \(String(describing: expected))")
            }
        }
        #expect(checked > 30_000)
    }

    /// Every body of 0 to 4 bytes of the values 0, 1, 2, and those of 6 to 9 zeros with a one anywhere.
    private static let smallBodies: [[UInt8]] = {
        var bodies: [[UInt8]] = [[]]
        var last: [[UInt8]] = [[]]
        for _ in 0..<4 {
            last = last.flatMap { body in [0, 1, 2].map { body + [$0] } }
            bodies += last
        }
        for count in 6...9 {
            for one in 0..<count {
                bodies.append((0..<count).map { $0 == one ? 1 : 0 })
            }
        }
        return bodies
    }()

    private func refusal(_ bytes: [UInt8]) -> NDEFError? {
        do {
            _ = try NDEFMessage(decoding: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("are encoded in the shortest form at 255 and 256 bytes of payload")
    func shortest() throws {
        func header(_ count: Int) throws -> [UInt8] {
            let record = NDEFRecord(tnf: .unknown, payload: [UInt8](repeating: 7, count: count))
            return Array(try NDEFMessage([record]).encoded().prefix(6))
        }
        #expect(try header(255) == hex("D5 00 FF 07 07 07"))
        #expect(try header(256) == hex("C5 00 00 00 01 00"))
    }

    @Test(
        "that decoding would refuse are not encoded",
        arguments: [
            (NDEFRecord(tnf: .empty, payload: [1]), NDEFError.Code.nonEmptyEmptyRecord),
            (NDEFRecord(tnf: .empty, id: [1]), .nonEmptyEmptyRecord),
            (NDEFRecord(tnf: .wellKnown), .missingType),
            (NDEFRecord(tnf: .media, payload: [1]), .missingType),
            (NDEFRecord(tnf: .unknown, type: [1]), .typeOnUnknown),
            (NDEFRecord(tnf: .unchanged), .unchangedOutsideChunk),
            (NDEFRecord(tnf: .reserved), .reservedTNF),
            (NDEFRecord(tnf: .external, type: [UInt8](repeating: 1, count: 256)), .limitExceeded),
            (NDEFRecord(tnf: .unknown, id: [UInt8](repeating: 1, count: 256)), .limitExceeded),
        ])
    func refusedToEncode(record: NDEFRecord, code: NDEFError.Code) {
        let message = NDEFMessage([NDEFRecord(tnf: .empty), record])
        let error = #expect(throws: NDEFError.self) { try message.encoded() }
        #expect(error?.code == code)
        #expect(error?.offset == 3)
        #expect(error?.record == 2)
    }

    @Test("without records are not encoded, an empty area stands for them")
    func empty() {
        let error = #expect(throws: NDEFError.self) { try NDEFMessage([]).encoded() }
        #expect(error?.code == .emptyInput)
        #expect(NDEFMessage([]).encodedByteCount == 0)
    }

    @Test("are refused past each limit, and taken at it")
    func limits() throws {
        let bytes = hex("91 01 03 55 04 61 62 51 01 02 55 04 61")
        let chunks = hex("B1 01 02 55 04 61 56 00 02 62 63")
        func isTaken(_ bytes: [UInt8], _ limits: NDEFLimits) -> Bool {
            do {
                _ = try NDEFMessage(decoding: bytes, limits: limits)
                return true
            } catch {
                #expect(error.code == .limitExceeded)
                #expect(
                    NDEFMessage.decodingLeniently(bytes, limits: limits).forgiven.map(\.code) == [
                        .limitExceeded
                    ])
                return false
            }
        }
        #expect(isTaken(bytes, NDEFLimits(records: 2)))
        #expect(!isTaken(bytes, NDEFLimits(records: 1)))
        #expect(isTaken(bytes, NDEFLimits(payloadBytes: 3)))
        #expect(!isTaken(bytes, NDEFLimits(payloadBytes: 2)))
        #expect(isTaken(bytes, NDEFLimits(messageBytes: 13)))
        #expect(!isTaken(bytes, NDEFLimits(messageBytes: 12)))
        #expect(isTaken(chunks, NDEFLimits(payloadBytes: 4)))
        #expect(!isTaken(chunks, NDEFLimits(payloadBytes: 3)))
        #expect(!isTaken(chunks, NDEFLimits(records: 1)))
    }
}
