/// A reader with a field in which one tag can be selected: libnfc, PC/SC, the simulator, or a recorded session.
///
/// The tag commands that a reader can carry differ: `capabilities` says which. Every wait ends: with an answer,
/// with a ``TagError``, or with cancellation of the task (code `cancelled`).
public protocol TagReader: Sendable {
    /// What people call this reader, for messages.
    var name: String { get }

    /// The commands that this reader can carry.
    var capabilities: ReaderCapabilities { get }

    /// Waits until exactly one tag is in the field, and selects it.
    ///
    /// - Parameter limit: How long to wait for a tag.
    /// - Returns: What the tag said during its selection.
    /// - Throws: `noTag` after `limit`, `twoTags` when more than one tag answers, and the reader's own errors.
    func select(within limit: Duration) async throws(TagError) -> SelectedTag

    /// Selects the same tag again, as is needed after a NAK; a password session is lost by it.
    ///
    /// - Throws: `tagLost` when the tag does not answer, or when another one does.
    func reselect() async throws(TagError)

    /// Takes the field away for a moment and selects the same tag again: configuration pages act from then on.
    ///
    /// - Throws: `tagLost` when the tag does not answer, or when another one does.
    func powerCycle() async throws(TagError)

    /// Sends one command to the selected tag and waits for its answer.
    ///
    /// - Returns: The answer without its CRC; no bytes where the answer is a 4-bit ACK.
    /// - Throws: `nak` when the tag refuses (it then has to be selected again), `tagLost` when nothing answers,
    ///   `unsupportedCommand` when the reader cannot carry the command.
    func send(_ command: TagCommand) async throws(TagError) -> [UInt8]

    /// Waits until the selected tag has left the field.
    ///
    /// - Throws: `stillPresent` after `limit`.
    func waitForRemoval(within limit: Duration) async throws(TagError)

    /// Gives the reader back. Nothing can be sent afterwards; calling it twice is harmless.
    func close() async
}

/// Which families of commands a reader can carry.
public struct ReaderCapabilities: OptionSet, Hashable, Sendable {
    /// One bit for each family.
    public let rawValue: Int

    /// A set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// READ and WRITE of Type 2 tags.
    public static let type2 = ReaderCapabilities(rawValue: 1 << 0)
    /// GET_VERSION, FAST_READ and the other commands that NXP added to Type 2 tags.
    public static let type2Extended = ReaderCapabilities(rawValue: 1 << 1)
    /// ISO-DEP: C-APDUs to Type 4 tags.
    public static let isoDEP = ReaderCapabilities(rawValue: 1 << 2)
    /// MIFARE Classic authentication, READ and WRITE.
    public static let classic = ReaderCapabilities(rawValue: 1 << 3)
}

/// What a tag says during anticollision and selection (ISO/IEC 14443-3 type A).
public struct SelectedTag: Hashable, Sendable {
    /// ATQA (SENS_RES), high byte first as NXP prints it: an NTAG has `0x0044`.
    public var atqa: UInt16
    /// SAK (SEL_RES) of the last cascade level.
    public var sak: UInt8
    /// 4, 7 or 10 bytes.
    public var uid: [UInt8]
    /// The historical bytes and parameters behind TL of the answer to RATS; empty without ISO-DEP.
    public var ats: [UInt8]

    /// Makes the value from its four parts.
    public init(atqa: UInt16, sak: UInt8, uid: [UInt8], ats: [UInt8] = []) {
        self.atqa = atqa
        self.sak = sak
        self.uid = uid
        self.ats = ats
    }
}
