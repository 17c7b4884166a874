import COpenSSL

/// An authenticated EV2 session. It counts the commands, and creates and verifies the MACs. In full
/// communication mode, it also encrypts the data.
///
/// The reader and the simulated tag both use this type. Source: NXP NTAG 424 DNA data sheet §9.1.4 (keys),
/// §9.1.9 (MAC), §9.1.10 (full); AN12196 §5.3, §5.4.
package struct EV2Session: Sendable {
    let encryptionKey: AESKey
    let macKey: AESKey
    /// TI, the transaction identifier: 4 bytes that the tag chooses at random.
    package let transaction: [UInt8]
    /// CmdCtr, the number of commands that have been completed in the session.
    package private(set) var count: UInt16 = 0
}

extension EV2Session {
    /// Derives the session's keys from the values that the reader and the tag have exchanged.
    ///
    /// - Parameters:
    ///   - key: The key that the reader and the tag used to authenticate.
    ///   - reader: RndA, the reader's 16 random bytes.
    ///   - tag: RndB, the tag's 16 random bytes.
    ///   - transaction: TI, the transaction identifier.
    package init(key: AESKey, reader: [UInt8], tag: [UInt8], transaction: [UInt8]) {
        // Source: data sheet §9.1.7: RndA[15:14], RndA[13:8] xor RndB[15:10], RndB[9:0], RndA[7:0], numbered from the
        // last byte.
        let context =
            reader[0..<2] + (Array(reader[2..<8]) ^ Array(tag[0..<6])) + tag[6..<16] + reader[8..<16]
        self.init(
            encryptionKey: AESKey(checked: key.cmac([0xA5, 0x5A, 0x00, 0x01, 0x00, 0x80] + context)),
            macKey: AESKey(checked: key.cmac([0x5A, 0xA5, 0x00, 0x01, 0x00, 0x80] + context)),
            transaction: transaction)
    }

    /// Returns a command in full communication mode: its data is encrypted, and a MAC covers the whole
    /// command. The header, such as a file number, is not encrypted.
    func full(_ code: UInt8, header: [UInt8] = [], _ data: [UInt8] = []) -> [UInt8] {
        let enciphered = data.isEmpty ? [] : encipher(data)
        return NativeCommand.apdu(code, header + enciphered + commandMAC(code, header + enciphered))
    }

    /// Returns a command in MAC communication mode: it is not encrypted, and a MAC covers it.
    func proved(_ code: UInt8, _ header: [UInt8] = []) -> [UInt8] {
        NativeCommand.apdu(code, header + commandMAC(code, header))
    }

    /// Verifies the MAC of a response, decrypts the data if `isEnciphered` is true, and counts the command.
    /// `answer` is the response without its status word, which must have been `9100`.
    ///
    /// - Returns: The data; nil if the MAC or the padding is wrong. After nil, the session must no longer be
    ///   used.
    mutating func opened(_ answer: [UInt8], isEnciphered: Bool) -> [UInt8]? {
        count += 1
        guard answer.count >= 8 else { return nil }
        let (data, mac) = (Array(answer.dropLast(8)), Array(answer.suffix(8)))
        guard CRYPTO_memcmp(mac, answerMAC(data), 8) == 0 else { return nil }
        guard isEnciphered, !data.isEmpty else { return data }
        guard data.count.isMultiple(of: 16) else { return nil }
        return Self.unpadded(encryptionKey.decipherCBC(data, vector: vector([0x5A, 0xA5])))
    }

    // MARK: Both ends

    /// Returns the MAC of a command. It covers the command code, the command counter, TI and the command's
    /// content.
    package func commandMAC(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
        CMAC.truncated(macKey.cmac([code] + counted + transaction + body))
    }

    /// Returns the MAC of the response to a command that has already been counted. It covers the status `00`,
    /// the command counter, TI and the data.
    package func answerMAC(_ data: [UInt8]) -> [UInt8] {
        CMAC.truncated(macKey.cmac([0x00] + counted + transaction + data))
    }

    /// Decrypts the data of a command and removes its padding. Returns nil if the length or the padding is
    /// wrong.
    package func decipheredCommand(_ data: [UInt8]) -> [UInt8]? {
        guard !data.isEmpty, data.count.isMultiple(of: 16) else { return nil }
        return Self.unpadded(encryptionKey.decipherCBC(data, vector: vector([0xA5, 0x5A])))
    }

    /// Encrypts a response's data. Call ``countCommand()`` first, because the response is encrypted with the
    /// new count.
    func encipheredAnswer(_ data: [UInt8]) -> [UInt8] {
        encryptionKey.encipherCBC(CMAC.padded(data), vector: vector([0x5A, 0xA5]))
    }

    package mutating func countCommand() { count += 1 }

    private func encipher(_ data: [UInt8]) -> [UInt8] {
        encryptionKey.encipherCBC(CMAC.padded(data), vector: vector([0xA5, 0x5A]))
    }

    private var counted: [UInt8] { [UInt8(count & 0xFF), UInt8(count >> 8)] }

    private func vector(_ label: [UInt8]) -> [UInt8] {
        encryptionKey.encipher(label + transaction + counted + [UInt8](repeating: 0, count: 8))
    }

    private static func unpadded(_ bytes: [UInt8]) -> [UInt8]? {
        guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else { return nil }
        return Array(bytes[..<end])
    }
}

/// NXP's native commands in the form of C-APDUs. Source: NTAG 424 DNA data sheet §8.4.
enum NativeCommand {
    /// Returns a native command as a C-APDU: `90`, the command code, `00 00`, the length of the data (Lc),
    /// the data, and Le. If `data` is empty, Lc is omitted.
    static func apdu(_ code: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        [0x90, code, 0x00, 0x00] + (data.isEmpty ? [] : [UInt8(data.count)] + data) + [0x00]
    }
}

/// The reader's side of AuthenticateEV2First, in which the reader and the tag prove to each other that they
/// have the same key.
///
/// This value creates the commands to send and evaluates the tag's responses. Source: NXP NTAG 424 DNA data
/// sheet §9.1.5; AN12196 §5.6.
struct EV2Handshake {
    private let key: AESKey
    private let keyNumber: UInt8
    /// RndA, the reader's 16 random bytes.
    private let ours: [UInt8]
    /// RndB, the tag's 16 random bytes.
    private var theirs: [UInt8] = []

    /// Creates the reader's side of an authentication.
    ///
    /// - Parameters:
    ///   - key: The key that the tag must have too.
    ///   - number: The key's number on the tag.
    ///   - random: RndA: 16 unpredictable bytes, which must be used only once.
    init(key: AESKey, number: UInt8, random: [UInt8]) {
        precondition(random.count == 16, "RndA has 16 bytes")
        self.key = key
        keyNumber = number
        ours = random
    }

    /// The first command of the authentication. It contains the key's number but no PCD capabilities.
    var firstCommand: [UInt8] { NativeCommand.apdu(0x71, [keyNumber, 0x00]) }

    /// Returns the second command, which answers the tag's challenge of 16 bytes. Returns nil if the
    /// challenge has a different size.
    mutating func secondCommand(after challenge: [UInt8]) -> [UInt8]? {
        guard challenge.count == 16 else { return nil }
        theirs = key.decipherCBC(challenge)
        return NativeCommand.apdu(0xAF, key.encipherCBC(ours + Self.rotated(theirs)))
    }

    /// Returns the session that the tag's last response (32 bytes) establishes. Returns nil if the response
    /// does not prove that the tag has the key.
    func session(after answer: [UInt8]) -> EV2Session? {
        guard answer.count == 32, theirs.count == 16 else { return nil }
        let plain = key.decipherCBC(answer)
        let shown = Array(plain[4..<20])
        guard CRYPTO_memcmp(shown, Self.rotated(ours), 16) == 0 else { return nil }
        return EV2Session(key: key, reader: ours, tag: theirs, transaction: Array(plain[0..<4]))
    }

    /// Returns the bytes rotated left by one byte.
    static func rotated(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[1...]) + [bytes[0]] }
}
