import SimulationKit
import TagDumps
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

extension PCSCTests {
    @Suite("and our reader write") struct WritingTests {
        /// `https://appclip.tap.giving/WoodlandsChurch?f=1&r=1`
        private static let message =
            [0xD1, 0x01, 0x2B, 0x55, 0x04] + Array("appclip.tap.giving/WoodlandsChurch?f=1&r=1".utf8)

        @discardableResult
        private func write(_ bench: PCSCBench) async throws -> WriteReport {
            let session = TagSession(bench.reader)
            let snapshot = try await session.inspect(
                .writing(messageBytes: Self.message.count), within: .seconds(10))
            return try await session.execute(ProgrammingPlan(snapshot, .message(Self.message)))
        }

        // G1-25
        @Test(
            "a giving URL, which is read back and then not written again", arguments: PCSCProfile.allCases,
            ["NTAG213", "NTAG 424 DNA"])
        func writes(profile: PCSCProfile, product: String) async throws {
            try await PCSCBench.run([product], profile: profile) { bench in
                #expect(try await write(bench).pagesWritten > 0)
                let snapshot = try await TagSession(bench.reader).inspect(within: .seconds(10))
                #expect(snapshot.message == Self.message)
                let before = bench.card.field.counts.pageWrites
                try await write(bench)
                #expect(bench.card.field.counts.pageWrites == before)
            }
        }

        @Test("a block of a MIFARE Classic card, with a key and not without", arguments: PCSCProfile.allCases)
        func classic(profile: PCSCProfile) async throws {
            try await PCSCBench.run(["Mifare Classic 1K"], profile: profile) { bench in
                let reader = bench.reader
                let card = try await bench.select()
                #expect(card.sak == 0x08)
                let right = ClassicKey(.a, hex("FF FF FF FF FF FF"))
                let wrong = ClassicKey(.a, hex("00 00 00 00 00 00"))
                #expect(
                    await bench.code { try await reader.send(.authenticate(block: 4, key: wrong)) } == .nak)
                try await reader.reselect()
                _ = try await reader.send(.authenticate(block: 4, key: right))
                let block = Array(UInt8(0)..<16)
                #expect(try await reader.send(.writeBlock(4, data: block)) == [])
                #expect(try await reader.send(.readBlock(4)) == block)
            }
        }

        @Test(
            "a lock that a stranger cannot open, and a password that its owner can",
            arguments: PCSCProfile.allCases.filter { $0 != .storageCard })
        func protects(profile: PCSCProfile) async throws {
            try await PCSCBench.run(["NTAG213"], profile: profile) { bench in
                try await write(bench)
                let secret = try #require(
                    TagPassword(password: hex("11 22 33 44"), acknowledge: hex("55 66")))
                for goal in [.password(attemptLimit: 0), .open, .permanent()] as [ProtectionGoal] {
                    let session = TagSession(bench.reader)
                    let snapshot = try await session.inspect(
                        openingWith: { _ in goal == .open ? secret : nil }, within: .seconds(10))
                    let plan = try ProtectionPlan(snapshot, goal, isOpen: await session.isOpen)
                    _ = try await session.execute(plan, password: secret)
                    guard goal != .open else { continue }
                    try await bench.select()
                    let stranger = await bench.code {
                        try await bench.reader.send(.write(page: 4, data: [0, 0, 0, 0]))
                    }
                    #expect(stranger == .nak, "\(goal)")
                }
                let snapshot = try await TagSession(bench.reader).inspect(.inspection, within: .seconds(10))
                #expect(snapshot.message == Self.message)
                #expect(snapshot.state == .readOnly)
            }
        }

        @Test("what tapctl writes, verifies and locks, as anybody would")
        func program() async throws {
            let service = try RunningPCSCD()
            defer { service.stop() }
            let field = VirtualField(try LibNFCBench.tags(["NTAG213"]))
            let card = try VirtualCardSocket(field, profile: .direct, port: service.slots[0].port)
            defer { card.stop() }
            let environment = [
                "PCSCLITE_CSOCK_NAME": RunningPCSCD.socket, "TAPCTL_READER": "pcsc:1",
                "LIBNFC_AUTO_SCAN": "false",
            ]
            let url = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"
            for command in [
                "tapctl tag write --trace session.trace '\(url)'", "tapctl tag read",
                "tapctl tag verify '\(url)'",
            ] {
                let run = try await ProgramRun.shell(
                    command, in: RunningPCSCD.folder, environment: environment)
                #expect(run.exitCode == 0, "\(command): \(run.standardError)")
            }
            // Replays the trace without pcscd, with the detected capabilities of the reader.
            let replay = try await ProgramRun.shell(
                "tapctl tag write --reader replay:session.trace '\(url)'", in: RunningPCSCD.folder)
            #expect(replay.exitCode == 0, "\(replay.standardError)")
        }
    }
}
