import Dispatch
import Glibc
import SimulationKit
import Synchronization
import TagKit

/// The service that runs on the thread of a ``VirtualReader``. It reads bytes from the serial port, passes
/// them to the simulated chip, and writes the chip's responses.
final class ReaderService: Sendable {
    struct State {
        var serial: SerialPN532
        var failure: TagError?
        /// The fault that affects all frames from now on; nil if there is no such fault.
        var lasting: LineFault?
        var mustStop = false
        /// The fault that begins at the host's next frame, or nil.
        var next: LineFault?
    }

    /// An action of the service. Actions are performed in order. A new frame from the host replaces all
    /// pending actions.
    enum Step {
        case write([UInt8])
        case wait(microseconds: Int)
        case poll
        /// Writes eight bytes of noise every millisecond.
        case flood(SeededGenerator)
    }

    private let state: Mutex<State>
    private let pace: VirtualReader.Pace
    private let faults: [Int: LineFault]
    /// The ends of a pipe. A byte in the pipe wakes the thread when the service must stop.
    private let bell: Bell
    private let work = DispatchGroup()

    init(_ field: VirtualField, pace: VirtualReader.Pace, faults: [Int: LineFault]) throws(TagError) {
        state = Mutex(State(serial: SerialPN532(field: field)))
        self.pace = pace
        self.faults = faults
        bell = try Bell("the virtual reader")
        work.enter()
    }

    func read<Outcome: Sendable>(_ body: (State) -> Outcome) -> Outcome { state.withLock { body($0) } }

    func change<Outcome: Sendable>(_ body: @Sendable (inout State) -> Outcome) -> Outcome {
        state.withLock { body(&$0) }
    }

    func stop() {
        change { $0.mustStop = true }
        bell.ring()
        waitForEnd()
    }

    func waitForEnd() { work.wait() }

    /// Serves the port until the service is stopped, the reader disappears because of a fault, or a tag's
    /// file cannot be updated.
    func run(on terminal: Pseudoterminal) {
        var steps: [Step] = []
        var due: ContinuousClock.Instant?
        while !read({ $0.mustStop || $0.lasting == .vanishes || $0.failure != nil }) {
            let wait = advance(&steps, &due, on: terminal)
            guard let bytes = listen(on: terminal, for: wait) else { continue }
            if let next = hear(bytes) { (steps, due) = (next, nil) }
        }
        terminal.hangUp()
        change { $0.serial.chip.field.clear() }
        work.leave()
    }

    /// Performs all steps that are due.
    ///
    /// Stops before a write if the host has sent bytes in the meantime, because they may abort the command.
    /// The caller must process these bytes first.
    ///
    /// - Returns: The time until the next step; zero if the host has sent bytes; nil after the last step.
    func advance(
        _ steps: inout [Step], _ due: inout ContinuousClock.Instant?, on terminal: Pseudoterminal
    ) -> Duration? {
        while let step = steps.first {
            switch step {
            case .write(let bytes):
                guard !terminal.hasInput else { return .zero }
                send(bytes, on: terminal)
            case .wait(let microseconds):
                let end = due ?? .now.advanced(by: .microseconds(microseconds))
                due = end
                let now = ContinuousClock.now
                guard end <= now else { return now.duration(to: end) }
                due = nil
            case .poll: steps += self.steps(change { $0.serial.poll() })
            case .flood(var noise):
                // This is approximately the capacity of a line at 115200 Bd.
                send((0..<8).map { _ in UInt8(truncatingIfNeeded: noise.next()) }, on: terminal)
                steps += [.wait(microseconds: 1_000), .flood(noise)]
            }
            steps.removeFirst()
        }
        return nil
    }

    /// Waits for bytes from the host and returns them. Returns nil after the time limit, or if the service
    /// must stop.
    private func listen(on terminal: Pseudoterminal, for limit: Duration?) -> [UInt8]? {
        var events = [
            pollfd(fd: terminal.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
        ]
        _ = Glibc.poll(&events, 2, limit.map { Int32(($0 / .milliseconds(1)).rounded(.up)) } ?? -1)
        guard events[0].revents & Int16(POLLIN) != 0 else { return nil }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = Glibc.read(terminal.descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    /// Writes bytes to the port. If the port's buffer is full because the client does not read, the remaining
    /// bytes are lost, as on a real line.
    private func send(_ bytes: [UInt8], on terminal: Pseudoterminal) {
        _ = bytes.passed { write(terminal.descriptor, $0.baseAddress, $0.count) }
    }

    /// Passes bytes from the host to the chip.
    ///
    /// If this thread was delayed, the bytes can contain several frames. In that case, the service sends only
    /// the response to the last frame, because the host would discard the earlier responses.
    ///
    /// - Returns: The steps that replace the pending ones; nil if no frame is complete.
    private func hear(_ bytes: [UInt8]) -> [Step]? {
        let (actions, faults, lasting) = state.withLock { state in
            let first = state.serial.framesReceived
            var actions: [VirtualPN532.Action]?
            for byte in bytes { actions = state.serial.receive([byte]) ?? actions }
            let frames = first..<state.serial.framesReceived
            var faults = frames.suffix(1).compactMap { self.faults[$0] }
            if !frames.isEmpty, let next = state.next.take() { faults.append(next) }
            state.failure = state.failure ?? state.serial.chip.field.fileError
            let planned = frames.compactMap { self.faults[$0] } + faults
            state.lasting = planned.last(where: \.lasts) ?? state.lasting
            switch state.serial.chip.field.readerFault {
            case .readerStalls: state.lasting = .stalls
            case .readerVanishes: state.lasting = .vanishes
            default: break
            }
            return (actions, faults, state.failure == nil ? state.lasting : .stalls)
        }
        guard let actions else { return nil }
        var steps = steps(actions)
        if pace == .realTime { steps.insert(.wait(microseconds: lineMicroseconds(bytes.count)), at: 0) }
        for fault in faults where !fault.lasts { fault.apply(to: &steps) }
        lasting?.apply(to: &steps)
        return steps
    }

    private func steps(_ actions: [VirtualPN532.Action]) -> [Step] {
        actions.flatMap { action -> [Step] in
            switch action {
            case .send(let frame) where pace == .realTime:
                [.wait(microseconds: lineMicroseconds(frame.bytes.count)), .write(frame.bytes)]
            case .send(let frame): [.write(frame.bytes)]
            case .work(let time): pace == .realTime ? [.wait(microseconds: time)] : []
            case .listen(let time): [.wait(microseconds: time)]
            case .pollAgain(let time): [.wait(microseconds: time), .poll]
            }
        }
    }

    private func lineMicroseconds(_ bytes: Int) -> Int {
        bytes * 10_000_000 / read { $0.serial.chip.baudRate }
    }
}

/// A pseudoterminal. Clients open one end like a serial port; this program uses the other end.
///
/// The program also keeps the clients' end open, so that the pseudoterminal still works after a client has
/// closed the port.
final class Pseudoterminal: Sendable {
    /// The file descriptor of this program's end of the pseudoterminal. The descriptor is non-blocking.
    let descriptor: Int32
    /// The path of the port that clients open. It contains no colon, because colons separate the parts of a
    /// libnfc connection string.
    let path: String
    private let port: Int32
    private let isOpen = Mutex(true)

    /// Opens a pseudoterminal in raw mode, which passes all bytes unchanged.
    ///
    /// - Throws: `readerNotFound` if the system cannot open one.
    init() throws(TagError) {
        var ends: (mine: Int32, port: Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&ends.mine, &ends.port, &name, nil, nil) == 0 else {
            throw TagError(
                .readerNotFound, "the system cannot create a pseudoterminal for the virtual reader",
                reason: String(cString: strerror(errno)),
                remedy: "check that /dev/pts is mounted, and close programs that use many terminals")
        }
        (descriptor, port) = (ends.mine, ends.port)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for end in [descriptor, port] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK)
        var settings = termios()
        tcgetattr(port, &settings)
        cfmakeraw(&settings)
        tcsetattr(port, TCSANOW, &settings)
    }

    deinit { hangUp() }

    /// Whether the clients have written bytes that this program has not read yet.
    var hasInput: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&state, 1, 0) > 0 && state.revents & Int16(POLLIN) != 0
    }

    /// Closes both ends of the pseudoterminal. Afterward, clients can neither read nor write, and
    /// ``descriptor`` must not be used.
    func hangUp() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        close(port)
        close(descriptor)
    }
}
