/// A session with one tag on a reader, from its selection to its removal. It inspects the tag, writes to it, and
/// reads the data back.
///
/// The session counts its commands. It makes no decisions; these are made by ``Chip``, ``TagSnapshot``
/// and ``ProgrammingPlan``.
public actor TagSession {
    /// The amount of data that an inspection reads.
    public enum Depth: Hashable, Sendable {
        /// The minimum required to read the message.
        case message
        /// The message, and the pages with lock bits, password protection and mirror.
        case inspection
        /// The data that a plan for a message of this size in bytes needs; 0 to erase the message.
        case writing(messageBytes: Int)
        /// The data that a plan to wipe or restore the whole area needs.
        case wholeArea
        /// All data that the tag allows a reader to read.
        case dump
    }

    /// The number of RF data commands sent; anticollision, select, halt and RATS are not counted.
    public internal(set) var commands = 0
    /// The number of completed page, block or file writes.
    public internal(set) var pagesWritten = 0

    let reader: any TagReader
    /// The most recently inspected tag.
    var tag: SelectedTag?
    /// The chip of the most recently inspected tag.
    var chip: Chip?
    /// Whether this tag refused FAST_READ although its chip should support it.
    var refusesFastRead = false
    /// The authenticated sector of a MIFARE Classic card.
    var openSector: Int?
    /// The capability container of a Type 4 tag whose NDEF file is selected.
    var container: CapabilityContainer?

    /// The tag's password, sent again after each new selection.
    var password: TagPassword?

    /// Creates a session on a reader. Nothing is sent yet.
    public init(_ reader: any TagReader) { self.reader = reader }

    /// Waits for one tag, identifies its chip and reads the data that `depth` requires.
    ///
    /// - Throws: `noTag`, `twoTags`, `unsupportedTag` for a tag that cannot contain NDEF, `tagLost`, and the reader's
    ///   errors.
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
    /// The command is sent twice, because a lost response looks like a refusal.
    ///
    /// - Returns: nil if the tag refuses; it is then selected again.
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

    /// Selects the tag again, which ends the authentication of a sector. If the session has a password, it is sent
    /// again.
    func selectAgain() async throws(TagError) {
        openSector = nil
        try await reader.reselect()
        if let password { try await authenticate(password) }
    }
}
