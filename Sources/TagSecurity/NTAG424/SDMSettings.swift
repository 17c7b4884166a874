import TagKit

/// The settings of an NTAG 424 DNA's NDEF file: its access rights, and the data that the chip mirrors into
/// the URL.
///
/// This type represents only the settings that this package writes: plain communication mode, and PICCData
/// and MAC as the only mirrored data.
///
/// Source: NXP NTAG 424 DNA data sheet §10.7.1 (ChangeFileSettings), §10.7.2 (GetFileSettings); AN12196 §5.9.
package struct SDMSettings: Hashable, Sendable {
    /// The access rights of the file. Each right is the number of the required key (0...4), `0xE` for free
    /// access, or `0xF` for no access.
    package struct Access: Hashable, Sendable {
        package var read: UInt8
        package var write: UInt8
        package var readWrite: UInt8
        package var change: UInt8

        /// The rights of a new tag: anyone can read and write the file, and key 0 can change the settings.
        /// Source: data sheet §8.2.3.5.
        package static let factory = Access(read: free, write: free, readWrite: free, change: 0)
        /// The rights of a programmed tag: anyone can read the file, but only key 0 can write it and change
        /// the settings.
        package static let closed = Access(read: free, write: 0, readWrite: 0, change: 0)
    }

    /// The positions in the file at which the chip mirrors data into the URL, and the numbers of the keys
    /// that it uses.
    package struct Mirror: Hashable, Sendable {
        /// The offset of PICCData (32 characters) in the file.
        package var piccData: Int
        /// The offset, within the file, of the first character that the MAC covers.
        package var macInput: Int
        /// The offset of the MAC (16 characters) in the file.
        package var mac: Int
        /// The number of the key that encrypts PICCData.
        package var metaRead: UInt8 = 2
        package var fileRead: UInt8 = 1
    }

    package static let free: UInt8 = 0xE
    package static let nobody: UInt8 = 0xF

    package var access: Access
    /// The mirror settings; nil if the chip mirrors nothing into the URL.
    package var mirror: Mirror?

    /// The settings of a new tag's NDEF file.
    package static let factory = SDMSettings(access: .factory)
}

extension SDMSettings {
    /// The encoded settings, which are the data of a ChangeFileSettings command.
    package var bytes: [UInt8] {
        // FileOption: bit 6 SDM, bits 1 to 0 plain communication.
        let head: [UInt8] = [
            mirror == nil ? 0x00 : 0x40, access.readWrite << 4 | access.change,
            access.read << 4 | access.write,
        ]
        guard let mirror else { return head }
        // SDMOptions: UID, counter, ASCII. SDMAccessRights: the counter cannot be retrieved; meta read, file read.
        return head + [0xC1, 0xFF, mirror.metaRead << 4 | mirror.fileRead] + Self.bytes(mirror.piccData)
            + Self.bytes(mirror.macInput) + Self.bytes(mirror.mac)
    }

    /// Returns the data of a tag's response to GetFileSettings, for a file of this size.
    package func answer(fileBytes: Int) -> [UInt8] {
        // FileType 00: standard data.
        [0x00] + bytes.prefix(3) + Self.bytes(fileBytes) + bytes.dropFirst(3)
    }

    /// Decodes settings from the encoding of ``bytes``. Returns nil for settings that this type cannot
    /// represent.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 3 else { return nil }
        self.init(
            access: Access(
                read: bytes[2] >> 4, write: bytes[2] & 0x0F, readWrite: bytes[1] >> 4, change: bytes[1] & 0x0F
            ))
        if bytes[0] == 0x00, bytes.count == 3 { return }
        guard bytes[0] == 0x40, bytes.count == 15, bytes[3] == 0xC1, bytes[4] == 0xFF else { return nil }
        mirror = Mirror(
            piccData: Self.number(bytes[6..<9]), macInput: Self.number(bytes[9..<12]),
            mac: Self.number(bytes[12..<15]), metaRead: bytes[5] >> 4, fileRead: bytes[5] & 0x0F)
    }

    /// Whether key 0 can write the file.
    var letsMasterWrite: Bool {
        [access.write, access.readWrite].contains { $0 == Self.free || $0 == 0 }
    }

    /// Returns a number as three bytes, least significant byte first.
    package static func bytes(_ value: Int) -> [UInt8] { (0..<3).map { UInt8(value >> (8 * $0) & 0xFF) } }
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(bytes: bytes.reversed())
    }
}

/// The positions, within an NDEF message, of the zeros that the chip replaces with PICCData and the MAC.
public struct SUNPlaceholders: Hashable, Sendable {
    /// The placeholders at the end of a URL: two parameters whose zeros the chip replaces at each tap.
    ///
    /// Source: `docs/invocation-url.md` §7.
    public static let text = "picc_data=00000000000000000000000000000000&cmac=0000000000000000"

    /// The offset of PICCData (32 characters) in the message.
    let piccData: Int
    /// The offset of the MAC (16 characters) in the message.
    let mac: Int

    /// Finds the placeholders in a message.
    ///
    /// - Parameter message: An encoded NDEF message.
    /// - Throws: `notAllowedHere` unless the message contains ``text`` exactly once.
    init(in message: [UInt8]) throws(TagError) {
        let text = Array(Self.text.utf8)
        let starts = message.indices.filter { message[$0...].starts(with: text) }
        guard let start = starts.first, starts.count == 1 else {
            throw TagError(
                .notAllowedHere, "the URL must have exactly one placeholder for the tag's code",
                reason: "\(starts.count) placeholders were found",
                remedy: "end the URL with \(Self.text), and remove other placeholders")
        }
        piccData = start + "picc_data=".utf8.count
        mac = piccData + 32 + "&cmac=".utf8.count
    }

    /// Returns the mirror settings for a file that contains the message. The MAC covers no characters of the
    /// URL. This is sufficient, because the MAC's key depends on the UID and the counter. See
    /// `docs/invocation-url.md` §6.
    ///
    /// - Parameter lengthBytes: The size in bytes of NLEN, which precedes the message in the file.
    func mirror(afterLength lengthBytes: Int = 2) -> SDMSettings.Mirror {
        SDMSettings.Mirror(
            piccData: lengthBytes + piccData, macInput: lengthBytes + mac, mac: lengthBytes + mac)
    }

    /// Returns a copy of a message in which each mirrored character is replaced by `0`. For a message that
    /// was read from a tag, the result is the message as it was written to the tag. A message that is too
    /// short to contain the placeholders is returned unchanged.
    func blanked(_ message: [UInt8]) -> [UInt8] {
        guard mac + 16 <= message.count else { return message }
        var message = message
        for index in [piccData..<piccData + 32, mac..<mac + 16].joined() { message[index] = 0x30 }
        return message
    }
}
