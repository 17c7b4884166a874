/// One tag on a reader, from its selection to its removal: looked at, written, read back.
///
/// Counts what it sends. All decisions are values (``Chip``, ``TagSnapshot``, ``ProgrammingPlan``); this carries them
/// out.
public actor TagSession {
    /// How much of a tag a look reads.
    public enum Depth: Hashable, Sendable {
        /// As little as shows the message.
        case message
        /// The message, and the pages that say what is locked, protected or mirrored.
        case inspection
        /// What a plan for a message of this size needs; 0 to erase.
        case writing(messageBytes: Int)
        /// What a plan needs that touches the whole area: to wipe or to restore.
        case wholeArea
        /// Everything that the tag shows.
        case dump
    }

    /// RF data commands sent so far; anticollision, select, halt and RATS are not counted.
    public internal(set) var commands = 0
    /// Page, block or file writes done so far.
    public internal(set) var pagesWritten = 0

    let reader: any TagReader
    /// The tag of the last look.
    var tag: SelectedTag?
    /// What it is.
    var chip: Chip?
    /// FAST_READ was refused by this tag although its chip should know it.
    var refusesFastRead = false
    /// The sector of a MIFARE Classic card that is open.
    var openSector: Int?
    /// The capability container of a Type 4 tag whose NDEF file is selected.
    var container: CapabilityContainer?

    /// The password that opened the tag; given again when the tag has to be selected again.
    var password: TagPassword?

    /// A session on a reader; nothing is sent yet.
    public init(_ reader: any TagReader) { self.reader = reader }

    /// Waits for one tag, tells its chip and reads as little as `depth` needs.
    ///
    /// - Throws: `noTag`, `twoTags`, `unsupportedTag` for what is no NDEF tag at all, `tagLost`, and the reader's.
    public func inspect(
        _ depth: Depth = .message, within limit: Duration = .seconds(30)
    ) async throws(TagError) -> TagSnapshot {
        let tag = try await reader.select(within: limit)
        self.tag = tag
        refusesFastRead = false
        openSector = nil
        container = nil
        password = nil
        let snapshot: TagSnapshot
        switch try Chip.selection(tag) {
        case .type2: snapshot = try await inspectType2(tag, nil, depth)
        case .known(let chip):
            switch chip.kind {
            case .type2: snapshot = try await inspectType2(tag, chip, depth)
            case .type4: snapshot = try await inspectType4(tag, depth)
            case .classic(let size): snapshot = try await inspectClassic(tag, chip, size, depth)
            }
        }
        chip = snapshot.chip
        return snapshot
    }

    /// Sends a command that the tag may refuse.
    ///
    /// Asked twice, because a lost answer looks like a refusal.
    ///
    /// - Returns: nil when it refuses; it is selected again then.
    func ask(_ command: TagCommand) async throws(TagError) -> [UInt8]? {
        for _ in 0..<2 {
            do {
                commands += 1
                return try await reader.send(command)
            } catch {
                switch error.code {
                case .nak, .tagLost: try await selectAgain()
                case .unsupportedCommand:
                    commands -= 1
                    return nil
                default: throw error
                }
            }
        }
        return nil
    }

    /// Selects the tag again; a sector that was open on it is closed by that, a password is given again.
    func selectAgain() async throws(TagError) {
        openSector = nil
        try await reader.reselect()
        if let password { try await authenticate(password) }
    }
}
