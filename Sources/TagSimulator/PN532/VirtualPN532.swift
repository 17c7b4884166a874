/// A PN532 as a value, which processes a host's frames and returns the chip's actions.
///
/// It uses no ports, threads or clocks. Waiting is an action for the caller to execute.
///
/// Source: NXP UM0701-02 (firmware 1.6); section numbers refer to it.
public struct VirtualPN532: Sendable {
    /// One action of the chip, in order.
    public enum Action: Hashable, Sendable {
        /// Sends the frame to the host.
        case send(Frame)
        /// Processes for this number of microseconds, in the chip and the tag. A reader that does not simulate
        /// time skips this action.
        case work(microseconds: Int)
        /// Waits this number of microseconds for a missing response. A host can distinguish a missing response
        /// from a refusal only by this delay.
        case listen(microseconds: Int)
        /// Polls an empty field again with ``VirtualPN532/poll()`` after this number of microseconds.
        case pollAgain(afterMicroseconds: Int)
    }

    /// The field of the antenna.
    public var field: VirtualField {
        get { antenna.field }
        set { antenna.field = newValue }
    }

    var antenna: Antenna
    var registers = Registers()
    var targets: [Target] = []
    var parameters: UInt8 = 0x14
    /// MxRtyPassiveActivation: the number of activation retries; `0xFF` is infinite (§7.3.1 item 5).
    var activationRetries: UInt8 = 0xFF
    /// MxRtyCOM: the number of retries of InDataExchange without a response (§7.3.1 item 4).
    var exchangeRetries: UInt8 = 0
    /// The code of the tag's response timeout (§7.3.1 item 2); `0x0A` is 51.2 ms.
    var timeoutCode: UInt8 = 0x0A
    var search: Search?
    private var lastAnswer: Frame?

    /// The rate of the serial line in baud. A change takes effect after the host's ACK.
    public private(set) var baudRate = 115_200
    var nextBaudRate: Int?
    /// Whether the chip sleeps (PowerDown) until its serial line wakes it.
    public internal(set) var isAsleep = false

    /// The response timeout of an activation frame. The manual does not specify it; hardware measurements show about 3
    /// ms.
    static let activationMicroseconds = 3_000

    /// Creates a chip in its state after power-up.
    public init(field: VirtualField) { antenna = Antenna(field: field) }

    /// Processes a frame of the host.
    ///
    /// A frame during a search ends the search, and the caller must then discard the pending actions.
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

    /// Polls again for the search of the last command. Does nothing if no search is in progress.
    public mutating func poll() -> [Action] {
        guard let search else { return [] }
        self.search = nil
        return answer(poll(for: search), to: search.command)
    }

    /// Returns the actions that report a command's result to the host.
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

    /// The result of a command.
    enum Result {
        /// A response with this data.
        case data([UInt8])
        /// A syntax error: an unsupported command, or invalid parameters (§6.2.1.5).
        case syntaxError
        /// No response yet: the search continues after this many microseconds.
        case search(Search, after: Int)
        /// The chip does not respond until the host sends another frame.
        case nothing

        /// Returns a response of one status byte.
        static func status(_ status: Status) -> Result { .data([status.rawValue]) }
    }

    /// Executes one command.
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

    /// Executes the commands for NFC peers and card emulation; there is never a peer.
    private mutating func runPeerToPeer(_ command: UInt8, _ parameters: [UInt8]) -> Result {
        switch command {
        // InJumpForPSL and InJumpForDEP: 0 is passive mode, in which silence is a timeout (§7.3.3).
        case 0x46, 0x56:
            guard parameters.count >= 3 else { return .syntaxError }
            return .status(parameters[0] == 0 ? .timeout : .noPeerField)
        // InPSL and InATR.
        case 0x4E, 0x50: return .status(.wrongContext)
        // TgInitAsTarget waits for an initiator indefinitely (§7.3.14).
        case 0x8C: return .nothing
        // TgGetTargetStatus: released.
        case 0x8A: return .data([0x00, 0x00])
        // TgGetData, TgGetInitiatorCommand, TgSetData, TgResponseToInitiator, TgSetGeneralBytes, TgSetMetaData.
        case 0x86, 0x88, 0x8E, 0x90, 0x92, 0x94: return .status(.wrongContext)
        default: return .syntaxError
        }
    }
}

/// The status of an exchange with a tag, which is the first data byte of most responses.
///
/// Source: NXP UM0701-02 §7.1.
enum Status: UInt8, Error {
    case done = 0x00
    /// The tag did not respond in time.
    case timeout = 0x01
    /// The response had a wrong CRC, or none although one was expected.
    case crcError = 0x02
    /// The response does not fit into the chip's buffer.
    case bufferTooSmall = 0x07
    /// No peer switched its field on within the time limit (active mode).
    case noPeerField = 0x0A
    /// The tag violated the protocol.
    case protocolError = 0x0B
    /// The data format is wrong; also used for a NAK of a MIFARE tag.
    case formatError = 0x13
    /// MIFARE authentication failed.
    case authenticationFailed = 0x14
    /// The command is invalid in this context: the target does not exist, or the mode is wrong.
    case wrongContext = 0x27
}

/// The chip's radio. It sends frames to the field, and distinguishes processing time from timeouts.
struct Antenna: Sendable {
    /// The field with its tags.
    var field: VirtualField
    private var startMicroseconds = 0
    private var silentMicroseconds = 0

    init(field: VirtualField) {
        self.field = field
        self.startMicroseconds = field.elapsedMicroseconds
    }

    /// Sends one frame and receives the response. A response that arrives after `timeout`, in microseconds, is lost.
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

    /// Waits as long as a response could take to arrive.
    mutating func wait(_ microseconds: Int) {
        field.wait(microseconds: microseconds)
        silentMicroseconds += microseconds
    }

    /// Returns the times since the last call: processing and transmission, and timeouts.
    mutating func takeTime() -> (work: Int, silence: Int) {
        let all = field.elapsedMicroseconds - startMicroseconds
        defer { (startMicroseconds, silentMicroseconds) = (field.elapsedMicroseconds, 0) }
        return (max(0, all - silentMicroseconds), silentMicroseconds)
    }
}
