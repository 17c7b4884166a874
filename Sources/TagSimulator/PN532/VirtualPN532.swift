/// A PN532 as a value: it is given a host's frame and says what the chip does next.
///
/// It knows nothing of ports, threads and clocks; waiting is an action that someone else carries out.
///
/// Source: NXP UM0701-02 (firmware 1.6), by section where a number stands.
public struct VirtualPN532: Sendable {
    /// One thing that the chip does, in its turn.
    public enum Action: Hashable, Sendable {
        /// The frame goes to the host.
        case send(Frame)
        /// The chip and the tag work; a reader that need not be true to time skips it.
        case work(microseconds: Int)
        /// The chip waits for an answer that does not come: a host tells silence from refusal by it.
        case listen(microseconds: Int)
        /// Nothing is in the field: after this time ``VirtualPN532/poll()`` looks again.
        case pollAgain(afterMicroseconds: Int)
    }

    /// What is in front of the antenna.
    public var field: VirtualField {
        get { antenna.field }
        set { antenna.field = newValue }
    }

    var antenna: Antenna
    var registers = Registers()
    var targets: [Target] = []
    var parameters: UInt8 = 0x14
    /// MxRtyPassiveActivation: how often an activation is tried again; `0xFF` is for ever (§7.3.1 item 5).
    var activationRetries: UInt8 = 0xFF
    /// MxRtyCOM: how often InDataExchange repeats a command that nobody answers (§7.3.1 item 4).
    var exchangeRetries: UInt8 = 0
    /// The code of the time that a tag has to answer (§7.3.1 item 2); `0x0A` is 51.2 ms.
    var timeoutCode: UInt8 = 0x0A
    var search: Search?
    private var lastAnswer: Frame?

    /// The rate of the serial line, in baud, once the host has acknowledged a change.
    public private(set) var baudRate = 115_200
    var nextBaudRate: Int?
    /// The chip sleeps (PowerDown) until its serial line wakes it.
    public internal(set) var isAsleep = false

    /// How long an activation frame's answer is waited for; the manual is silent, measured on hardware as about 3 ms.
    static let activationMicroseconds = 3_000

    /// A chip fresh from power-up.
    public init(field: VirtualField) { antenna = Antenna(field: field) }

    /// The host's frame arrives.
    ///
    /// A frame that comes while the chip searches ends the search; the caller drops the actions that are still to be
    /// carried out.
    public mutating func receive(_ frame: Frame) -> [Action] {
        search = nil
        switch frame {
        case .ack:
            if let rate = nextBaudRate { (baudRate, nextBaudRate) = (rate, nil) }
            return []
        case .nack: return lastAnswer.map { [.send($0)] } ?? []
        case .syntaxError: return []
        case .information(let bytes):
            guard bytes.count >= 2, bytes[0] == 0xD4 else { return [.send(.ack), .send(.syntaxError)] }
            nextBaudRate = nil
            return [.send(.ack)] + answer(run(bytes[1], Array(bytes.dropFirst(2))), to: bytes[1])
        }
    }

    /// Looks again for what the last command searches; nothing when no search is under way.
    public mutating func poll() -> [Action] {
        guard let search else { return [] }
        self.search = nil
        return answer(poll(for: search), to: search.command)
    }

    /// The actions that follow from a command's result.
    private mutating func answer(_ result: Result, to command: UInt8) -> [Action] {
        let time = antenna.takeTime()
        var actions: [Action] = []
        if time.work > 0 { actions.append(.work(microseconds: time.work)) }
        if time.silence > 0 { actions.append(.listen(microseconds: time.silence)) }
        switch result {
        case .data(let data):
            let frame = Frame.information([0xD5, command &+ 1] + data)
            lastAnswer = frame
            return actions + [.send(frame)]
        case .syntaxError:
            lastAnswer = .syntaxError
            return actions + [.send(.syntaxError)]
        case .search(let next, let wait):
            search = next
            return actions + [.pollAgain(afterMicroseconds: wait)]
        case .nothing: return actions
        }
    }

    /// How a command ends.
    enum Result {
        /// An answer with this data.
        case data([UInt8])
        /// The chip does not know the command in this form (§6.2.1.5).
        case syntaxError
        /// Nothing yet: the search goes on after so many microseconds.
        case search(Search, after: Int)
        /// No answer until the host sends something else.
        case nothing

        /// An answer of one status byte.
        static func status(_ status: Status) -> Result { .data([status.rawValue]) }
    }

    /// Carries out one command.
    private mutating func run(_ command: UInt8, _ parameters: [UInt8]) -> Result {
        switch command {
        case 0x00: diagnose(parameters)
        case 0x02: .data([0x32, 0x01, 0x06, 0x07])
        case 0x04: generalStatus()
        case 0x06: readRegisters(parameters)
        case 0x08: writeRegisters(parameters)
        case 0x10: setSerialBaudRate(parameters)
        case 0x12: setParameters(parameters)
        case 0x14: configureSAM(parameters)
        case 0x16: powerDown(parameters)
        case 0x32: configureRadio(parameters)
        case 0x40: exchangeData(parameters)
        case 0x42: communicateThrough(parameters)
        case 0x44: deselect(parameters)
        case 0x4A: listPassiveTargets(parameters)
        case 0x52: release(parameters)
        case 0x54: select(parameters)
        case 0x60: pollAutomatically(parameters)
        default: runPeerToPeer(command, parameters)
        }
    }

    /// The commands for NFC peers and card emulation: there never is a peer in front of this chip.
    private mutating func runPeerToPeer(_ command: UInt8, _ parameters: [UInt8]) -> Result {
        switch command {
        // InJumpForPSL and InJumpForDEP: 0 is passive mode, where silence is a timeout (§7.3.3).
        case 0x46, 0x56:
            guard parameters.count >= 3 else { return .syntaxError }
            return .status(parameters[0] == 0 ? .timeout : .noPeerField)
        // InPSL and InATR.
        case 0x4E, 0x50: return .status(.wrongContext)
        // TgInitAsTarget waits for an initiator for ever (§7.3.14).
        case 0x8C: return .nothing
        // TgGetTargetStatus: released.
        case 0x8A: return .data([0x00, 0x00])
        // TgGetData, TgGetInitiatorCommand, TgSetData, TgResponseToInitiator, TgSetGeneralBytes, TgSetMetaData.
        case 0x86, 0x88, 0x8E, 0x90, 0x92, 0x94: return .status(.wrongContext)
        default: return .syntaxError
        }
    }
}

/// What the chip says about an exchange with a tag: the first data byte of most answers.
///
/// Source: NXP UM0701-02 §7.1.
enum Status: UInt8, Error {
    case done = 0x00
    /// The tag has not answered in time.
    case timeout = 0x01
    /// The answer had a wrong CRC, or none where one was expected.
    case crcError = 0x02
    /// The answer does not fit into the chip's buffer.
    case bufferTooSmall = 0x07
    /// No peer switched its field on in time (active mode).
    case noPeerField = 0x0A
    /// The tag broke the protocol.
    case protocolError = 0x0B
    /// The data format does not match: also what a NAK of a MIFARE tag is reported as.
    case formatError = 0x13
    /// MIFARE authentication failed.
    case authenticationFailed = 0x14
    /// The command does not fit the context: no such target, or not in this mode.
    case wrongContext = 0x27
}

/// The chip's radio: gives frames to the field and tells working time from waiting in vain.
struct Antenna: Sendable {
    /// The tags in front of it.
    var field: VirtualField
    private var startMicroseconds = 0
    private var silentMicroseconds = 0

    init(field: VirtualField) {
        self.field = field
        self.startMicroseconds = field.elapsedMicroseconds
    }

    /// Sends one frame and listens.
    ///
    /// - Parameter timeout: Microseconds until the tag must have answered; a later answer is not heard.
    mutating func exchange(_ frame: RFFrame, timeout: Int) -> FieldResponse.Outcome {
        let answer = field.exchange(frame)
        if case .silence = answer.outcome {
            wait(timeout)
            return .silence
        }
        guard answer.delayMicroseconds <= timeout else {
            silentMicroseconds += answer.microseconds
            return .silence
        }
        return answer.outcome
    }

    /// Lets the time pass in which an answer could come.
    mutating func wait(_ microseconds: Int) {
        field.wait(microseconds: microseconds)
        silentMicroseconds += microseconds
    }

    /// The time that went by since the last call: at work on the air and in the tags, and waiting in vain.
    mutating func takeTime() -> (work: Int, silence: Int) {
        let all = field.elapsedMicroseconds - startMicroseconds
        defer { (startMicroseconds, silentMicroseconds) = (field.elapsedMicroseconds, 0) }
        return (max(0, all - silentMicroseconds), silentMicroseconds)
    }
}
