import Foundation
import SimulationKit
import TagDumps
import TagSimulator
import TestSupport
import Testing
import TextKit

@testable import TagKit

/// T-1: a message that no phone can use is not locked permanently without ``ProtectionOptions/force``.
@Suite("A permanent lock of what no phone can use")
struct UnusableLockTests {
    /// Returns a chip with a message after the control TLVs.
    static func bench(_ chip: Chip, _ virtual: Type2Chip, _ message: [UInt8]) -> TagBench {
        TagBench(
            virtual, area: (chip.memory?.controlTLVs ?? []) + [0x03, UInt8(message.count)] + message + [0xFE])
    }

    @Test("T-1: is refused before anything is written, on every chip", arguments: ProtectionCase.chips)
    func refused(chip: Chip, virtual: Type2Chip) async throws {
        for message in SampleMessage.unusable where message.bytes.count <= 40 {
            var bench = Self.bench(chip, virtual, message.bytes)
            let pages = bench.pages
            let outcome = await bench.protect(.permanent(), nil)
            #expect(outcome.error?.code == .unusableMessage, "\(message.testDescription)")
            #expect(outcome.counts.pageWrites == 0)
            #expect(bench.pages == pages)
        }
        for message in SampleMessage.malformed {
            var bench = Self.bench(chip, virtual, message.bytes)
            let outcome = await bench.protect(.permanent(), nil)
            #expect(outcome.error?.code == .malformedTag, "\(message.testDescription)")
            #expect(outcome.counts.pageWrites == 0)
        }
        var empty = Self.bench(chip, virtual, [])
        #expect(await empty.protect(.permanent(), nil).error?.code == .noMessage)
    }

    @Test("T-1: is done with force, also of an empty or unreadable message", arguments: ProtectionCase.chips)
    func forced(chip: Chip, virtual: Type2Chip) async throws {
        for message in [hex("D0 00 00"), hex("D1 01 01 55 04"), [], hex("D7 00 00")] {
            var bench = Self.bench(chip, virtual, message)
            let outcome = await bench.protect(.permanent(), nil, .force)
            #expect(outcome.error == nil, "\(Hex.upper(message)): \(String(describing: outcome.error))")
            #expect(outcome.plan?.phoneUse?.isUsable == false)
            #expect(bench.pages[2][2...] == hex("F8 FF")[...])
        }
    }

    @Test("force overcomes nothing else")
    func forceAlone() async throws {
        var frozen = TagBench(.ntag213, area: TagBench.area(.ntag213)) {
            $0.replaceSubrange(160..<164, with: hex("00 00 3F BD"))
        }
        #expect(await frozen.protect(.permanent(), nil, .force).error?.code == .notAllowedHere)
    }

    @Test("T-1: a container that phones may not read is refused")
    func closedContainer() async throws {
        var bench = TagBench(.ntag213, area: TagBench.area(.ntag213)) { $0[15] = 0x80 }
        #expect(await bench.protect(.permanent(), nil).error?.code == .unusableMessage)
    }

    @Test(
        "T-1: a mirror that would hide the message's structure or its URI is refused, and one over its place is not"
    )
    func mirror() async throws {
        let url = "https://example.org/?m=00000000000000x000000"
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        // The message begins on page 5 byte 3, the host on page 7, and the mirror on page 10 byte 3.
        for (page, byte, isRight) in [(5, 1, false), (5, 3, false), (6, 3, false), (10, 3, true)] {
            let mirror = TagMirror(.both, page: page, byte: byte)
            var bench = Self.bench(.ntag213, .ntag213, message)
            let outcome = await bench.protect(.permanent(mirror: mirror), nil)
            #expect((outcome.error == nil) == isRight, "page \(page): \(String(describing: outcome.error))")
            if !isRight { #expect(outcome.counts.pageWrites == 0) }
        }
    }

    @Test(
        "a mirror that the chip lacks, or that a locked configuration keeps off, is refused before anything is written"
    )
    func impossibleMirror() async throws {
        let mirror = TagMirror(.uid, page: 8, byte: 0)
        for (chip, virtual) in ProtectionCase.chips
        where chip.features.isDisjoint(with: [.mirror, .mirrorByPage]) {
            var bench = await ProtectionCase(chip: chip, virtual: virtual, goal: .permanent()).bench()
            let outcome = await bench.protect(.permanent(mirror: mirror), nil)
            #expect(outcome.error?.code == .unsupportedTag, "\(chip.product)")
            #expect(outcome.counts.pageWrites == 0)
        }
        var locked = TagBench(.ntag213, area: TagBench.area(.ntag213)) { $0[42 * 4] |= 0x40 }
        let outcome = await locked.protect(.permanent(mirror: mirror), nil)
        #expect(outcome.error?.code == .readOnly)
        #expect(outcome.counts.pageWrites == 0)
    }

    @Test(
        "T-1: the files of apps that erase tags are refused",
        arguments: ["androiderase", "x-mime-empty", "x-text-empty", "x-uri-nothing"])
    func files(name: String) async throws {
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/cases/\(name).nfc")
        let image = try TagImage(reading: Array(try String(contentsOf: file, encoding: .utf8).utf8))
        var bench = TagBench.bench(image)
        #expect(await bench.protect(.permanent(), nil).error?.code == .unusableMessage)
        #expect(await bench.protect(.permanent(), nil, .force).error == nil)
    }

    @Test(
        "T-1: no sequence of plans without force locks what no phone can use", arguments: ProtectionCase.chips
    )
    func sequences(chip: Chip, virtual: Type2Chip) async throws {
        var locked = 0
        var refused = 0
        let unusable = SampleMessage.unusable.map(\.bytes).filter { $0.count <= 40 }
        let usable = [TagBench.message(20), TagBench.message(40), hex("D1 01 06 55 04 61 2E 6F 72 67")]
        for seed in propertySeeds {
            var generator = SeededGenerator(seed: seed)
            var bench = Self.bench(chip, virtual, unusable.randomElement(using: &generator) ?? [])
            for step in 0..<6 {
                let pool = Bool.random(using: &generator) ? usable : unusable
                let message = pool.randomElement(using: &generator) ?? []
                let mirror = TagMirror(
                    TagMirror.Content.allCases.randomElement(using: &generator) ?? .uid,
                    page: Int.random(in: 4...10, using: &generator),
                    byte: Int.random(in: 0...3, using: &generator))
                let faults: FaultPlan =
                    Int.random(in: 0..<4, using: &generator) == 0
                    ? .tagLeaves(beforeCommand: Int.random(in: 0..<20, using: &generator)) : FaultPlan()
                let password = ProtectionCase.password
                switch Int.random(in: 0..<12, using: &generator) {
                case 0...3: _ = await bench.write(.message(message), faults: faults)
                case 4: _ = await bench.write(.erase, faults: faults)
                case 5: _ = await bench.write(.format, faults: faults)
                case 6: _ = await bench.protect(.password(), password, faults: faults)
                case 7: _ = await bench.protect(.open, password, faults: faults)
                case 8: _ = await bench.protect(.mirrored(mirror), password, faults: faults)
                case 9: _ = await bench.protect(.permanent(mirror: mirror), password, faults: faults)
                default:
                    let outcome = await bench.protect(.permanent(), password, faults: faults)
                    if outcome.error?.code == .unusableMessage { refused += 1 }
                }
                let snapshot = try await bench.inspect()
                let closure = try #require(snapshot.closure)
                let isConfigurationClosed =
                    chip.memory?.configurationPage == nil || closure.isConfigurationLocked
                guard closure.lockedPages.isSuperset(of: 4...15), isConfigurationClosed else { continue }
                #expect(snapshot.phoneUse.isUsable, "seed \(seed), step \(step): \(snapshot.phoneUse.reason)")
                locked += 1
                break
            }
        }
        print(
            "\(chip.product): \(locked) of \(propertySeeds.count) sequences locked the tag, \(refused) refusals"
        )
        if propertySeeds.count > 1 { #expect(locked > 20 && refused > 20) }
    }
}
