import DatabaseKit
import SimulationKit
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing
import TimeKit

@Suite struct TagLockerTests {
    /// A batch whose rows all have their tag, and the tags.
    static func written(rows: Int) async throws -> (RegistryFile, TagBox) {
        let file = try await RegistryFile.withBatch(rows: rows)
        try await file.write { try $0.save(Batch(name: "Main", protection: .permanent, created: noon)) }
        var box = TagBox()
        for _ in 0..<rows { try box.add() }
        _ = try await BatchProgrammerTests.hold(&box, in: file)
        return (file, box)
    }

    static func lock(
        _ box: inout TagBox, _ number: Int, in file: RegistryFile, faults: FaultPlan = FaultPlan()
    ) async throws -> TagLocker.Result {
        let reader = DirectReader(box.tags[number], faults: faults)
        let station = TagLocker(
            reader, batch: "Main", database: file.database, clock: WallClock { noon })
        let result = try await station.take(within: .seconds(1))
        box.tags[number] = await reader.field.tags[0]
        return result
    }

    static func tap(_ number: Int, in file: RegistryFile) async throws {
        let station = TagLocker(
            NamedReader("desk"), batch: "Main", database: file.database, clock: WallClock { noon })
        try await station.confirmCanary(hexUID(TagBox.uid(number)))
    }

    @Test("nothing is locked before a person has tapped a tag")
    func canaryFirst() async throws {
        var (file, box) = try await Self.written(rows: 2)
        let before = box.tags[0].image
        #expect(try await Self.lock(&box, 0, in: file).outcome == .needsCanary)
        #expect(box.tags[0].image == before)
        try await Self.tap(0, in: file)
        for number in 0..<2 { #expect(try await Self.lock(&box, number, in: file).outcome == .locked) }
        #expect(try await Self.lock(&box, 0, in: file).outcome == .lockedAlready)
        let tag = try await file.write { try $0.knownTag("04112233440000") }
        #expect(tag.lock == .permanent)
    }

    @Test("a tag with another message, or without a seat, is not locked")
    func verifiesAgain() async throws {
        var (file, box) = try await Self.written(rows: 1)
        try await Self.tap(0, in: file)
        try await box.write("https://example.org/menu", to: 0)
        try box.add()
        var codes: [String] = []
        for number in 0..<2 {
            guard case .refused(let failure) = try await Self.lock(&box, number, in: file).outcome else {
                continue
            }
            codes.append(failure.code)
        }
        #expect(codes == ["holdsAnotherMessage", "unknownTag"])
    }

    @Test("a tag whose managed id was withdrawn is not locked, even if a lock was started")
    func withdrawn() async throws {
        for begins in [false, true] {
            var (file, box) = try await Self.written(rows: 1)
            try await Self.tap(0, in: file)
            if begins {
                _ = try await Self.lock(&box, 0, in: file, faults: .tagLeaves(beforeCommand: 8))
            }
            try await file.write { transaction in
                var row = try transaction.knownRow(.main(1))
                row.tagID = "old"
                try transaction.save(row)
                try transaction.save(
                    ManagedDestination(
                        id: "old", aim: ManagedTests.aim("https://a.example"), place: .main(1)))
                try transaction.revoke("old")
            }
            let before = box.tags[0].image
            guard case .refused(let failure) = try await Self.lock(&box, 0, in: file).outcome else {
                Issue.record("the tag was not refused")
                continue
            }
            #expect(failure.code == "revoked")
            #expect(box.tags[0].image == before)
        }
    }

    @Test("if a lock is interrupted before any of its commands, the next run completes it")
    func interrupted() async throws {
        for command in 3..<60 {
            var (file, box) = try await Self.written(rows: 1)
            try await Self.tap(0, in: file)
            let result = try await Self.lock(&box, 0, in: file, faults: .tagLeaves(beforeCommand: command))
            if result.outcome == .locked {
                #expect(command > 8)
                return
            }
            #expect(try await Self.lock(&box, 0, in: file).outcome == .locked, "command \(command)")
            let tag = try await file.write { try $0.knownTag("04112233440000") }
            #expect(tag.lock == .permanent)
            #expect(try await box.message(of: 0) == BatchRow.sample(1).message)
        }
        Issue.record("no command was the last")
    }

    @Test("a person's check of a tag no longer counts after the tag has lost its seat")
    func canaryGoes() async throws {
        let (file, _) = try await Self.written(rows: 2)
        try await Self.tap(0, in: file)
        try await file.write { try $0.replace(.main(2), at: noon) }
        #expect(try await file.write { try $0.knownBatch("Main").canary } != nil)
        try await file.write { try $0.replace(.main(1), at: noon) }
        #expect(try await file.write { try $0.knownBatch("Main").canary } == nil)
    }

    @Test("lists the hosts that become permanent, the most frequent first")
    func hosts() {
        var rows = (1...3).map { BatchRow.sample($0) }
        rows[0].url = "https://example.org:8443/give"
        #expect(rows.hosts.map(\.host) == ["appclip.tap.giving", "example.org"])
        #expect(rows.hosts.map(\.rows) == [2, 1])
    }
}

@Suite struct PasswordBatchTests {
    @Test("a tag that is pulled away at any command of writing and protecting ends up written and protected")
    func interrupted() async throws {
        var seed = SeededGenerator(seed: 7)
        let secret = BatchSecret(from: &seed)
        for command in stride(from: 0, to: 80, by: 1) {
            let file = try await RegistryFile.withBatch(rows: 1)
            try await file.write { try $0.save(Batch(name: "Main", protection: .password, created: noon)) }
            var box = TagBox()
            try box.add()
            let first = try await Self.hold(&box, file, secret, .tagLeaves(beforeCommand: command))
            if first.outcome != .verified {
                let second = try await Self.hold(&box, file, secret)
                #expect(second.outcome == .verified, "command \(command)")
            }
            let tag = try await file.write { try $0.knownTag("04112233440000") }
            #expect(tag.lock == .password)
            #expect(tag.secretOf == "Main")
            #expect(try await box.message(of: 0) == BatchRow.sample(1).message)
            await #expect(throws: TagError.self) { try await box.write("https://example.org", to: 0) }
            if first.outcome == .verified {
                #expect(command > 20)
                return
            }
        }
        Issue.record("no command was the last")
    }

    /// A batch of one row whose tag has its password.
    private static func protected() async throws -> (RegistryFile, TagBox, BatchSecret) {
        var seed = SeededGenerator(seed: 7)
        let secret = BatchSecret(from: &seed)
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { try $0.save(Batch(name: "Main", protection: .password, created: noon)) }
        var box = TagBox()
        try box.add()
        #expect(try await hold(&box, file, secret).outcome == .verified)
        return (file, box, secret)
    }

    @Test("a tag whose password was removed is not done")
    func passwordOff() async throws {
        var (file, box, secret) = try await Self.protected()
        #expect(try await Self.hold(&box, file, secret).outcome == .doneAlready)
        let reader = DirectReader(box.tags[0])
        let session = TagSession(reader)
        let snapshot = try await session.inspect(
            openingWith: { [secret] in secret.password(uid: $0) }, .inspection, within: .seconds(1))
        _ = try await session.execute(ProtectionPlan(snapshot, .open, isOpen: true))
        box.tags[0] = await reader.field.tags[0]
        #expect(try await Self.hold(&box, file, secret).code == "otherPassword")
    }

    @Test("a tag that has lost its seat is rewritten with its password")
    func writtenAnew() async throws {
        var (file, box, secret) = try await Self.protected()
        var row = BatchRow.sample(1)
        row.url = "https://appclip.tap.giving/Hope?r=0"
        try await file.write { [row] transaction in
            try transaction.replace(.main(1), at: noon)
            try transaction.save(row)
        }
        let again = try await Self.hold(&box, file, secret)
        #expect(again.outcome == .verified)
        #expect(try await box.message(of: 0) == row.message)
        await #expect(throws: TagError.self) { try await box.write("https://example.org", to: 0) }
    }

    static func hold(
        _ box: inout TagBox, _ file: RegistryFile, _ secret: BatchSecret, _ faults: FaultPlan = FaultPlan()
    ) async throws -> TagResult {
        let (batch, rows) = try await file.database.read { transaction in
            (try transaction.knownBatch("Main"), try transaction.allRows(of: "Main"))
        }
        return try await box.hold(
            0,
            to: { reader in
                BatchProgrammer(
                    reader, rules: RunRules(batch), rows: rows, database: file.database,
                    clock: WallClock { noon }, trusting: OriginalityKey.simulated, secret: secret)
            }, faults: faults)
    }
}
