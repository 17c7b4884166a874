import TagKit
import TagRegistry
import TagSimulator

/// A change of a seat's tag within a month, and the findings of a walk about it.
enum AuditFault: String, CaseIterable {
    case none
    case pretence, stranger, replaced, otherChip, doubled, counterBackwards
    case otherOrganization, otherFund, defaultFund, otherPage, monthly, otherID, frozenMirror
    case withdrawn, organizationGone, organizationShut, fundGone, fundShut
    case garbage, hidden, erased, text, textBehind, textBefore, begun, mirrorOn, mirrorOff
    case elsewhere
    case neverLocked, neverProtected, half, strangersPassword, lockBegun, phoneLocked, toolLocked, notYet,
        passwordOff
    case http, otherOrder
    case copied, counterfeit

    /// All codes that a walk must find, and no others.
    var codes: Set<AuditFinding.Code> {
        switch self {
        case .none: []
        case .pretence: [.pretence]
        case .stranger: [.unknownTag]
        case .replaced: [.looseTag]
        case .otherChip, .doubled: [.doubled]
        case .counterBackwards: [.counterBackwards]
        case .otherOrganization: [.wrongOrganization]
        case .otherFund, .defaultFund: [.wrongFund]
        case .otherPage, .monthly, .otherID, .frozenMirror: [.wrongURL]
        case .withdrawn: [.revoked]
        case .organizationGone: [.unknownOrganization]
        case .organizationShut: [.organizationInactive]
        case .fundGone: [.unknownFund]
        case .fundShut: [.fundClosed]
        case .garbage: [.unreadable]
        case .hidden: [.unreadable, .protectedElsewhere]
        case .erased: [.empty]
        case .text, .textBehind, .textBefore: [.foreignContent]
        case .begun: [.unfinished]
        case .mirrorOn: [.mirrorOn, .wrongOrganization]
        case .mirrorOff: [.mirrorOff]
        case .elsewhere: [.wrongPlace]
        case .neverLocked, .neverProtected, .half, .passwordOff: [.unlocked]
        case .strangersPassword: [.protectedElsewhere]
        case .lockBegun: [.lockUnfinished]
        case .phoneLocked: [.lockedElsewhere, .configOpen]
        case .toolLocked: [.lockedElsewhere]
        case .notYet: [.notLockedYet]
        case .http: [.insecureScheme]
        case .otherOrder: [.notCanonical]
        case .copied, .counterfeit: [.notGenuine]
        }
    }

    /// Whether the finding is only a notice, and nothing is wrong.
    var isNotice: Bool {
        switch self {
        case .none, .toolLocked, .notYet, .counterfeit: true
        default: false
        }
    }

    /// Whether the finding concerns the whole batch or the walk: a single seat cannot have it.
    var isOfTheBatch: Bool {
        switch self {
        case .counterBackwards, .mirrorOff, .elsewhere, .notYet, .passwordOff: true
        default: false
        }
    }

    /// The row as it was planned for a seat that will have this fault.
    func plan(_ row: inout BatchRow) {
        let host = "https://appclip.tap.giving"
        switch self {
        case .withdrawn, .otherID:
            row.tagID = "k\(row.number)"
            row.url =
                self == .withdrawn ? "\(host)/t/k\(row.number)" : "\(host)/Grace?f=12&r=0&t=k\(row.number)"
        case .counterBackwards, .mirrorOff, .frozenMirror:
            row.url = "\(host)/Grace?f=12&r=0&m=00000000000000x000000"
        case .organizationGone: (row.org, row.fund, row.url) = ("Gone", nil, "\(host)/Gone?r=0")
        case .organizationShut: (row.org, row.fund, row.url) = ("Shut", nil, "\(host)/Shut?r=0")
        case .fundGone: (row.fund, row.url) = ("99", "\(host)/Grace?f=99&r=0")
        case .fundShut: (row.fund, row.url) = ("9", "\(host)/Grace?f=9&r=0")
        default: break
        }
    }

    /// The message that another program has written; nil if the message is unchanged.
    private func url(_ row: BatchRow) -> String? {
        let host = "https://appclip.tap.giving"
        return switch self {
        case .pretence: "https://appclip.tap.giving.evil.example/Grace?f=12&r=0"
        case .otherOrganization: "\(host)/Other?f=12&r=0"
        case .otherFund: "\(host)/Grace?f=7&r=0"
        case .defaultFund: "\(host)/Grace?r=0"
        case .otherPage: "https://example.org/menu"
        case .monthly: "\(host)/Grace?f=12&r=1"
        case .otherID: "\(host)/Grace?f=12&r=0&t=other"
        case .frozenMirror: "\(host)/Grace?f=12&r=0&m=04112233445566x000007"
        case .http: "http://appclip.tap.giving/Grace?f=12&r=0"
        case .otherOrder: "\(host)/Grace?r=0&f=12"
        default: nil
        }
    }

    /// Applies the fault to the tag with this number, which belongs to row `number + 1`.
    func happen(to number: Int, in bench: inout AuditBench) async throws {
        let (place, uid) = (TagPlace.main(number + 1), hexUID(TagBox.uid(number)))
        let row = BatchRow.sample(number + 1)
        if let url = url(row) { return try await bench.box.write(url, to: number) }
        switch self {
        case .otherChip:
            try await bench.exchange(number, by: "NTAG215")
            try await bench.box.write(row.url, to: number)
        case .copied, .counterfeit:
            try await bench.exchange(number, by: "NTAG213", defects: ["no-signature"])
            try await bench.box.write(row.url, to: number)
            if self == .counterfeit { try await record(place, uid, bench) }
        case .garbage: try await bench.set(number, page: 5, [0x34, 0x03, 0x26, 0xFF])
        case .hidden:
            try await bench.set(number, page: 42, [0x80, 0x05, 0x00, 0x00])
            try await bench.set(number, page: 41, [0x04, 0x00, 0x00, 0x04])
        case .half:
            try await bench.set(number, page: 41, [0x04, 0x00, 0x00, 0x08])
            try await note(.protected, uid, bench)
        case .erased:
            try await bench.work(on: number) { session in
                let snapshot = try await session.inspect(.writing(messageBytes: 0))
                _ = try await session.execute(ProgrammingPlan(snapshot, .erase))
            }
        case .text: try await bench.program(number, [Self.greeting])
        case .textBehind: try await bench.program(number, [URIRecord(row.url).record(), Self.greeting])
        case .textBefore: try await bench.program(number, [Self.greeting, URIRecord(row.url).record()])
        case .mirrorOn:
            // The UID's 14 digits lie over `Grace?f=12&r=0`.
            try await bench.close(number) { _ in .mirrored(TagMirror(.uid, page: 11, byte: 3)) }
        case .phoneLocked: try await bench.box.lock(number)
        case .toolLocked: try await bench.close(number) { _ in .permanent() }
        case .strangersPassword:
            let password = TagPassword(password: [1, 2, 3, 4], acknowledge: [5, 6])
            try await bench.close(number, password: password) { _ in .password() }
        case .mirrorOff:
            try await bench.close(number) { _ in .permanent() }
            try await note(.locked, uid, bench)
            try await bench.change { $0.mirror = .counter }
        case .counterBackwards:
            try await bench.close(number) { .permanent(mirror: $0.mirrorOverM) }
            try await note(.locked, uid, bench)
            try await bench.change { $0.mirror = .counter }
            try await bench.file.write { try $0.raiseCounter(ofUID: uid, by: .mirror, to: 5_000) }
        case .notYet: try await bench.change { $0.protection = .permanent }
        case .passwordOff:
            try await bench.change { $0.protection = .password }
            try await note(.protected, uid, bench)
            try await note(.unprotected, uid, bench)
        default: try await record(place, uid, bench)
        }
    }

    /// A finding that comes from the registry alone.
    private func record(_ place: TagPlace, _ uid: String, _ bench: AuditBench) async throws {
        switch self {
        case .replaced: try await bench.file.write { try $0.replace(place, at: noon) }
        case .doubled: try await note(.doubled, uid, bench)
        case .neverLocked: try await note(.locked, uid, bench)
        case .neverProtected: try await note(.protected, uid, bench)
        case .lockBegun: try await note(.locking, uid, bench)
        case .begun:
            try await bench.file.write { transaction in
                try transaction.replace(place, at: noon)
                try transaction.begin((uid, "NTAG213"), for: place, at: noon)
            }
        case .withdrawn:
            try await bench.file.write { transaction in
                let aim = ManagedTests.aim("https://appclip.tap.giving/Grace?f=12&r=0")
                try transaction.save(ManagedDestination(id: "k\(place.row)", aim: aim, place: place))
                try transaction.revoke("k\(place.row)")
            }
        case .counterfeit:
            try await bench.file.write { transaction in
                var tag = try transaction.knownTag(uid)
                tag.originality = .notGenuine
                try transaction.save(tag)
            }
        default: break
        }
    }

    private func note(_ kind: JournalEntry.Kind, _ uid: String, _ bench: AuditBench) async throws {
        try await bench.file.write { try $0.note(kind, of: uid, at: noon) }
    }

    private static var greeting: NDEFRecord {
        NDEFRecord(tnf: .wellKnown, type: [0x54], id: [], payload: [0x02, 0x65, 0x6E, 0x68, 0x69])
    }
}

extension AuditBench {
    /// Changes the batch.
    func change(_ change: @Sendable @escaping (inout Batch) -> Void) async throws {
        try await file.write { transaction in
            var batch = try transaction.knownBatch("Main")
            change(&batch)
            try transaction.save(batch)
        }
    }
}
