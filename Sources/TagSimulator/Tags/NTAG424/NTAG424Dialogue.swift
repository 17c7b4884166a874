import SimulationKit
import TagKit
import TagSecurity

/// The simulated chip's implementation of NXP's native commands. It contains the state that an NTAG 424 DNA
/// keeps until it is selected again: its session and an incomplete command.
///
/// Source: NXP NTAG 424 DNA data sheet §9.1 (sessions), §10 (commands), §10.3 (status words).
struct NTAG424Dialogue {
    private var awaits = Awaited.nothing
    private var session: EV2Session?
    private var sessionKey = 0
    /// The number of authentications that the chip has refused with “delay” since the last power-up, SELECT
    /// or completed authentication attempt.
    private var delaysSpent = 0
    /// The generator of the random values RndB and TI. Its seed is the UID, so a simulated tag generates the
    /// same values in every run, unlike a real chip.
    private var generator: SeededGenerator

    private enum Awaited {
        case nothing
        case version(part: Int)
        case secondHalf(key: Int, challenge: [UInt8])
    }

    enum Status: UInt8 {
        case ok = 0x00
        case more = 0xAF
        case illegalCommand = 0x1C
        case integrity = 0x1E
        case noSuchKey = 0x40
        case length = 0x7E
        case permission = 0x9D
        case parameter = 0x9E
        case delay = 0xAD
        case authentication = 0xAE
        case boundary = 0xBE
        case aborted = 0xCA
        case noSuchFile = 0xF0

        var bytes: [UInt8] { [0x91, rawValue] }
    }

    init(uid: [UInt8]) { generator = SeededGenerator(seed: UInt64(bytes: uid)) }

    var isAuthenticated: Bool { session != nil }

    /// Ends the session, discards an incomplete command and resets the count of delays, as the chip does at
    /// power-up and at each SELECT.
    mutating func end() { (session, awaits, delaysSpent) = (nil, .nothing, 0) }

    /// Returns whether at least one of these access rights is free or belongs to the key of the current
    /// session.
    func isGranted(_ rights: UInt8...) -> Bool {
        rights.contains { $0 == SDMSettings.free || isAuthenticated && Int($0) == sessionKey }
    }

    /// Processes one native command and returns the response. `isSelected` is true if the NDEF application is
    /// selected, which most commands require.
    mutating func answer(
        _ code: UInt8, _ data: [UInt8], _ core: inout NTAG424Core, uid: [UInt8], isSelected: Bool
    ) -> [UInt8] {
        let awaited = awaits
        awaits = .nothing
        switch (code, awaited) {
        case (0x60, .nothing): return version(part: 0, uid)
        case (0xAF, .version(let part)): return version(part: part, uid)
        case (0xAF, .secondHalf(let key, let challenge)): return finish(data, &core, key, challenge)
        case (_, .version), (_, .secondHalf): return refuse(.aborted)
        case (0x71, _) where isSelected: return begin(data, core)
        case (0x64, _) where isSelected: return keyVersion(data, core)
        case (0xC4, _) where isSelected: return changeKey(data, &core)
        case (0x5F, _) where isSelected: return changeSettings(data, &core)
        case (0xF5, _) where isSelected: return readSettings(data, core)
        default: return refuse(.illegalCommand)
        }
    }

    /// Ends the session and returns an error status. Source: data sheet §9.1.9.
    mutating func refuse(_ status: Status) -> [UInt8] {
        session = nil
        return status.bytes
    }

    /// Returns the response to a successful command in plain communication mode. In a session, the command is
    /// counted, but the response has no MAC.
    mutating func done() -> [UInt8] {
        session?.countCommand()
        return Status.ok.bytes
    }

    // MARK: Version

    /// Processes GET_VERSION. Returns the hardware information (part 0), the software information (part 1) or
    /// the production information (part 2). Refuses the command in a session. Source: data sheet §10.5.2;
    /// AN12196 §5.2.
    private mutating func version(part: Int, _ uid: [UInt8]) -> [UInt8] {
        guard session == nil else { return refuse(.integrity) }
        if part < 2 { awaits = .version(part: part + 1) }
        switch part {
        case 0: return [0x04, 0x04, 0x02, 0x30, 0x00, 0x11, 0x05] + Status.more.bytes
        case 1: return [0x04, 0x04, 0x02, 0x01, 0x02, 0x11, 0x05] + Status.more.bytes
        default: return uid + [0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x26] + Status.ok.bytes
        }
    }

    // MARK: Authentication

    private mutating func begin(_ data: [UInt8], _ core: NTAG424Core) -> [UInt8] {
        guard data.count >= 2, data.count == 2 + Int(data[1]) else { return refuse(.length) }
        let number = Int(data[0])
        guard core.keys.indices.contains(number) else { return refuse(.noSuchKey) }
        guard !core.keys[number].isBlocked else { return refuse(.permission) }
        guard delaysSpent >= core.keys[number].delays else {
            delaysSpent += 1
            return refuse(.delay)
        }
        session = nil
        let challenge = draw(16)
        awaits = .secondHalf(key: number, challenge: challenge)
        return core.keys[number].key.encipherCBC(challenge) + Status.more.bytes
    }

    private mutating func finish(
        _ data: [UInt8], _ core: inout NTAG424Core, _ number: Int, _ challenge: [UInt8]
    ) -> [UInt8] {
        guard data.count == 32 else { return Status.length.bytes }
        let key = core.keys[number].key
        let plain = key.decipherCBC(data)
        let reader = Array(plain[0..<16])
        let isRight = Array(plain[16...]) == Array(challenge[1...]) + [challenge[0]]
        core.keys[number].tried(isRight)
        delaysSpent = 0
        guard isRight else { return Status.authentication.bytes }
        let transaction = draw(4)
        session = EV2Session(key: key, reader: reader, tag: challenge, transaction: transaction)
        sessionKey = number
        let capabilities = [UInt8](repeating: 0, count: 12)
        return key.encipherCBC(transaction + reader[1...] + [reader[0]] + capabilities) + Status.ok.bytes
    }

    private mutating func draw(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    // MARK: Proved commands

    private mutating func keyVersion(_ data: [UInt8], _ core: NTAG424Core) -> [UInt8] {
        guard let header = checked(0x64, data) else { return refuse(.integrity) }
        guard core.keys.indices.contains(Int(header)) else { return refuse(.noSuchKey) }
        return proved([core.keys[Int(header)].version])
    }

    private mutating func readSettings(_ data: [UInt8], _ core: NTAG424Core) -> [UInt8] {
        guard let header = checked(0xF5, data) else { return refuse(.integrity) }
        guard header == 0x02 else { return refuse(.noSuchFile) }
        return proved(core.settings.answer(fileBytes: NTAG424Core.fileBytes))
    }

    private mutating func changeSettings(_ data: [UInt8], _ core: inout NTAG424Core) -> [UInt8] {
        guard core.settings.access.change != SDMSettings.nobody else { return refuse(.permission) }
        guard session != nil, isGranted(core.settings.access.change) else {
            return refuse(.authentication)
        }
        guard let (header, plain) = deciphered(0x5F, data) else { return refuse(.integrity) }
        guard header == 0x02 else { return refuse(.noSuchFile) }
        guard let settings = SDMSettings(plain), core.change(settings) else {
            return refuse(.parameter)
        }
        return proved([])
    }

    private mutating func changeKey(_ data: [UInt8], _ core: inout NTAG424Core) -> [UInt8] {
        guard session != nil, sessionKey == 0 else { return refuse(.authentication) }
        guard let (header, plain) = deciphered(0xC4, data) else { return refuse(.integrity) }
        let number = Int(header)
        guard core.keys.indices.contains(number) else { return refuse(.noSuchKey) }
        guard plain.count == (number == 0 ? 17 : 21) else { return refuse(.length) }
        var new = Array(plain[0..<16])
        if number != 0 {
            new = zip(new, core.keys[number].key.bytes).map { $0 ^ $1 }
            guard CRC32.jam(new) == Array(plain[17...]) else { return refuse(.integrity) }
        }
        guard let key = AESKey(new) else { return refuse(.parameter) }
        core.keys[number] = NTAG424Key(key, version: plain[16])
        guard number == 0 else { return proved([]) }
        session = nil
        return Status.ok.bytes
    }

    /// Returns the header byte of a command that has no other data; nil if the command is invalid. In a
    /// session, a MAC must follow the byte, and this function verifies it.
    private func checked(_ code: UInt8, _ data: [UInt8]) -> UInt8? {
        guard let session else { return data.count == 1 ? data[0] : nil }
        guard data.count == 9 else { return nil }
        return session.commandMAC(code, [data[0]]) == Array(data[1...]) ? data[0] : nil
    }

    /// Verifies the MAC of an encrypted command and returns its header byte and its decrypted data; nil if
    /// the command is invalid.
    private func deciphered(_ code: UInt8, _ data: [UInt8]) -> (header: UInt8, plain: [UInt8])? {
        guard let session, data.count > 9 else { return nil }
        let body = Array(data.dropLast(8))
        guard session.commandMAC(code, body) == Array(data.suffix(8)),
            let plain = session.decipheredCommand(Array(body[1...]))
        else { return nil }
        return (body[0], plain)
    }

    /// Returns the response to a successful command. In a session, the command is counted and the response
    /// has a MAC.
    private mutating func proved(_ data: [UInt8]) -> [UInt8] {
        session?.countCommand()
        return data + (session?.answerMAC(data) ?? []) + Status.ok.bytes
    }
}
