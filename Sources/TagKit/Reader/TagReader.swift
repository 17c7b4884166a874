/// A tag reader. It can be a device that libnfc or PC/SC controls, a simulator, or a recorded session. At
/// most one tag is selected at a time.
///
/// Readers support different tag commands; `capabilities` lists them. Every call that waits ends with a
/// response or a ``TagError``. If the task is canceled, the error has the code `cancelled`.
public protocol TagReader: Sendable {
    /// The name that identifies the reader in messages.
    var name: String { get }

    /// The families of commands that this reader can send.
    var capabilities: ReaderCapabilities { get }

    /// Waits until exactly one tag is in the field, and selects it.
    ///
    /// - Parameter limit: The maximum time to wait for a tag.
    /// - Returns: The tag's selection data.
    /// - Throws: `noTag` after `limit`, `twoTags` if more than one tag responds, and the reader's own errors.
    func select(within limit: Duration) async throws(TagError) -> SelectedTag

    /// Selects the same tag again. This is required after a NAK. A new selection ends password
    /// authentication.
    ///
    /// - Throws: `tagLost` if the tag does not respond or if a different tag responds.
    func reselect() async throws(TagError)

    /// Switches the field off and on and selects the same tag again. A tag loads its configuration pages at
    /// power-up, so earlier changes to them take effect.
    ///
    /// - Throws: `tagLost` if the tag does not respond or if a different tag responds.
    func powerCycle() async throws(TagError)

    /// Sends one command to the selected tag and waits for its response.
    ///
    /// - Returns: The response without its CRC; empty for a 4-bit ACK.
    /// - Throws: `nak` if the tag refuses the command (it must then be selected again), `tagLost` if no
    ///   response arrives, `unsupportedCommand` if the reader cannot send the command.
    func send(_ command: TagCommand) async throws(TagError) -> [UInt8]

    /// Waits until the selected tag has left the field.
    ///
    /// - Throws: `stillPresent` if the tag is still in the field after `limit`.
    func waitForRemoval(within limit: Duration) async throws(TagError)

    /// Releases the reader, which can send no commands after this call. Calling this method again has no
    /// effect.
    func close() async
}

/// The families of commands that a reader can send.
public struct ReaderCapabilities: OptionSet, Hashable, Sendable {
    /// The supported families of commands, one bit each.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// READ and WRITE, which every Type 2 tag supports.
    public static let type2 = ReaderCapabilities(rawValue: 1 << 0)
    /// GET_VERSION, FAST_READ and the other commands that NXP added to Type 2 tags.
    public static let type2Extended = ReaderCapabilities(rawValue: 1 << 1)
    /// C-APDUs over ISO-DEP, the commands of Type 4 tags.
    public static let isoDEP = ReaderCapabilities(rawValue: 1 << 2)
    /// MIFARE Classic authentication, READ and WRITE.
    public static let classic = ReaderCapabilities(rawValue: 1 << 3)
}

/// The data that a tag sends during anticollision, selection and, with ISO-DEP, activation. Source: ISO/IEC
/// 14443-3 type A.
public struct SelectedTag: Hashable, Sendable {
    /// The ATQA (SENS_RES) as a number in NXP's notation, such as `0x0044` for an NTAG. The tag sends the low
    /// byte first.
    public var atqa: UInt16
    /// The SAK (SEL_RES) of the last cascade level.
    public var sak: UInt8
    /// The UID: 4, 7 or 10 bytes.
    public var uid: [UInt8]
    /// The ATS without its length byte TL: interface bytes and historical bytes. Empty if the tag does not
    /// support ISO-DEP.
    public var ats: [UInt8]

    /// Creates the selection data from its four parts.
    public init(atqa: UInt16, sak: UInt8, uid: [UInt8], ats: [UInt8] = []) {
        self.atqa = atqa
        self.sak = sak
        self.uid = uid
        self.ats = ats
    }
}
