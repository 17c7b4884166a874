import Glibc

/// A dialogue with a PN532 on its serial line that aborts the chip's current command and reads all bytes that the chip
/// still sends.
///
/// After a timeout, the chip's response to the abandoned command may arrive at any time. libnfc discards only the
/// bytes that have already arrived, and would read a later response as the response to its next command. The dialogue
/// therefore ends with a response that no earlier command can have: the echo of a number.
///
/// Source: NXP UM0701-02 §6.2.1.3 (an ACK of the host aborts the command), §7.2.1 (Diagnose, test of the line).
struct LineSynchronization {
    /// The host's frames: an ACK, then a Diagnose that requests the echo.
    let request: [UInt8]
    /// The chip's last response.
    let echo: [UInt8]

    /// The usual maximum time to wait for the echo. The chip needs 3 ms; a busy computer needs more.
    static let limit: Duration = .milliseconds(500)

    /// The maximum time to wait for a reader that does not respond, from the start of the failed libnfc call.
    private static let deadline: Duration = .milliseconds(1_600)

    /// Returns the maximum time to wait for the echo after a failed libnfc call of this duration.
    static func limit(after duration: Duration) -> Duration { max(.zero, min(limit, deadline - duration)) }

    /// Creates a dialogue with the echo of `number`, which must differ from the previous one.
    init(number: UInt8) {
        request = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00] + Self.frame([0xD4, 0x00, 0x00, number])
        echo = Self.frame([0xD5, 0x01, 0x00, number])
    }

    private static func frame(_ data: [UInt8]) -> [UInt8] {
        let length = UInt8(data.count)
        let sum = data.reduce(0, &+)
        return [0x00, 0x00, 0xFF, length, 0 &- length] + data + [0 &- sum, 0x00]
    }

    /// Runs the dialogue on a port that no libnfc call is using.
    ///
    /// - Parameters:
    ///   - port: A non-blocking descriptor of the port.
    ///   - limit: The maximum time to wait for the echo.
    /// - Returns: Whether the chip has sent the echo, so that it waits for a command and has nothing left to send.
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
    /// Returns whether the bytes end with `end`.
    fileprivate func hasEnd(_ end: [UInt8]) -> Bool { suffix(end.count) == end[...] }
}
