import TagKit

/// A client that sends the commands of an NTAG 424 DNA over ISO-DEP. It keeps the authenticated session.
///
/// Source: NXP NTAG 424 DNA data sheet §10.
actor NTAG424Card {
    /// The file number of the NDEF file in native commands. Source: data sheet §8.2.3.
    static let ndefFile: UInt8 = 0x02

    /// The number of C-APDUs sent.
    private(set) var commands = 0
    /// The number of successful C-APDUs that changed the tag's memory.
    private(set) var writes = 0

    private let reader: any TagReader
    private let random: @Sendable () -> [UInt8]
    private var session: EV2Session?

    /// Creates a client for the tag that a reader has selected. Sends no command.
    ///
    /// - Parameters:
    ///   - reader: The reader that has selected the tag.
    ///   - random: Returns 16 unpredictable bytes, different for each call.
    init(_ reader: any TagReader, random: @escaping @Sendable () -> [UInt8]) {
        self.reader = reader
        self.random = random
    }

    /// Selects the NDEF application, and ends the current session. Throws an error if the tag refuses.
    func selectApplication() async throws(TagError) {
        session = nil
        let select: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00]
        let (_, status) = try await exchange(select)
        try NTAG424Status.check(status, is: 0x9000, "to select its NDEF application")
    }

    // MARK: Keys

    /// AuthenticateEV2First: starts a session with a key. A previous session ends.
    ///
    /// The tag counts attempts with wrong keys. After 50 consecutive wrong attempts, it delays its responses.
    /// After 1,000 in total (reduced by 10 for each correct key), it permanently refuses to authenticate.
    /// Source: data sheet §9, §10.5.1 (Table 50); AN12196 §7.4.
    ///
    /// - Returns: `false` if the tag's key with this number is different.
    func authenticate(_ key: AESKey, number: UInt8) async throws(TagError) -> Bool {
        session = nil
        var handshake = EV2Handshake(key: key, number: number, random: random())
        var (challenge, status) = try await exchange(handshake.firstCommand)
        for _ in 0..<Self.delayedAttempts where status == NTAG424Status.delay {
            (challenge, status) = try await exchange(handshake.firstCommand)
        }
        guard status == NTAG424Status.more, let command = handshake.secondCommand(after: challenge) else {
            throw NTAG424Status.refusal("to authenticate with key \(number)", status)
        }
        let (answer, end) = try await exchange(command)
        if end == NTAG424Status.authentication { return false }
        try NTAG424Status.check(end, "to authenticate with key \(number)")
        session = handshake.session(after: answer)
        return session != nil
    }

    /// The maximum number of times that the first command is repeated while the tag responds with “delay”.
    /// Each repetition reduces the remaining delay by about 25 ms, so all of them together take about five
    /// seconds.
    private static let delayedAttempts = 200

    /// GetKeyVersion: returns the version of a key. ChangeKey sets the version. The keys of a new tag have
    /// version 0.
    ///
    /// Outside a session, the response is not authenticated, so the version is only an indication. Source:
    /// data sheet §10.6.2.
    ///
    /// - Returns: The version; nil if the tag refuses the command outside a session. Within a session, a
    ///   refusal is thrown as an error.
    func keyVersion(_ number: UInt8) async throws(TagError) -> UInt8? {
        guard session != nil else {
            let (data, status) = try await exchange(NativeCommand.apdu(0x64, [number]))
            return status == NTAG424Status.done ? data.first : nil
        }
        return try await proved(0x64, [number], "to report the version of key \(number)").first
    }

    /// ChangeKey: changes a key. Requires a session with key 0. Changing key 0 ends the session.
    func changeKey(_ number: UInt8, from old: AESKey, to new: AESKey, version: UInt8) async throws(TagError) {
        guard let session else { throw Self.notAuthenticated }
        let data =
            number == 0 ? new.bytes + [version] : (new.bytes ^ old.bytes) + [version] + CRC32.jam(new.bytes)
        let answer = try await exchange(session.full(0xC4, header: [number], data), isSecret: true)
        let what = "to change key \(number)"
        if number == 0 {
            // The response has no MAC, because the session's key was replaced.
            self.session = nil
            try NTAG424Status.check(answer.status, what)
        } else {
            _ = try open(answer, isEnciphered: true, what)
        }
        writes += 1
    }

    // MARK: The NDEF file

    /// ChangeFileSettings: changes the settings of the NDEF file. Requires a session with the key that
    /// permits this change.
    func changeSettings(_ settings: SDMSettings) async throws(TagError) {
        guard let session else { throw Self.notAuthenticated }
        let answer = try await exchange(session.full(0x5F, header: [Self.ndefFile], settings.bytes))
        _ = try open(answer, isEnciphered: true, "to change its file's settings")
        writes += 1
    }

    /// GetFileSettings: returns the settings of the NDEF file. A session is required. Returns nil for
    /// settings that ``SDMSettings`` cannot represent.
    func settings() async throws(TagError) -> SDMSettings? {
        let answer = try await proved(0xF5, [Self.ndefFile], "to report its file's settings")
        guard answer.count >= 7, answer[0] == 0x00 else { return nil }
        return SDMSettings(Array(answer[1..<4] + answer[7...]))
    }

    /// WriteData: writes bytes to the NDEF file with the rights of the session's key. The file's
    /// communication mode is plain, so the command has no MAC, but it is counted in the session.
    ///
    /// - Parameters:
    ///   - bytes: At most 120 bytes, so that the command fits into a frame of every reader.
    ///   - offset: The offset in the file at which to write.
    func write(_ bytes: [UInt8], at offset: Int) async throws(TagError) {
        let place = SDMSettings.bytes(offset) + SDMSettings.bytes(bytes.count)
        let (_, status) = try await exchange(NativeCommand.apdu(0x8D, [Self.ndefFile] + place + bytes))
        try NTAG424Status.check(status, "a write to its file")
        session?.countCommand()
        writes += 1
    }

    /// Raises the tag's counter by reading one byte of the file `times` times. Selects the file before each
    /// read, so that the tag counts every read as a separate tap. Throws an error if the tag refuses a
    /// command.
    ///
    /// Source: data sheet §9.3.1.
    func read(times: Int) async throws(TagError) {
        try await selectApplication()
        for _ in 0..<times {
            for command: [UInt8] in [
                [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04], [0x00, 0xB0, 0x00, 0x00, 0x01],
            ] {
                let (_, status) = try await exchange(command)
                try NTAG424Status.check(status, is: 0x9000, "a read of its file")
            }
        }
    }

    // MARK: -

    private func proved(_ code: UInt8, _ header: [UInt8], _ what: String) async throws(TagError) -> [UInt8] {
        guard let session else { throw Self.notAuthenticated }
        return try open(try await exchange(session.proved(code, header)), isEnciphered: false, what)
    }

    /// Verifies a response and returns its data. An error status or a wrong MAC ends the session. Source:
    /// data sheet §9.1.9.
    private func open(
        _ answer: (data: [UInt8], status: UInt16), isEnciphered: Bool, _ what: String
    ) throws(TagError) -> [UInt8] {
        guard answer.status == NTAG424Status.done else {
            session = nil
            throw NTAG424Status.refusal(what, answer.status)
        }
        guard let data = session?.opened(answer.data, isEnciphered: isEnciphered) else {
            session = nil
            throw Self.broken("the response was not authenticated with the session key")
        }
        return data
    }

    private func exchange(
        _ apdu: [UInt8], isSecret: Bool = false
    ) async throws(TagError) -> (data: [UInt8], status: UInt16) {
        commands += 1
        let answer = try await reader.send(isSecret ? .secretAPDU(apdu) : .apdu(apdu))
        guard answer.count >= 2 else { throw Self.broken("a response has no status word") }
        return (Array(answer.dropLast(2)), UInt16(bytes: answer.suffix(2)))
    }

    private static let notAuthenticated = broken("the session is not authenticated")

    private static func broken(_ reason: String) -> TagError {
        TagError(
            .malformedTag, "the tag's response cannot be used", reason: reason,
            remedy: "hold the tag still and try again")
    }
}

/// The checksum in ChangeKey: CRC-32 without the final inversion, least significant byte first
/// (CRC-32/JAMCRC).
///
/// Source: NXP NTAG 424 DNA data sheet §10.6.1; IEEE 802.3 for the polynomial.
package enum CRC32 {
    /// Returns the checksum of `bytes`: 4 bytes.
    package static func jam(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
    }
}

/// The status words of NXP's native commands that this module distinguishes. Source: NXP NTAG 424 DNA data
/// sheet §10.3.
enum NTAG424Status {
    static let done: UInt16 = 0x9100
    static let more: UInt16 = 0x91AF
    static let integrity: UInt16 = 0x911E
    static let permission: UInt16 = 0x919D
    static let delay: UInt16 = 0x91AD
    static let authentication: UInt16 = 0x91AE

    /// Returns the error to throw after the tag has refused a command. `status` is the status word of the
    /// tag's response. `what` describes the command, such as `to change key 1`.
    static func refusal(_ what: String, _ status: UInt16) -> TagError {
        let word = String(status, radix: 16, uppercase: true)
        let (code, meaning): (TagError.Code, String) =
            switch status {
            case integrity: (.passwordProtected, ": the tag has a different key")
            case authentication: (.passwordProtected, ": the key that was used does not permit this")
            case permission:
                (
                    .passwordProtected,
                    ": the key is blocked after too many failed attempts, or the tag was permanently switched to LRP"
                )
            case delay: (.passwordProtected, ": the tag delays further attempts after too many wrong keys")
            case 0x911C, 0x6D00, 0x6E00: (.unsupportedTag, ": the tag does not support the command")
            default: (.nak, "")
            }
        return TagError(
            code, "the tag refused \(what)", reason: "status word \(word)\(meaning)",
            remedy: status == delay
                ? "leave the tag on the reader and try again: each attempt shortens the delay"
                : "hold the tag still and try again; if it refuses again, use another tag")
    }

    /// Throws an error if a status word differs from the wanted one.
    static func check(_ status: UInt16, is wanted: UInt16 = done, _ what: String) throws(TagError) {
        guard status == wanted else { throw refusal(what, status) }
    }
}
