/// A session with one tag on a reader. It inspects the tag, writes to it, and reads the data back.
///
/// The session only sends commands and counts them. ``Chip``, ``TagSnapshot`` and ``ProgrammingPlan``
/// interpret the responses and decide what to write.
public actor TagSession {
    /// The amount of data that an inspection reads.
    public enum Depth: Hashable, Sendable {
        /// Only the data that contains the message.
        case message
        /// The message, and the pages that define the lock bits, the password protection and the mirror. On a
        /// Type 4 tag, the message and the response to GET_VERSION.
        case inspection
        /// The data that a plan requires to write a message of this size in bytes, or to erase the message if
        /// the size is 0.
        case writing(messageBytes: Int)
        /// The whole data area. A plan requires this data to wipe or restore the area.
        case wholeArea
        /// All memory that the tag allows to be read.
        case dump
    }

    /// The number of RF data commands that the session has sent. Anticollision, select, halt and RATS are not
    /// counted.
    public internal(set) var commands = 0
    /// The number of completed writes. Each one changed a page, a block, or a part of a file.
    public internal(set) var pagesWritten = 0

    let reader: any TagReader
    /// The most recently inspected tag.
    var tag: SelectedTag?
    /// The chip of the most recently inspected tag.
    var chip: Chip?
    /// Whether the current tag refused FAST_READ although its chip should support the command.
    var refusesFastRead = false
    /// The number of the MIFARE Classic sector to which the session has authenticated; nil if it has not
    /// authenticated to any sector.
    var openSector: Int?
    /// The capability container of a Type 4 tag whose NDEF file is selected; nil for other tags.
    var container: CapabilityContainer?

    /// The password that the tag has accepted. The session sends it again after each new selection.
    var password: TagPassword?

    /// Creates a session that uses a reader. Sends no commands.
    public init(_ reader: any TagReader) { self.reader = reader }

    /// Waits for one tag, identifies its chip and reads the data that `depth` requires.
    ///
    /// - Throws: `noTag`, `twoTags`, `tagLost`, `unsupportedTag` for a tag that cannot contain NDEF, and the
    ///   reader's errors.
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

    /// Sends a command that the tag may refuse. If there is no positive response, selects the tag again and
    /// sends the command a second time, because a lost response looks like a refusal.
    ///
    /// - Returns: The response; nil if both attempts failed or the reader does not support the command.
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

    /// Selects the tag again. If the session has a password, sends the password again. A new selection ends
    /// the authentication to a MIFARE Classic sector.
    func selectAgain() async throws(TagError) {
        openSector = nil
        try await reader.reselect()
        if let password { try await authenticate(password) }
    }
}
