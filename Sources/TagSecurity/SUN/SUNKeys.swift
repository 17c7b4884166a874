import COpenSSL
import TagKit
import TextKit

/// The keys that verify the SUN messages of tags.
public struct SUNKeys: Hashable, Sendable {
    /// The cryptographic mode of a tag: AES or LRP. Switching a tag to LRP is permanent.
    public enum Mode: String, Sendable, CaseIterable { case aes, lrp }

    /// The source of the file-read key: either the same key for all tags, or a key derived for each tag. The
    /// file-read key verifies a tag's MAC.
    private enum FileRead: Hashable {
        case same(AESKey)
        case derived(BatchSecret)
    }

    /// The cryptographic mode of all tags that use these keys.
    public let mode: Mode
    /// The meta-read key, which decrypts PICCData. It is the same for all tags, because a tag's UID is known
    /// only after PICCData has been decrypted.
    private let metaRead: AESKey
    private let fileRead: FileRead

    /// Creates keys that are the same for every tag, such as the all-zero keys of new tags.
    public init(metaRead: AESKey, fileRead: AESKey, mode: Mode = .aes) {
        self.metaRead = metaRead
        self.fileRead = .same(fileRead)
        self.mode = mode
    }

    /// Creates the keys for the tags of a batch. They are derived from the batch's secret; see
    /// ``BatchSecret/ntag424Key(_:uid:)``.
    public init(secret: BatchSecret) {
        metaRead = secret.ntag424MetaReadKey
        fileRead = .derived(secret)
        mode = .aes
    }

    /// Verifies a SUN message and returns the tap that it proves.
    ///
    /// A verified tap can still be a replay: call ``SUNTap/isReplay(after:)`` with the highest counter seen
    /// so far.
    ///
    /// - Throws: `sunRejected`. In that case, the UID and the counter in the message must not be used.
    public func verify(_ message: SUNMessage) throws(SecurityError) -> SUNTap {
        let (uid, counter) = try identity(of: message)
        let session = Session(self, uid: uid, counter: counter)
        let mac = session.mac(message.macInput)
        guard mac.count == message.mac.count, CRYPTO_memcmp(mac, message.mac, mac.count) == 0 else {
            throw Self.rejected("these keys produce a different code for this UID and counter")
        }
        let file = message.file.isEmpty ? nil : session.decipher(message.file)
        return SUNTap(uid: uid, counter: UInt32(bytes: counter.reversed()), file: file)
    }

    /// Returns the UID and the counter in the message, after decrypting them if necessary. The counter has
    /// its least significant byte first. Throws `sunRejected` if the message cannot be decrypted.
    private func identity(of message: SUNMessage) throws(SecurityError) -> (uid: [UInt8], counter: [UInt8]) {
        switch message.identity {
        case .plain(let uid, let counter):
            return (uid, (0..<3).map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) })
        case .enciphered(let bytes):
            guard bytes.count == (mode == .aes ? 16 : 24) else {
                throw Self.rejected(
                    "PICCData has \(bytes.count) bytes, but mode \(mode) requires \(mode == .aes ? 16 : 24)")
            }
            let plain =
                mode == .aes
                ? metaRead.decipherCBC(bytes)
                : LRP(metaRead, updated: 0).decipher(Array(bytes[8...]), counter: Array(bytes[..<8]))
            // Bit 7: UID is present, bit 6: counter is present, bits 3 to 0: the UID's length. Source: NTAG 424 DNA
            // §9.3.4.
            guard plain[0] == 0xC7 else {
                throw Self.rejected(
                    "PICCData cannot be decrypted with this key, or does not contain a UID and a counter")
            }
            return (Array(plain[1..<8]), Array(plain[8..<11]))
        }
    }

    fileprivate func fileReadKey(uid: [UInt8]) -> AESKey {
        switch fileRead {
        case .same(let key): key
        case .derived(let secret): secret.ntag424Key(.fileRead, uid: uid)
        }
    }

    private static func rejected(_ reason: String) -> SecurityError {
        SecurityError(
            .sunRejected, "this tap could not be verified", reason: reason,
            remedy:
                "do not trust the UID or the counter in the URL: the URL was forged or altered, or the tag uses "
                + "different keys"
        )
    }

    /// Reads keys from a file that only its owner can access. The file contains either a batch's secret, or
    /// the lines `meta-read` and `file-read` with 32 hexadecimal digits each and, for LRP tags, `mode lrp`.
    ///
    /// - Throws: The errors of ``BatchSecret/init(path:)``; `keysMalformed`.
    public init(path: String) throws(SecurityError) {
        try self.init(fileText: try SecretFile.text(path: path))
    }

    /// Reads keys from the content of a key file, whose format ``init(path:)`` describes.
    ///
    /// - Throws: `keysMalformed`, or an error of ``BatchSecret/init(words:)``.
    public init(fileText text: String) throws(SecurityError) {
        let lines = SecretFile.lines(of: text).map { line in
            line.split(whereSeparator: { $0.isWhitespace || $0 == "=" || $0 == ":" }).map { $0.lowercased() }
        }
        let names: Set = ["meta-read", "file-read", "mode"]
        guard lines.contains(where: { $0.first.map(names.contains) ?? false }) else {
            self.init(secret: try BatchSecret(fileText: text))
            return
        }
        var values: [String: String] = [:]
        for (number, words) in lines.enumerated() {
            guard words.count == 2, names.contains(words[0]), values[words[0]] == nil else {
                throw Self.malformed(
                    "entry \(number + 1) repeats a name, or is not a known name followed by a value")
            }
            values[words[0]] = words[1]
        }
        guard let mode = Mode(rawValue: values["mode"] ?? "aes") else {
            throw Self.malformed("mode must be aes or lrp")
        }
        self.init(
            metaRead: try Self.key("meta-read", values), fileRead: try Self.key("file-read", values),
            mode: mode)
    }

    private static func key(_ name: String, _ values: [String: String]) throws(SecurityError) -> AESKey {
        guard let bytes = Hex.bytes(of: values[name] ?? ""), let key = AESKey(bytes) else {
            throw malformed("\(name) must be 32 hex digits")
        }
        return key
    }

    private static func malformed(_ reason: String) -> SecurityError {
        SecurityError(
            .keysMalformed, "the keys are invalid", reason: reason,
            remedy:
                "use a batch's secret, or the lines `meta-read` and `file-read`, each with 32 hex digits, "
                + "and `mode lrp` for LRP tags")
    }
}

/// The session keys of one tap, which depend on the UID and the counter. Source: NXP AN12196 §4.4.1, §4.4.2;
/// NTAG 424 DNA data sheet §9.3.9.
private struct Session {
    private enum Ciphers {
        case aes(mac: AESKey, enc: AESKey)
        case lrp(mac: LRP, enc: LRP)
    }

    private let ciphers: Ciphers
    private let counter: [UInt8]

    init(_ keys: SUNKeys, uid: [UInt8], counter: [UInt8]) {
        self.counter = counter
        let (key, context) = (keys.fileReadKey(uid: uid), [0x00, 0x01, 0x00, 0x80] + uid + counter)
        switch keys.mode {
        case .aes:
            ciphers = .aes(
                mac: AESKey(checked: key.cmac([0x3C, 0xC3] + context)),
                enc: AESKey(checked: key.cmac([0xC3, 0x3C] + context)))
        case .lrp:
            let master = AESKey(checked: LRP(key, updated: 0).cmac(context + [0x1E, 0xE1]))
            ciphers = .lrp(mac: LRP(master, updated: 0), enc: LRP(master, updated: 1))
        }
    }

    func mac(_ input: [UInt8]) -> [UInt8] {
        switch ciphers {
        case .aes(let key, _): CMAC.truncated(key.cmac(input))
        case .lrp(let primitive, _): CMAC.truncated(primitive.cmac(input))
        }
    }

    func decipher(_ file: [UInt8]) -> [UInt8] {
        switch ciphers {
        case .aes(_, let key):
            key.decipherCBC(file, vector: key.encipher(counter + [UInt8](repeating: 0, count: 13)))
        case .lrp(_, let primitive): primitive.decipher(file, counter: counter + [0, 0, 0])
        }
    }
}
