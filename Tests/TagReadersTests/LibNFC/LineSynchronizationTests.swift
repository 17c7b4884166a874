import Glibc
import TestSupport
import Testing

@testable import TagReaders

@Suite("Synchronizing with a PN532")
struct LineSynchronizationTests {
    private static let echo = hex("00 00 FF 04 FC D5 01 00 07 23 00")
    private static let ack = hex("00 00 FF 00 FF 00")
    private static let lateResponse = ack + hex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")

    @Test("aborts the command, and requests an echo")
    func request() throws {
        let line = try Line()
        line.send(Self.echo)
        #expect(line.synchronize())
        #expect(line.received() == Self.ack + hex("00 00 FF 04 FC D4 00 00 07 25 00"))
    }

    @Test(
        "discards late responses, and leaves nothing that the next command could take for its response",
        arguments: [lateResponse, ack, hex("07 E8 00"), lateResponse + lateResponse, hex("FF FF 00")])
    func late(bytes: [UInt8]) throws {
        let line = try Line()
        line.send(bytes + Self.ack + Self.echo)
        #expect(line.synchronize())
        #expect(!line.hasInput)
    }

    @Test(
        "fails without the echo of this number",
        arguments: [
            [], ack, lateResponse, hex("00 00 FF 04 FC D5 01 00 06 24 00"), Array(echo.dropLast()),
        ] as [[UInt8]])
    func noEcho(bytes: [UInt8]) throws {
        let line = try Line()
        line.send(bytes)
        #expect(!line.synchronize(within: .zero))
    }

    @Test("fails if the port is gone")
    func gone() throws {
        let line = try Line()
        line.hangUp()
        #expect(!line.synchronize())
    }

    @Test(
        "waits less after a long call, so that a reader that does not respond is reported in two seconds",
        arguments: [(0, 500), (600, 500), (1_100, 500), (1_300, 300), (1_600, 0), (5_000, 0)])
    func limits(milliseconds: Int, limit: Int) {
        #expect(LineSynchronization.limit(after: .milliseconds(milliseconds)) == .milliseconds(limit))
    }
}

/// A pseudoterminal whose other end is controlled by the test.
private final class Line {
    private let port: Int32
    private var far: Int32

    init() throws {
        var (far, port): (Int32, Int32) = (-1, -1)
        try #require(openpty(&far, &port, nil, nil, nil) == 0)
        (self.far, self.port) = (far, port)
        var settings = termios()
        tcgetattr(port, &settings)
        cfmakeraw(&settings)
        tcsetattr(port, TCSANOW, &settings)
        for end in [far, port] { _ = fcntl(end, F_SETFL, O_RDWR | O_NONBLOCK) }
    }

    deinit {
        hangUp()
        close(port)
    }

    func hangUp() {
        if far >= 0 { close(far) }
        far = -1
    }

    func send(_ bytes: [UInt8]) { _ = write(far, bytes, bytes.count) }

    func synchronize(within limit: Duration = .seconds(5)) -> Bool {
        LineSynchronization(number: 7).run(on: port, within: limit)
    }

    func received() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(far, &buffer, buffer.count)
        return Array(buffer.prefix(max(0, count)))
    }

    var hasInput: Bool {
        var state = pollfd(fd: port, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0
    }
}
