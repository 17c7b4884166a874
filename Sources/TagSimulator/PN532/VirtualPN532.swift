/// A simulated PN532, which processes the host's frames and returns the chip's actions.
///
/// It uses no ports, threads or clocks. The caller executes the actions, including waits.
///
/// Source: NXP UM0701-02 (firmware 1.6); section numbers refer to it.
public struct VirtualPN532: Sendable {
    /// An action that the caller must execute for the chip. Actions are executed in order.
    public enum Action: Hashable, Sendable {
        /// Send this frame to the host.
        case send(Frame)
        /// Let this number of microseconds pass, for transmission and for processing in the chip and the tag.
        /// A reader that only counts simulated time skips this action.
        case work(microseconds: Int)
        /// Wait this number of microseconds, because a tag does not respond. A reader must not skip this
        /// action: a host recognizes a missing response only by the delay.
        case listen(microseconds: Int)
        /// Call ``VirtualPN532/poll()`` after this number of microseconds, because the chip found no tag and
        /// continues its search.
        case pollAgain(afterMicroseconds: Int)
    }

    /// The field of the chip's antenna.
    public var field: VirtualField {
        get { antenna.field }
        set { antenna.field = newValue }
    }

    var antenna: Antenna
    var registers = Registers()
    var targets: [Target] = []
    var parameters: UInt8 = 0x14
    /// MxRtyPassiveActivation: the maximum number of times that the chip retries to activate a tag; `0xFF`
    /// means no limit (§7.3.1 item 5).
    var activationRetries: UInt8 = 0xFF
    /// MxRtyCOM: the number of retries of InDataExchange after a missing response (§7.3.1 item 4).
    var exchangeRetries: UInt8 = 0
    /// The code for the time limit of a tag's response (§7.3.1 item 2); `0x0A` means 51.2 ms.
    var timeoutCode: UInt8 = 0x0A
    var search: Search?
    private var lastAnswer: Frame?

    /// The rate of the serial line in baud. A change takes effect after the host's ACK.
    private(set) var baudRate = 115_200
    var nextBaudRate: Int?
    /// Whether the chip is asleep after PowerDown. Bytes on the serial line wake it.
    public internal(set) var isAsleep = false

    /// The time for which the chip waits for a response during activation. The manual does not specify this
    /// time. Measurements on hardware gave about 3 ms.
    static let activationMicroseconds = 3_000

    /// Creates a chip in its state after power-up.
    public init(field: VirtualField) { antenna = Antenna(field: field) }

    /// Processes a frame from the host.
    ///
    /// Any frame ends the current search. The returned actions replace those that are still pending.
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

    /// Runs the next round of the current search. Returns no actions if there is no search.
    public mutating func poll() -> [Action] {
        guard let search else { return [] }
        self.search = nil
        return answer(poll(for: search), to: search.command)
    }

    /// Returns the actions for a command's result: waits for the simulated time that the command took,
    /// followed by the response or the next poll.
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

    /// The result of executing a command.
    enum Result {
        /// A response with this data.
        case data([UInt8])
        /// A syntax error: the command is not supported, or its parameters are invalid (§6.2.1.5).
        case syntaxError
        /// No response yet. The chip searches for tags again after this number of microseconds.
        case search(Search, after: Int)
        /// No response. The chip waits until the host sends another frame.
        case nothing

        /// Returns a response that consists of one status byte.
        static func status(_ status: Status) -> Result { .data([status.rawValue]) }
    }

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

    /// Executes a command for peer-to-peer mode or card emulation. The chip responds as if no peer or other
    /// reader were present. For unknown commands, returns a syntax error.
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

/// The status of a command that involves a tag. It is the first data byte of most responses.
///
/// Source: NXP UM0701-02 §7.1.
enum Status: UInt8, Error {
    case done = 0x00
    /// The tag did not respond within the time limit.
    case timeout = 0x01
    /// The tag's response had a wrong CRC, or no CRC although the chip expected one.
    case crcError = 0x02
    /// The tag's response does not fit into the chip's buffer.
    case bufferTooSmall = 0x07
    /// In active mode, no peer switched its field on within the time limit.
    case noPeerField = 0x0A
    /// The tag violated the ISO-DEP protocol.
    case protocolError = 0x0B
    /// The format of the data is wrong. The chip also reports this status after a NAK from a MIFARE tag.
    case formatError = 0x13
    /// The tag refused the key of a MIFARE Classic authentication.
    case authenticationFailed = 0x14
    /// The command is invalid in the current context, for example because the target does not exist.
    case wrongContext = 0x27
}

/// The chip's radio. It sends frames to the field, and measures processing time and timeouts separately.
struct Antenna: Sendable {
    var field: VirtualField
    private var startMicroseconds = 0
    private var silentMicroseconds = 0

    init(field: VirtualField) {
        self.field = field
        startMicroseconds = field.elapsedMicroseconds
    }

    /// Sends one frame and returns the signal that the chip receives. If the response arrives after more than
    /// `timeout` microseconds, the result is silence.
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

    /// Advances the simulated time by this number of microseconds, during which the chip waits for a response
    /// that does not arrive.
    mutating func wait(_ microseconds: Int) {
        field.wait(microseconds: microseconds)
        silentMicroseconds += microseconds
    }

    /// Returns the number of microseconds since the previous call. `silence` is the time spent on timeouts,
    /// and `work` is the time spent on transmission and processing.
    mutating func takeTime() -> (work: Int, silence: Int) {
        let all = field.elapsedMicroseconds - startMicroseconds
        defer { (startMicroseconds, silentMicroseconds) = (field.elapsedMicroseconds, 0) }
        return (max(0, all - silentMicroseconds), silentMicroseconds)
    }
}
