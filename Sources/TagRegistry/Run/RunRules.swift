import DigestKit
public import TagKit
public import TagSecurity
import TextKit

/// The rules for writing the tags of a batch. They decide without access to a reader or a database.
public struct RunRules: Hashable, Sendable {
    /// The batch to which the rules apply.
    public var batch: Batch
    /// Whether a tag's existing content is replaced without asking.
    public var overwrites: Bool
    /// Whether a tag is rejected if its signature is invalid or the reader cannot check it.
    public var isGenuineOnly: Bool
    /// The only row that gets a tag, even if the row already has a tag; nil for all rows that wait for a tag.
    public var onlyRow: Int?

    /// Creates the rules for writing the tags of a batch. ``isGenuineOnly`` is true if `genuineOnly` is true
    /// or the batch requires genuine tags.
    public init(
        _ batch: Batch, overwrites: Bool = false, genuineOnly: Bool = false, onlyRow: Int? = nil
    ) {
        self.batch = batch
        self.onlyRow = onlyRow
        self.overwrites = overwrites
        self.isGenuineOnly = genuineOnly || batch.genuineOnly
    }

    /// Decides what to do with a tag.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of depth ``TagKit/TagSession/Depth/writing(messageBytes:)``, for at least the
    ///     batch's longest message.
    ///   - record: The registry's data about the tag.
    ///   - originality: The verdict on the tag's originality signature.
    ///   - isOpen: Whether the tag accepted the batch's password.
    public func decide(
        _ snapshot: TagSnapshot, _ record: TagRecord, _ originality: Originality, isOpen: Bool = false
    ) -> RunDecision {
        if let row = record.row {
            guard row.batch == batch.name, onlyRow.map({ row.number == $0 }) ?? true else {
                return .setAside(record.next, Self.elsewhere(row))
            }
            if record.isWithdrawn { return .setAside(row, .withdrawn(row)) }
            if row.state == .verified, onlyRow == nil { return settled(snapshot, row, record, isOpen) }
        }
        let row = record.row ?? record.next
        if let failure = unwanted(snapshot, originality) { return .setAside(row, failure) }
        guard let row else { return .noRowLeft }
        var options: ProgrammingOptions = []
        if overwrites || record.isOurs { options.insert(.overwrite) }
        do throws(TagError) {
            let plan = try ProgrammingPlan(
                snapshot, .message(row.message), options: options, isOpen: isOpen)
            let written = snapshot.written(by: plan)
            if let goal = batch.protection(of: written) {
                // A tag that cannot get the batch's protection is not written at all. An open tag counts only in a
                // batch with passwords, because `batch lock` has no secret.
                let opens = isOpen && batch.protection == .password
                _ = try ProtectionPlan(written, goal, isOpen: opens, expecting: row.message)
            }
            return .take(row, plan, releasing: record.row == nil ? record.begun : nil)
        } catch {
            let failure = BatchFailure(error)
            return error.code == .holdsAnotherMessage ? .ask(row, failure) : .setAside(row, failure)
        }
    }

    /// Decides what to do if a row already has a tag with this UID. The tag on the reader is either that tag
    /// or another chip with the same UID.
    private func settled(
        _ snapshot: TagSnapshot, _ row: BatchRow, _ record: TagRecord, _ isOpen: Bool
    ) -> RunDecision {
        guard let tag = record.tag, snapshot.chip.canBe(tag.product),
            let message = snapshot.message, messageHash(message) == tag.readBackHash
        else {
            return .setAside(
                record.next ?? row,
                BatchFailure(
                    "doubledUID",
                    "the UID belongs to the tag of \(row.seat), but the content is different: "
                        + "this tag is a copy, or its content was changed"))
        }
        guard tag.lock != .password || isOpen else {
            return .setAside(
                record.next ?? row,
                BatchFailure(
                    "otherPassword",
                    "the tag of \(row.seat) no longer has the password of this batch: "
                        + "the password was removed or changed"))
        }
        return .done(row)
    }

    /// Returns the failure if these rules do not accept the tag's chip or signature; otherwise nil. Does not
    /// check the tag's content.
    private func unwanted(_ snapshot: TagSnapshot, _ originality: Originality) -> BatchFailure? {
        if isGenuineOnly, case .notGenuine = originality {
            return BatchFailure("notGenuine", originality.summary)
        }
        if isGenuineOnly, originality == .cannotBeChecked(.reader) {
            return BatchFailure("notGenuine", "\(originality.summary): use a different reader")
        }
        guard !batch.products.isEmpty, !batch.products.contains(snapshot.chip.product) else { return nil }
        // Readers handle a copy, or a related chip with the same memory, like the original chip.
        let wanted = Chip.supportedType2.filter { batch.products.contains($0.product) }
        if snapshot.chip.memory != nil, wanted.contains(where: { $0.memory == snapshot.chip.memory }) {
            return nil
        }
        return BatchFailure(
            "wrongProduct",
            "the chip is \(snapshot.chip.product); this batch accepts only \(batch.products.joined(separator: ", "))"
        )
    }

    private static func elsewhere(_ row: BatchRow) -> BatchFailure {
        BatchFailure(
            "tagPlaced",
            row.state == .verified
                ? "the tag belongs to seat \(row.seat) of the batch \(row.batch)"
                : "the tag was partly written for seat \(row.seat) of the batch \(row.batch); "
                    + "continue that batch to finish the tag")
    }
}

extension TagRecord {
    /// Whether this registry has written the tag's content, or has started to write it.
    var isOurs: Bool { row?.state == .writing || tag?.url != nil }
}

extension BatchRow {
    /// The message to write. Its only record is a URI record with the row's URL (`docs/invocation-url.md`
    /// §7).
    public var message: [UInt8] {
        guard let bytes = try? NDEFMessage([URIRecord(url).record()]).encoded() else {
            preconditionFailure("a batch must accept only URLs that a URI record can contain")
        }
        return bytes
    }
}

extension BatchFailure {
    /// Returns the failure for a row whose managed id was withdrawn.
    static func withdrawn(_ row: BatchRow) -> BatchFailure {
        let (batch, seat) = (row.batch.shellWord, row.seat.shellWord)
        return BatchFailure(
            "revoked",
            "the id of \(row.seat) was withdrawn: "
                + "`tapctl managed replace --batch \(batch) --seat \(seat)` assigns another id")
    }

    /// Creates a failure from an error. The failure's description is a single line.
    public init(_ error: TagError) {
        let reason = error.reason.split(separator: "\n").joined(separator: "; ")
        self.init(error.code.rawValue, reason.isEmpty ? error.summary : "\(error.summary): \(reason)")
    }
}

/// Returns the SHA-256 hash of a message in lower-case hex. It identifies the content of a row's tag.
public func messageHash(_ message: [UInt8]) -> String { Hex.lower(SHA256.hash(message)) }

/// The decision about the tag on the reader.
public enum RunDecision: Hashable, Sendable {
    /// Write the tag for this row. If the plan has no steps, the tag already has the row's URL. If this tag
    /// takes the row from an unfinished tag, `releasing` is the UID of the unfinished tag; otherwise nil.
    case take(BatchRow, ProgrammingPlan, releasing: String? = nil)
    /// Do nothing: the tag occupies this row, and its content has not changed since it was verified.
    case done(BatchRow)
    /// Ask a person whether to replace the tag's existing content.
    case ask(BatchRow, BatchFailure)
    /// Reject the tag that was presented for this row. The row is nil if no row waits for a tag.
    case setAside(BatchRow?, BatchFailure)
    /// Do nothing: the tag could be written, but no row waits for a tag.
    case noRowLeft
}

extension TagSnapshot {
    /// Returns the snapshot that is expected after the plan has been executed, so that the tag need not be
    /// read again. For a tag that is not a Type 2 tag, returns this snapshot unchanged.
    func written(by plan: ProgrammingPlan) -> TagSnapshot {
        guard case .pages(var pages) = memory else { return self }
        for step in plan.steps {
            if case .page(let page) = step.place, pages.indices.contains(page) { pages[page] = step.new }
        }
        return TagSnapshot(tag, chip: chip, version: version, pages: pages)
    }

    /// Returns the snapshot with the placeholder instead of the mirrored data, if the batch requires a
    /// mirror and the chip mirrors its UID and counter. Otherwise, returns the snapshot unchanged.
    func asWritten(for batch: Batch) -> TagSnapshot {
        guard batch.mirror != .none, let mirror, mirror.content == .both else { return self }
        return without(mirrorOver: mirror.content.placeholder) ?? self
    }

    /// The mirror settings that put the UID and the tap counter over the message's placeholder; nil if the
    /// message has no placeholder.
    var mirrorOverPlaceholder: TagMirror? {
        guard case .pages(let pages) = memory else { return nil }
        let bytes = pages.dropFirst(Type2Memory.firstUserPage).prefix { $0 != nil }.flatMap { $0 ?? [] }
        let holder = Array("00000000000000x000000".utf8)
        let starts = 0..<max(0, bytes.count - holder.count + 1)
        guard let start = starts.first(where: { bytes[$0...].starts(with: holder) }) else { return nil }
        let offset = Type2Memory.firstUserPage * 4 + start
        return TagMirror(.both, page: offset / 4, byte: offset % 4)
    }
}

extension Batch {
    /// Returns the protection that the batch requires for a tag, including the mirror. The tag must already
    /// have its URL.
    ///
    /// - Returns: The protection, or nil for a batch without protection.
    func protection(of snapshot: TagSnapshot) -> ProtectionGoal? {
        switch protection {
        case .none: nil
        case .password: .password(mirror: mirrorWanted(on: snapshot))
        case .permanent: permanentLock(of: snapshot)
        }
    }

    /// Returns the goal for permanently locking a tag that already has its URL. The goal includes the mirror
    /// that the batch requires.
    func permanentLock(of snapshot: TagSnapshot) -> ProtectionGoal {
        .permanent(mirror: mirrorWanted(on: snapshot))
    }

    private func mirrorWanted(on snapshot: TagSnapshot) -> TagMirror? {
        mirror == .none ? nil : snapshot.mirrorOverPlaceholder
    }
}
