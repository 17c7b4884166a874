import TagKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("Originality of a tag")
struct OriginalityTests {
    private static let uid = hex("04E141124C2880")
    private static let simulated = SimulatorSigner.signature(uid: uid)
    private static let zeros = [UInt8](repeating: 0, count: 32)

    private static func judge(
        _ reading: SignatureReading, _ chip: Chip = .ntag213, trusting: [OriginalityKey] = []
    ) -> Originality {
        Originality(reading, uid: uid, chip: chip, trusting: trusting)
    }

    @Test("every answer of a tag or reader has its judgement")
    func judgements() {
        #expect(Self.judge(.signature(Self.zeros)) == .notGenuine(.missing))
        #expect(Self.judge(.signature(Self.simulated)) == .notGenuine(.wrong))
        #expect(Self.judge(.refused) == .notGenuine(.refused))
        #expect(Self.judge(.notThroughThisReader) == .cannotBeChecked(.reader))
        #expect(Self.judge(.notOfThisChip, .ntag203) == .cannotBeChecked(.noSignature))
    }

    @Test("the simulator's key is accepted only where it is trusted")
    func simulator() {
        let trusted = Self.judge(.signature(Self.simulated), trusting: [.simulator])
        #expect(trusted == .genuine(.simulator))
        #expect(trusted.meaning.contains("virtual tag"))
        var other = Self.simulated
        other[31] ^= 1
        #expect(Self.judge(.signature(other), trusting: [.simulator]) == .notGenuine(.wrong))
    }

    @Test("the private key of the simulator is the one of its public key")
    func simulatorKey() {
        let signature = SimulatorSigner.signature(uid: Self.uid)
        #expect(signature == SimulatorSigner.signature(uid: Self.uid))
        #expect(OriginalityKey.simulator.signed(uid: Self.uid, signature))
        #expect(SimulatorSigner.signature(uid: hex("04E141124C2881")) != signature)
    }

    @Test("an NTAG 424 DNA has 56 bytes, by NXP's key or the simulator's")
    func ntag424() throws {
        // Source: NXP AN12196 rev. 2.0 §7.2, table 30.
        let (uid, signature) = (
            hex("04518DFAA96180"),
            hex(
                "D1940D17CFEDA4BFF80359AB975F9F6514313E8F90C1D3CAAF5941AD"
                    + "744A1CDF9A83F883CAFE0FE95D1939B1B7E47113993324473B785D21")
        )
        func judge(_ signature: [UInt8], _ chip: Chip = .ntag424) -> Originality {
            Originality(.signature(signature), uid: uid, chip: chip, trusting: OriginalityKey.simulated)
        }
        #expect(judge(signature) == .genuine(.ntag424DNA))
        #expect(judge(signature, .ntag424TagTamper) == .genuine(.ntag424DNA))
        #expect(judge(SimulatorSigner.signature424(uid: uid)) == .genuine(.simulator424))
        #expect(judge(SimulatorSigner.signature424(uid: uid)).meaning.contains("virtual tag"))
        #expect(judge([UInt8](repeating: 0, count: 56)) == .notGenuine(.missing))
        #expect(judge(SimulatorSigner.signature424(uid: Self.uid)) == .notGenuine(.wrong))
        #expect(judge(signature, .ntag213) == .notGenuine(.wrong))
    }

    @Test("each key stands for chips of its own family alone")
    func keys() {
        #expect(OriginalityKey.keys(of: .ntag216) == [.ntag21x, .olderNXP])
        #expect(OriginalityKey.keys(of: .ntag210) == [.ntag21x, .olderNXP])
        #expect(OriginalityKey.keys(of: .ultralight21) == [.ultralightEV1, .olderNXP])
        #expect(OriginalityKey.keys(of: .ntag203).isEmpty)
    }

    @Test("every judgement has its words")
    func words() {
        let all: [Originality] = [
            .genuine(.ntag21x), .notGenuine(.missing), .notGenuine(.refused), .notGenuine(.wrong),
            .notGenuine(.ofAnotherFamily(.ultralightEV1)), .notGenuine(.copy), .cannotBeChecked(.noSignature),
            .cannotBeChecked(.reader), .cannotBeChecked(.unknownKey), .cannotBeChecked(.tagLeft),
        ]
        #expect(Set(all.map(\.summary)).count == all.count)
        #expect(Set(all.map(\.code)) == ["genuine", "not_genuine", "cannot_be_checked"])
        #expect(all[0].summary == "genuine: NXP signed this UID (NTAG21x)")
        #expect(all[0].meaning.contains("copies"))
        #expect(all[4].family == "MIFARE Ultralight EV1")
    }
}
