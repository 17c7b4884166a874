import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagReaders

extension PCSCTests {
    @Suite("and our reader read") struct ReadingTests {
        @Test("a tag and what the reader can", arguments: PCSCProfile.allCases)
        func selects(profile: PCSCProfile) async throws {
            try await PCSCBench.run(["NTAG213"], profile: profile) { bench in
                #expect(bench.reader.name == bench.service.slots[0].name)
                let tag = try await bench.select()
                #expect(tag == SelectedTag(atqa: 0x0044, sak: 0, uid: LibNFCBench.uid(0)))
                #expect(bench.reader.capabilities.contains(.type2Extended) == (profile != .storageCard))
                #expect(bench.reader.capabilities.isSuperset(of: [.type2, .isoDEP, .classic]))
            }
        }

        @Test("every page, by the commands that the reader can carry", arguments: PCSCProfile.allCases)
        func pages(profile: PCSCProfile) async throws {
            try await PCSCBench.run(["NTAG216"], profile: profile) { bench in
                try await bench.select()
                let uid = LibNFCBench.uid(0)
                let first = try await bench.reader.send(.read(page: 0))
                #expect(Array(first[0..<3] + first[4..<8]) == uid)
                guard profile != .storageCard else {
                    #expect(
                        await bench.code { try await bench.reader.send(.getVersion) } == .unsupportedCommand)
                    return
                }
                let version = try await bench.reader.send(.getVersion)
                #expect(version == hex("00 04 04 02 01 00 13 03"))
                // Four answers of at most 60 pages.
                let all = try await bench.reader.send(.fastRead(first: 0, last: 226))
                #expect(all.count == 227 * 4)
                #expect(all.starts(with: first))
                #expect(await bench.code { try await bench.reader.send(.read(page: 231)) } == .nak)
                try await bench.reader.reselect()
                #expect(try await bench.reader.send(.read(page: 0)) == first)
            }
        }

        @Test("no change of a slot before the wait is over")
        func waits() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                let link = try PCSCLink()
                defer { link.leave() }
                let slot = try link.waitForChange(of: bench.reader.name, from: .unknown, milliseconds: 0)
                #expect(slot.hasTag)
                let begin = ContinuousClock.now
                #expect(
                    try link.waitForChange(of: bench.reader.name, from: slot, milliseconds: 200) == slot)
                #expect(ContinuousClock.now - begin >= .milliseconds(200))
            }
        }

        @Test("what tag a look finds, as over libnfc", arguments: PCSCProfile.allCases)
        func looks(profile: PCSCProfile) async throws {
            for product in [
                "NTAG213", "NTAG215", "NTAG216", "Mifare Classic 1K", "NTAG 424 DNA", "Mifare Ultralight",
            ] {
                try await PCSCBench.run([product], profile: profile) { bench in
                    let snapshot = try await TagSession(bench.reader).inspect(
                        .inspection, within: .seconds(10))
                    let known = snapshot.chip.product
                    switch product {
                    case "NTAG213", "NTAG215", "NTAG216":
                        #expect(known == product)
                        #expect(!snapshot.chip.isClone)
                    case "Mifare Classic 1K": #expect(known == "MIFARE Classic 1K")
                    case "NTAG 424 DNA": #expect(known == "NTAG 424 DNA")
                    default: #expect(known.contains("Ultralight"))
                    }
                    #expect(snapshot.tag.uid == LibNFCBench.uid(0))
                }
            }
        }
    }
}
