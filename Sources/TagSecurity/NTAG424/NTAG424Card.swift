import TagKit

/// The commands of an NTAG 424 DNA behind ISO-DEP, and the session in which they are proved.
///
/// Source: NXP NTAG 424 DNA data sheet §10.
actor NTAG424Card {
    /// The number of the NDEF file in native commands. Source: data sheet §8.2.3.
    static let ndefFile: UInt8 = 0x02

    /// C-APDUs sent so far.
    private(set) var commands = 0
    /// Of these, the ones that changed something for good.
    private(set) var writes = 0

    private let reader: any TagReader
    private let random: @Sendable () -> [UInt8]
    private var session: EV2Session?

    /// - Parameter random: 16 bytes that nobody can guess.
    init(_ reader: any TagReader, random: @escaping @Sendable () -> [UInt8]) {
        self.reader = reader
        self.random = random
    }

    /// Selects the NDEF application, which ends a session.
    func selectApplication() async throws(TagError) {
        session = nil
        let select: [UInt8] = [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01, 0x00]
        let (_, status) = try await exchange(select)
        guard status == 0x9000 else { throw NTAG424Status.refusal("its NDEF application", status) }
    }

    // MARK: Keys

    /// AuthenticateEV2First: a session with that key, in place of any other.
    ///
    /// The tag counts wrong keys: after 50 in a row it answers with a delay, after 1,000 in all (less 10 for each right
    /// one) never again. Source: data sheet §9, §10.5.1 (Table 50); AN12196 §7.4.
    ///
    /// - Returns: false when the tag has another key under that number.
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
        guard end == NTAG424Status.done else {
            throw NTAG424Status.refusal("to authenticate with key \(number)", end)
        }
        session = handshake.session(after: answer)
        return session != nil
    }

    /// Each answer that asks for patience takes about 25 ms off the delay: five seconds of it are waited for.
    private static let delayedAttempts = 200

    /// GetKeyVersion: what was noted beside a key when it was changed; 0 from the factory.
    ///
    /// Without a session it is told to everybody and not proved: a hint. Source: data sheet §10.6.2.
    ///
    /// - Returns: nil when the tag does not tell.
    func keyVersion(_ number: UInt8) async throws(TagError) -> UInt8? {
        guard session != nil else {
            let (data, status) = try await exchange(NativeCommand.apdu(0x64, [number]))
            return status == NTAG424Status.done ? data.first : nil
        }
        return try await proved(0x64, [number], "the version of key \(number)").first
    }

    /// ChangeKey, in a session with key 0; the change of key 0 ends the session.
    func changeKey(_ number: UInt8, from old: AESKey, to new: AESKey, version: UInt8) async throws(TagError) {
        guard let session else { throw Self.notAuthenticated }
        let data =
            number == 0 ? new.bytes + [version] : (new.bytes ^ old.bytes) + [version] + CRC32.jam(new.bytes)
        let answer = try await exchange(session.full(0xC4, header: [number], data), isSecret: true)
        let what = "to change key \(number)"
        if number == 0 {
            // The answer has no MAC, since its key is gone.
            self.session = nil
            guard answer.status == NTAG424Status.done else {
                throw NTAG424Status.refusal(what, answer.status)
            }
        } else {
            _ = try open(answer, isEnciphered: true, what)
        }
        writes += 1
    }

    // MARK: The NDEF file

    /// ChangeFileSettings, in a session with the key that may change them.
    func changeSettings(_ settings: SDMSettings) async throws(TagError) {
        guard let session else { throw Self.notAuthenticated }
        let answer = try await exchange(session.full(0x5F, header: [Self.ndefFile], settings.bytes))
        _ = try open(answer, isEnciphered: true, "to change its file's settings")
        writes += 1
    }

    /// GetFileSettings, in a session; nil for settings of another shape than this package writes.
    func settings() async throws(TagError) -> SDMSettings? {
        let answer = try await proved(0xF5, [Self.ndefFile], "its file's settings")
        guard answer.count >= 7, answer[0] == 0x00 else { return nil }
        return SDMSettings(Array(answer[1..<4] + answer[7...]))
    }

    /// WriteData with the right of the session's key: plain as the file's settings have it, counted and not proved.
    ///
    /// - Parameter bytes: At most 120, so that each command fits the frames of every reader.
    func write(_ bytes: [UInt8], at offset: Int) async throws(TagError) {
        let place = SDMSettings.bytes(offset) + SDMSettings.bytes(bytes.count)
        let (_, status) = try await exchange(NativeCommand.apdu(0x8D, [Self.ndefFile] + place + bytes))
        guard status == NTAG424Status.done else { throw NTAG424Status.refusal("to write its file", status) }
        session?.countCommand()
        writes += 1
    }

    /// Reads a byte so many times, each of them a tap to the tag: its counter is higher by as many.
    ///
    /// Any other command in between makes the next read a new one. Source: data sheet §9.3.1.
    func read(times: Int) async throws(TagError) {
        try await selectApplication()
        for _ in 0..<times {
            for command: [UInt8] in [
                [0x00, 0xA4, 0x00, 0x0C, 0x02, 0xE1, 0x04], [0x00, 0xB0, 0x00, 0x00, 0x01],
            ] {
                let (_, status) = try await exchange(command)
                guard status == 0x9000 else { throw NTAG424Status.refusal("to read its file", status) }
            }
        }
    }

    // MARK: -

    private func proved(_ code: UInt8, _ header: [UInt8], _ what: String) async throws(TagError) -> [UInt8] {
        guard let session else { throw Self.notAuthenticated }
        return try open(try await exchange(session.proved(code, header)), isEnciphered: false, what)
    }

    /// The answer's data, once it is proved; any error ends the session. Source: data sheet §9.1.9.
    private func open(
        _ answer: (data: [UInt8], status: UInt16), isEnciphered: Bool, _ what: String
    ) throws(TagError) -> [UInt8] {
        guard answer.status == NTAG424Status.done else {
            session = nil
            throw NTAG424Status.refusal(what, answer.status)
        }
        guard let data = session?.opened(answer.data, isEnciphered: isEnciphered) else {
            session = nil
            throw Self.broken("its answer is not proved by the session's key")
        }
        return data
    }

    private func exchange(
        _ apdu: [UInt8], isSecret: Bool = false
    ) async throws(TagError) -> (data: [UInt8], status: UInt16) {
        commands += 1
        let answer = try await reader.send(isSecret ? .secretAPDU(apdu) : .apdu(apdu))
        guard answer.count >= 2 else { throw Self.broken("an answer has no status word") }
        let status = UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
        return (Array(answer.dropLast(2)), status)
    }

    private static let notAuthenticated = broken("nobody is authenticated")

    private static func broken(_ reason: String) -> TagError {
        TagError(
            .malformedTag, "the tag's answer cannot be used", reason: reason,
            remedy: "hold it still and try again")
    }
}

/// CRC-32 without its last inversion, the least significant byte first, as ChangeKey wants it.
///
/// Source: NXP NTAG 424 DNA data sheet §10.6.1; IEEE 802.3 for the polynomial.
package enum CRC32 {
    /// Four bytes.
    package static func jam(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return (0..<4).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
    }
}

/// The status words of NXP's own commands that are told apart here. Source: NXP NTAG 424 DNA data sheet §10.3.
enum NTAG424Status {
    static let done: UInt16 = 0x9100
    static let more: UInt16 = 0x91AF
    static let integrity: UInt16 = 0x911E
    static let permission: UInt16 = 0x919D
    static let delay: UInt16 = 0x91AD
    static let authentication: UInt16 = 0x91AE

    /// Why a command was refused.
    ///
    /// - Parameter what: What was asked for, as `to change key 1`.
    static func refusal(_ what: String, _ status: UInt16) -> TagError {
        let word = String(status, radix: 16, uppercase: true)
        let (code, meaning): (TagError.Code, String) =
            switch status {
            case integrity: (.passwordProtected, ": the key that it has is another one")
            case authentication: (.passwordProtected, ": the key that was given has not the right")
            case permission:
                (
                    .passwordProtected,
                    ": the key is blocked after too many wrong ones, or the tag was switched to LRP permanently"
                )
            case delay: (.passwordProtected, ": after so many wrong keys it makes one wait")
            case 0x911C, 0x6D00, 0x6E00: (.unsupportedTag, ": it does not know the command")
            default: (.nak, "")
            }
        return TagError(
            code, "the tag refused \(what)", reason: "status word \(word)\(meaning)",
            remedy: status == delay
                ? "leave it on the reader and try again: each try takes a part of the delay off"
                : "hold it still and try again; if it refuses again, take another tag")
    }
}
