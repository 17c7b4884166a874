import COpenSSL

/// AuthenticateEV2First as the reader does it: tag and reader show each other that they know a key.
///
/// A value: commands out, answers in. Source: NXP NTAG 424 DNA data sheet §9.1.5; AN12196 §5.6.
struct EV2Handshake: Sendable {
    private let key: AESKey
    private let keyNumber: UInt8
    /// The reader's 16 random bytes.
    private let ours: [UInt8]
    /// The tag's.
    private var theirs: [UInt8] = []

    /// - Parameter random: 16 bytes that nobody can guess, for this handshake alone.
    init(key: AESKey, number: UInt8, random: [UInt8]) {
        precondition(random.count == 16, "RndA has 16 bytes")
        self.key = key
        keyNumber = number
        ours = random
    }

    /// The first command: key number, and no capabilities of the reader.
    var firstCommand: [UInt8] { NativeCommand.apdu(0x71, [keyNumber, 0x00]) }

    /// The second command, from the tag's challenge of 16 bytes; nil for an answer of another size.
    mutating func secondCommand(after challenge: [UInt8]) -> [UInt8]? {
        guard challenge.count == 16 else { return nil }
        theirs = key.decipherCBC(challenge)
        return NativeCommand.apdu(0xAF, key.encipherCBC(ours + Self.rotated(theirs)))
    }

    /// The session, from the tag's last answer of 32 bytes; nil when the tag does not know the key.
    func session(after answer: [UInt8]) -> EV2Session? {
        guard answer.count == 32, theirs.count == 16 else { return nil }
        let plain = key.decipherCBC(answer)
        let shown = Array(plain[4..<20])
        guard CRYPTO_memcmp(shown, Self.rotated(ours), 16) == 0 else { return nil }
        return EV2Session(key: key, reader: ours, tag: theirs, transaction: Array(plain[0..<4]))
    }

    /// One byte to the left, the first one to the end.
    static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[1...]) + [bytes[0]] }
}
