import DatabaseKit
import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing
import TimeKit

/// T-2: a tag that its batch could not lock later is set aside before anything is written to it.
@Suite("Tags that could not be locked in the end")
struct UnfinishableTagTests {
    private static let mirroredURL = "https://appclip.tap.giving/Grace?f=12&r=0&m=00000000000000x000000"

    /// Creates a permanent batch.
    private static func batch(rows: Int, mirror: MirrorChoice = .none) async throws -> RegistryFile {
        let file = try await RegistryFile.withBatch(rows: rows)
        try await file.write { transaction in
            try transaction.save(Batch(name: "Main", protection: .permanent, mirror: mirror, created: noon))
            guard mirror != .none else { return }
            for number in 1...rows {
                var row = BatchRow.sample(number)
                row.url = mirroredURL
                try transaction.save(row)
            }
        }
        return file
    }

    /// Returns a tag with a chip's memory and changed pages.
    private static func tag(
        _ chip: Type2Chip, _ number: Int = 0, change: (inout [UInt8]) -> Void
    ) -> any VirtualTag {
        var memory = chip.factoryMemory(uid: TagBox.uid(number))
        let container = Chip.supportedType2.first { $0.memory?.pageCount == chip.pageCount }?.memory?
            .container
        memory.replaceSubrange(12..<16, with: container ?? [])
        if memory[16] == 0 { memory.replaceSubrange(16..<19, with: [0x03, 0x00, 0xFE]) }
        change(&memory)
        return Type2Tag(chip: chip, uid: TagBox.uid(number), memory: memory)
    }

    /// A state that prevents locking, and the reason for setting the tag aside; nil for a tag that can be
    /// locked.
    struct State: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var page: Int
        var bytes: [UInt8]
        var code: String?

        init(_ name: String, page: Int, _ digits: String, _ code: String?) {
            (testDescription, self.page, bytes, self.code) = (name, page, hex(digits), code)
        }
    }

    // An NTAG213 has the static lock bits on page 2, the dynamic ones on 40, AUTH0 and the mirror on 41, PROT
    // and CFGLCK on 42.
    static let states: [State] = [
        State("block-lock bits of pages 4 to 9", page: 2, "D9 48 02 00", "notAllowedHere"),
        State("block-lock bits of pages 10 to 15", page: 2, "D9 48 04 00", "notAllowedHere"),
        State("the block-lock bit of the container", page: 2, "D9 48 01 00", "notAllowedHere"),
        State("all dynamic block-lock bits", page: 40, "00 00 3F BD", "notAllowedHere"),
        State("one dynamic block-lock bit", page: 40, "00 00 20 BD", "notAllowedHere"),
        State("stray dynamic lock bits", page: 40, "80 08 00 BD", nil),
        State("a foreign AUTH0 after the message", page: 41, "04 00 00 20", "passwordProtected"),
        State("a foreign AUTH0 on the configuration", page: 41, "04 00 00 29", "passwordProtected"),
        State("a foreign AUTH0 on the last page", page: 41, "04 00 00 2C", "passwordProtected"),
        State("AUTH0 on page 0", page: 41, "04 00 00 00", "passwordProtected"),
        State("PROT without AUTH0", page: 42, "80 05 00 00", nil),
        State("CFGLCK without AUTH0", page: 42, "40 05 00 00", nil),
    ]

    @Test("T-2: a tag is written only if it can be locked", arguments: states)
    func state(state: State) async throws {
        let file = try await Self.batch(rows: 1)
        var box = TagBox()
        box.tags = [
            Self.tag(.ntag213) { memory in
                // Keeps the UID's check byte.
                let start = state.page * 4 + (state.page == 2 ? 1 : 0)
                let end = state.page * 4 + 4
                memory.replaceSubrange(start..<end, with: state.bytes.suffix(end - start))
            }
        ]
        let before = box.tags[0].image
        let result = try #require(try await BatchProgrammerTests.hold(&box, in: file).first)
        #expect(result.code == state.code)
        if state.code == nil {
            #expect(result.outcome == .verified)
            try await TagLockerTests.tap(0, in: file)
            #expect(try await TagLockerTests.lock(&box, 0, in: file).outcome == .locked)
        } else {
            #expect(result.pagesWritten == 0)
            #expect(box.tags[0].image == before)
            #expect(try await file.write { try $0.knownRow(.main(1)) }.state == .open)
        }
    }

    @Test("T-2: CFGLCK keeps a mirror from being switched on, and the tag is set aside")
    func lockedConfiguration() async throws {
        let file = try await Self.batch(rows: 1, mirror: .counter)
        var box = TagBox()
        box.tags = [Self.tag(.ntag213) { $0[42 * 4] |= 0x40 }]
        #expect(try await BatchProgrammerTests.hold(&box, in: file).map(\.code) == ["readOnly"])
        #expect(try await box.message(of: 0) == [])
    }

    @Test(
        "T-2: chips that nothing here can lock are set aside", arguments: ["NTAG 424 DNA", "Type 4 CC 3.0"])
    func chips(product: String) async throws {
        let file = try await Self.batch(rows: 1)
        var box = TagBox()
        try box.add(product)
        #expect(try await BatchProgrammerTests.hold(&box, in: file).map(\.code) == ["unsupportedTag"])
        #expect(try await box.message(of: 0) ?? [] == [])
    }

    @Test("T-2: the files of unlockable tags", arguments: [("01-dyn3F", false), ("03-cfglck", true)])
    func files(name: String, isLockable: Bool) async throws {
        let path = SharedFixtures.projectFolder.appending(path: "fixtures/cases/permanent-batch/\(name).nfc")
        let image = try TagImage(reading: Array(try String(contentsOf: path, encoding: .utf8).utf8))
        let file = try await Self.batch(rows: 1)
        var box = TagBox()
        box.tags = [try makeVirtualTag(from: image)]
        let result = try #require(try await BatchProgrammerTests.hold(&box, in: file).first)
        #expect((result.outcome == .verified) == isLockable)
        #expect((result.pagesWritten > 0) == isLockable)
    }

    @Test(
        "T-2: a verified tag that was not touched since can be locked from any state",
        arguments: Type2Chip.all, [MirrorChoice.none, .counter])
    func verifiedIsLockable(chip: Type2Chip, mirror: MirrorChoice) async throws {
        let file = try await Self.batch(rows: fewerSeeds.count, mirror: mirror)
        var box = TagBox()
        for (number, seed) in fewerSeeds.enumerated() {
            var generator = SeededGenerator(seed: seed)
            box.tags.append(Self.tag(chip, number) { $0.disturb(chip, &generator) })
        }
        var (verified, locked, isTapped) = (0, 0, false)
        var reasons: [String: Int] = [:]
        for (number, seed) in fewerSeeds.enumerated() {
            let before = box.tags[number].image.memory
            let results = try await BatchProgrammerTests.hold(&box, [number], in: file, overwrites: true)
            let result = try #require(results.first)
            guard result.outcome == .verified else {
                reasons[result.code ?? "none", default: 0] += 1
                #expect(result.pagesWritten == 0, "seed \(seed)")
                // Inspecting a tag may raise its tap counter.
                #expect(box.tags[number].image.memory == before, "seed \(seed)")
                continue
            }
            verified += 1
            if !isTapped { try await TagLockerTests.tap(number, in: file) }
            isTapped = true
            let outcome = try await TagLockerTests.lock(&box, number, in: file).outcome
            #expect([.locked, .lockedAlready].contains(outcome), "seed \(seed): \(outcome)")
            if outcome == .locked { locked += 1 }
        }
        print(
            "\(chip.product), mirror \(mirror): \(verified) verified, \(locked) locked, set aside \(reasons)")
        // A mirrored URL needs enough room, and a chip with a UID and counter mirror.
        let isTaken = mirror == .none || ["NTAG213", "NTAG215", "NTAG216"].contains(chip.product)
        let least = min(2, fewerSeeds.count / 20)
        if fewerSeeds.count > 1 { #expect(isTaken ? verified > least : verified == 0) }
    }
}

extension [UInt8] {
    /// Changes lock bits, configuration, container and content at random. Most tags keep some of their bytes.
    fileprivate mutating func disturb(_ chip: Type2Chip, _ generator: inout SeededGenerator) {
        func happens(_ generator: inout SeededGenerator) -> Bool {
            Int.random(in: 0..<3, using: &generator) == 0
        }
        func bit(_ generator: inout SeededGenerator) -> UInt8 {
            1 << UInt8.random(in: 0..<8, using: &generator)
        }
        // Lock bytes on page 2, and the container.
        for byte in 10...11 where happens(&generator) { self[byte] |= bit(&generator) }
        if happens(&generator) { self[15] |= [0x0F, 0x80, 0x08, 0x00].randomElement(using: &generator) ?? 0 }
        let known = Chip.supportedType2.first { $0.memory?.pageCount == chip.pageCount }?.memory
        if let page = known?.dynamicLocks?.page, happens(&generator) {
            self[page * 4 + Int.random(in: 0...2, using: &generator)] |= bit(&generator)
            if happens(&generator) {
                self[page * 4 + Int.random(in: 0...2, using: &generator)] |= bit(&generator)
            }
        }
        let first: UInt8 =
            [0, 2, 4, 12, 16, UInt8(chip.pageCount - 1), 0xFE].randomElement(using: &generator) ?? 0xFF
        switch known?.protection {
        case .configuration(let page):
            if happens(&generator) { self[page * 4 + 3] = first }
            if happens(&generator) {
                self[page * 4 + 4] ^= [0x80, 0x40, 0xC0, 0x03, 0x18].randomElement(using: &generator) ?? 0
            }
            if happens(&generator) {
                self[page * 4] ^= [0x40, 0x80, 0xC0, 0x10].randomElement(using: &generator) ?? 0
                self[page * 4 + 2] = .random(in: 0...UInt8(chip.pageCount), using: &generator)
            }
        case .ultralightC:
            if happens(&generator) { self[42 * 4] = first }
            if happens(&generator) { self[43 * 4] ^= 1 }
        case nil: break
        }
        if happens(&generator) {
            let content =
                [
                    hex("03 03 D0 00 00 FE"), hex("03 08 D1 01 04 55 04 61 2E 62 FE"), hex("03 05 D1 01"),
                    hex("FF FF"),
                    hex("00 00 00 00"),
                ].randomElement(using: &generator) ?? []
            replaceSubrange(16..<16 + content.count, with: content)
        }
    }
}
