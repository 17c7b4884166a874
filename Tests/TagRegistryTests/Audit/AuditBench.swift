import DatabaseKit
import InvocationRouter
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import Testing
import TimeKit

/// A remedy as these tests compare it, with commands between backticks.
func told(_ remedy: AuditRemedy) -> String {
    switch remedy {
    case .words(let words): words
    case .both(let first, let second): "\(told(first)); \(told(second))"
    default: "`\(remedy)`"
    }
}

/// A church whose seats all have tags, and a reader that is carried from seat to seat.
struct AuditBench {
    let file: RegistryFile
    var box = TagBox()
    var walk = AuditStart(number: 0, scope: AuditScope(), started: noon)
    /// Grace with an open and a closed fund, and a closed organization.
    var rules = AuditRules(
        AuditScope(batch: "Main"),
        directory: BatchDirectory(
            [
                "Grace": DirectoryOrganization(
                    id: "Grace", displayName: "Grace",
                    funds: [DirectoryFund(id: "12", name: "Roof"), Self.closedFund]),
                "Shut": DirectoryOrganization(id: "Shut", displayName: "Shut", status: .closed, funds: []),
            ], isEmpty: false), words: told)

    private static var closedFund: DirectoryFund { DirectoryFund(id: "9", name: "Old", isOpen: false) }

    /// Seats `A1`, `A2`, and so on, each with its tag; a row may be changed before its tag is written.
    static func written(
        rows: Int, change: (Int, inout BatchRow) -> Void = { _, _ in }
    ) async throws -> AuditBench {
        var bench = AuditBench(file: try RegistryFile())
        var all: [BatchRow] = []
        for number in 1...rows {
            var row = BatchRow.sample(number)
            change(number, &row)
            all.append(row)
            try bench.box.add()
            try await bench.box.write(row.url, to: number - 1)
        }
        let kept = all
        bench.walk = try await bench.file.write { transaction in
            try transaction.save(Batch(name: "Main", created: noon))
            for row in kept {
                let uid = hexUID(TagBox.uid(row.number - 1))
                try transaction.save(row)
                try transaction.begin((uid, "NTAG213"), for: row.place, at: noon)
                try transaction.finish(
                    WrittenTag(uid: uid, readBackHash: messageHash(row.message), originality: .genuine),
                    at: noon)
            }
            return try transaction.beginAudit(AuditScope(batch: "Main"), at: noon)
        }
        return bench
    }

    /// Holds a tag to the reader.
    mutating func see(
        _ number: Int, at standing: BatchRow? = nil, faults: FaultPlan = FaultPlan()
    ) async throws -> TagAuditor.Result {
        try await see(number, at: standing, faults: faults, database: file.database)
    }

    /// Holds a tag to the reader of a program that may be killed.
    mutating func see(
        _ number: Int, at standing: BatchRow? = nil, faults: FaultPlan = FaultPlan(),
        database: any TransactionRunner
    ) async throws -> TagAuditor.Result {
        let reader = DirectReader(box.tags[number], faults: faults)
        let station = TagAuditor(
            reader, walk: walk.number, rules: rules, database: database, clock: WallClock { noon },
            trusting: OriginalityKey.simulated)
        let result = try await station.take(within: .seconds(1)) { _ in standing }
        box.tags[number] = await reader.field.tags[0]
        return result
    }

    /// Holds a tag to the reader, and expects it to be read.
    mutating func sighting(_ number: Int, at standing: BatchRow? = nil) async throws -> AuditSighting {
        guard case .seen(let sighting) = try await see(number, at: standing) else {
            throw TagError(.tagLost, "the tag was not read")
        }
        return sighting
    }

    /// The walk as it is stored.
    func kept() async throws -> AuditWalk {
        let start = walk
        return try await file.database.read { try $0.auditWalk(start) }
    }

    // MARK: What a stranger does

    /// Writes this message with another program.
    mutating func program(_ number: Int, _ records: [NDEFRecord]) async throws {
        let message = try NDEFMessage(records).encoded()
        try await work(on: number) { session in
            let snapshot = try await session.inspect(.writing(messageBytes: message.count))
            _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
        }
    }

    /// Sets a page.
    mutating func set(_ number: Int, page: UInt8, _ bytes: [UInt8]) async throws {
        let reader = DirectReader(box.tags[number])
        _ = try await reader.select(within: .seconds(1))
        _ = try await reader.send(.write(page: page, data: bytes))
        box.tags[number] = await reader.field.tags[0]
    }

    /// Locks or protects a tag.
    mutating func close(
        _ number: Int, password: TagPassword? = nil,
        _ goal: @Sendable @escaping (TagSnapshot) -> ProtectionGoal
    ) async throws {
        try await work(on: number) { session in
            let snapshot = try await session.inspect(.inspection)
            _ = try await session.execute(ProtectionPlan(snapshot, goal(snapshot)), password: password)
        }
    }

    /// Replaces a tag with another chip that has the same UID.
    mutating func exchange(_ number: Int, by product: String, defects: [String] = []) async throws {
        try box.add(product, uid: TagBox.uid(number), defects: defects)
        box.tags.swapAt(number, box.tags.count - 1)
        box.tags.removeLast()
    }

    /// Changes a tag as another person would, and stores the changed tag in the box.
    mutating func work(
        on number: Int, _ work: (TagSession) async throws -> Void
    ) async throws {
        let reader = DirectReader(box.tags[number])
        try await work(TagSession(reader))
        box.tags[number] = await reader.field.tags[0]
    }
}

extension TagSnapshot {
    /// UID and counter over the place-holder that the message holds.
    var mirrorOverM: TagMirror? {
        let holder = Array(TagMirror.Content.both.placeholder.utf8)
        guard let message, let start = message.indices.first(where: { message[$0...].starts(with: holder) })
        else { return nil }
        return mirror(.both, at: start, ofMessage: message)
    }
}
