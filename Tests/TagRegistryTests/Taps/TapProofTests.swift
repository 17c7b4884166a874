import DatabaseKit
import InvocationRouter
import SimulationKit
import TagRegistry
import TestSupport
import Testing

@testable import TagSecurity

@Suite struct TapProofTests {
    /// NXP's example, under a new tag's keys. Source: NXP AN12196 p. 12.
    private static let message = TapEvidence.sun(
        piccData: hex("EF963FF7828658A599F3041510671E88"), cmac: hex("94EED9EE65337086"))
    private static let keys = SUNKeys(metaRead: .factory, fileRead: .factory)
    private static let uid = hex("04DE5F1EACC040")

    private static func otherKeys() -> SUNKeys {
        var generator = SeededGenerator(seed: 5)
        return SUNKeys(secret: BatchSecret(from: &generator))
    }

    @Test("any of the keys proves a tap; if none fits, it is rejected; without keys it is unchecked")
    func proof() {
        let proved = TapProof.proved(SUNTap(uid: Self.uid, counter: 61, file: nil))
        #expect(TapProof(of: Self.message, with: [Self.otherKeys(), Self.keys]) == proved)
        #expect(TapProof(of: Self.message, with: [Self.otherKeys()]) == .rejected)
        #expect(TapProof(of: Self.message, with: []) == .unchecked)
        #expect(TapProof(of: nil, with: [Self.keys]) == .unchecked)
        #expect(TapProof(of: .mirror(uid: Self.uid, counter: 61), with: [Self.keys]) == .unchecked)
    }

    @Test(
        "a counter that is not above the highest is a replay",
        arguments: [(nil, true), (0, true), (60, true), (61, false), (62, false), (0xFF_FFFF, false)]
            as [(UInt32?, Bool)])
    func verdict(highest: UInt32?, isNew: Bool) {
        let verdict = TapProof(of: Self.message, with: [Self.keys]).verdict(after: highest)
        #expect(
            verdict
                == (isNew
                    ? .genuine(uid: Self.uid, counter: 61)
                    : .replayed(uid: Self.uid, counter: 61, highest: highest ?? 0)))
    }

    @Test("a tap is taken once, whatever a mirror said before; the copy is kept and marked")
    func once() async throws {
        let file = try RegistryFile()
        let proof = TapProof(of: Self.message, with: [Self.keys])
        let (first, second, taps) = try await file.write { transaction in
            try transaction.record(
                SeenTap(
                    id: "tap_0", uid: hexUID(Self.uid), evidence: .mirror, counter: 0xFFFFFF, time: noon))
            let verdicts = (try transaction.take(proof), try transaction.take(proof))
            try transaction.save(SeenTap(id: "tap_1", time: noon).judged(verdicts.0))
            try transaction.save(SeenTap(id: "tap_2", time: noon).judged(verdicts.1))
            return (
                verdicts.0, verdicts.1, try transaction.seenTaps(uid: hexUID(Self.uid), tagID: nil, limit: 2)
            )
        }
        #expect(first == .genuine(uid: Self.uid, counter: 61))
        #expect(second == .replayed(uid: Self.uid, counter: 61, highest: 61))
        #expect(taps.map(\.isReplay) == [true, false])
        #expect(taps.allSatisfy { $0.evidence == .sun && $0.counter == 61 })
    }

    @Test("programs that race take a tap once")
    func race() async throws {
        let file = try RegistryFile()
        let programs = try (0..<4).map { _ in try file.openedAgain() }
        let proof = TapProof(of: Self.message, with: [Self.keys])
        let fresh = try await withThrowingTaskGroup(of: Bool.self) { group in
            for program in programs {
                group.addTask {
                    try await program.write { try $0.take(proof) } == .genuine(uid: Self.uid, counter: 61)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(fresh == 1)
    }

    @Test("a rejected tap names no tag")
    func rejected() {
        let tap = SeenTap(id: "tap_1", uid: "04AA", tagID: "A12", counter: 9, time: noon).judged(.rejected)
        #expect(tap.uid == nil && tap.counter == nil && tap.evidence == .none && tap.tagID == "A12")
    }
}
