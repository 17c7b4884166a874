import Glibc

/// An exchange with a PN532 over its serial line. It aborts the chip's current command and discards all bytes
/// that the chip still sends.
///
/// After a timeout, the chip's response to the abandoned command may arrive at any time. libnfc discards only
/// the bytes that have already arrived, and would treat a later response as the response to its next command.
/// The exchange therefore ends with a response that no earlier command can have: the echo of a number.
///
/// Source: NXP UM0701-02 §6.2.1.3 (an ACK from the host aborts the command), §7.2.1 (Diagnose, communication
/// line test).
struct LineSynchronization {
    /// The bytes to send: an ACK, and the Diagnose command, which requests the echo of a number.
    let request: [UInt8]
    /// The chip's expected response to Diagnose, which contains the number from ``request``.
    let echo: [UInt8]

    /// The maximum time to wait for the echo. The chip needs 3 ms; a busy computer needs more.
    static let limit: Duration = .milliseconds(500)

    /// The maximum time from the start of the failed libnfc call to the end of the synchronization. It limits
    /// the delay for a reader that does not respond.
    private static let deadline: Duration = .milliseconds(1_600)

    /// Returns the maximum time to wait for the echo after a failed libnfc call that took `duration`.
    static func limit(after duration: Duration) -> Duration { max(.zero, min(limit, deadline - duration)) }

    /// Creates an exchange that requests the echo of `number`. Use a different number each time.
    init(number: UInt8) {
        request = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00] + Self.frame([0xD4, 0x00, 0x00, number])
        echo = Self.frame([0xD5, 0x01, 0x00, number])
    }

    private static func frame(_ data: [UInt8]) -> [UInt8] {
        let length = UInt8(data.count)
        let sum = data.reduce(0, &+)
        return [0x00, 0x00, 0xFF, length, 0 &- length] + data + [0 &- sum, 0x00]
    }

    /// Sends ``request``, and waits until the chip responds with ``echo``. No libnfc call may be using the
    /// port.
    ///
    /// - Parameters:
    ///   - port: A non-blocking descriptor of the port.
    ///   - limit: The maximum time to wait for the echo.
    /// - Returns: `true` if the chip has sent the echo. The chip then has nothing left to send and waits for
    ///   a command.
    func run(on port: Int32, within limit: Duration = limit) -> Bool {
        guard write(port, request, request.count) == request.count else { return false }
        let end = ContinuousClock.now + limit
        var received: [UInt8] = []
        while true {
            let rest = ContinuousClock.now.duration(to: end)
            var state = pollfd(fd: port, events: Int16(POLLIN), revents: 0)
            let ready = poll(&state, 1, Int32(max(0, rest.milliseconds.rounded(.up))))
            if ready < 0, errno == EINTR { continue }
            guard ready > 0, state.revents & Int16(POLLIN) != 0 else { return false }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(port, &buffer, buffer.count)
            guard count > 0 else { return false }
            received += buffer.prefix(count)
            if received.hasEnd(echo) { return true }
            received = received.suffix(echo.count)
            // An endless stream of other bytes must not extend the wait.
            guard rest > .zero else { return false }
        }
    }
}

extension [UInt8] {
    fileprivate func hasEnd(_ end: [UInt8]) -> Bool { suffix(end.count) == end[...] }
}
