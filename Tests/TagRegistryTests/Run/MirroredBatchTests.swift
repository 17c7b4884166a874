import DatabaseKit
import SimulationKit
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing
import TimeKit

/// Batches whose chips show their UID and tap counter in the URL.
@Suite struct MirroredBatchTests {
    private static let url = "https://appclip.tap.giving/Grace?f=12&r=0&m=00000000000000x000000"

    /// One row, and one new tag.
    private static func make(_ protection: TagProtection) async throws -> (RegistryFile, TagBox) {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { transaction in
            try transaction.save(Batch(name: "Main", protection: protection, mirror: .counter, created: noon))
            var row = BatchRow.sample(1)
            row.url = url
            try transaction.save(row)
        }
        var box = TagBox()
        try box.add()
        return (file, box)
    }

    /// Whether a phone finds the seat's URL with the chip's UID in it.
    private static func isRight(_ box: TagBox) async throws -> Bool {
        let message = try await box.message(of: 0) ?? []
        return String(decoding: message.dropFirst(5), as: UTF8.self)
            .hasPrefix("appclip.tap.giving/Grace?f=12&r=0&m=04112233440000x")
    }

    @Test(
        "a tag that leaves at any command ends written, protected and mirrored, and is done when it comes again"
    )
    func password() async throws {
        var seed = SeededGenerator(seed: 7)
        let secret = BatchSecret(from: &seed)
        for command in 0..<80 {
            var (file, box) = try await Self.make(.password)
            let first = try await PasswordBatchTests.hold(
                &box, file, secret, .tagLeaves(beforeCommand: command))
            if first.outcome != .verified {
                let second = try await PasswordBatchTests.hold(&box, file, secret)
                #expect(second.outcome == .verified, "command \(command): \(second.outcome)")
            }
            #expect(try await Self.isRight(box), "command \(command)")
            let again = try await PasswordBatchTests.hold(&box, file, secret)
            #expect(again.outcome == .doneAlready, "command \(command)")
            guard first.outcome != .verified else { return }
        }
        Issue.record("no command was the last")
    }

    @Test(
        "a lock that is interrupted before any command is ended by the next run, and found done by the one after"
    )
    func lock() async throws {
        for command in 3..<80 {
            var (file, box) = try await Self.make(.permanent)
            _ = try await BatchProgrammerTests.hold(&box, in: file)
            try await TagLockerTests.tap(0, in: file)
            let first = try await TagLockerTests.lock(
                &box, 0, in: file, faults: .tagLeaves(beforeCommand: command))
            if first.outcome != .locked {
                let second = try await TagLockerTests.lock(&box, 0, in: file)
                #expect(second.outcome == .locked, "command \(command): \(second.outcome)")
            }
            #expect(try await Self.isRight(box), "command \(command)")
            #expect(try await TagLockerTests.lock(&box, 0, in: file).outcome == .lockedAlready)
            guard first.outcome != .locked else { return }
        }
        Issue.record("no command was the last")
    }

    @Test("a tag that leads elsewhere now is not done")
    func elsewhere() async throws {
        var (file, box) = try await Self.make(.permanent)
        _ = try await BatchProgrammerTests.hold(&box, in: file)
        try await box.write("https://example.org/menu", to: 0)
        #expect(try await BatchProgrammerTests.hold(&box, in: file)[0].code == "doubledUID")
    }
}
