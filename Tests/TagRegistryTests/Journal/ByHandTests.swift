import DatabaseKit
import SimulationKit
import TagRegistry
import TagSecurity
import Testing
import TimeKit

/// The steps that a person applies to one tag with `tag lock`, `tag protect` and `tag unprotect`.
@Suite struct ByHandTests {
    private static let uid = "04AA"

    /// A batch whose one seat has its tag, and another batch whose tags have passwords from a secret.
    private static func registry(_ secret: BatchSecret) async throws -> RegistryFile {
        let file = try await RegistryFile.withBatch(rows: 1)
        try await file.write { transaction in
            try transaction.begin((uid, "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(WrittenTag(uid: uid, readBackHash: ""), at: noon)
            try transaction.save(Batch(name: "Chairs", protection: .password, created: noon))
            try transaction.adopt(secret, for: "Chairs", sheetPrinted: true, at: noon)
        }
        return file
    }

    private static func secret(_ seed: UInt64) -> BatchSecret {
        var random = SeededGenerator(seed: seed)
        return BatchSecret(from: &random)
    }

    private static func note(
        _ kind: JournalEntry.Kind, _ secret: BatchSecret? = nil, isWritten: Bool = true,
        in file: RegistryFile
    ) async throws -> RegisteredTag? {
        try await file.write { transaction in
            try transaction.noteByHand(
                kind, of: uid, secret: secret, isWritten: isWritten, at: noon, reader: "desk")
        }
    }

    @Test(
        "the tag's history contains each step, and its lock is correct",
        arguments: [
            (.locking, .locking), (.locked, .permanent), (.protecting, .protecting), (.protected, .password),
            (.unprotected, .open),
        ] as [(JournalEntry.Kind, TagLockState)])
    func recorded(kind: JournalEntry.Kind, lock: TagLockState) async throws {
        let file = try await Self.registry(Self.secret(1))
        #expect(try await Self.note(kind, in: file)?.lock == lock)
        let (tag, entry) = try await file.write { transaction in
            (try transaction.knownTag(Self.uid), try transaction.journal(uid: Self.uid, limit: 1).first)
        }
        #expect(tag.lock == lock)
        #expect(entry?.kind == kind)
        #expect(entry?.row == 1 && entry?.reader == "desk")
        #expect(tag.state == .inUse && tag.place == .main(1))
    }

    @Test("a password is attributed to the batch with its secret, or to none")
    func whoseSecret() async throws {
        let file = try await Self.registry(Self.secret(1))
        #expect(try await Self.note(.protected, Self.secret(2), in: file)?.secretOf == nil)
        #expect(try await Self.note(.protected, Self.secret(1), in: file)?.secretOf == "Chairs")
        #expect(try await Self.note(.unprotected, Self.secret(1), in: file)?.secretOf == nil)
    }

    @Test("a state that the record already has is not recorded again if nothing was written")
    func onceOnly() async throws {
        let file = try await Self.registry(Self.secret(1))
        for (kind, entries) in [(JournalEntry.Kind.locked, 1), (.locked, 1), (.unprotected, 1)] {
            _ = try await Self.note(kind, isWritten: false, in: file)
            #expect(try await file.write { try $0.journalCount(batch: "Main", kind: kind) } == entries)
        }
        let fresh = try await Self.registry(Self.secret(1))
        _ = try await Self.note(.unprotected, isWritten: false, in: fresh)
        #expect(try await fresh.write { try $0.journalCount(batch: "Main", kind: .unprotected) } == 0)
    }

    @Test("nothing is stored of an unregistered tag")
    func unknown() async throws {
        let file = try RegistryFile()
        let (tag, known, history) = try await file.write { transaction in
            (
                try transaction.noteByHand(.locked, of: "04BB", secret: nil, isWritten: true, at: noon),
                try transaction.tag(uid: "04BB"), try transaction.journal(uid: "04BB", limit: 1)
            )
        }
        #expect(tag == nil && known == nil && history.isEmpty)
    }
}
