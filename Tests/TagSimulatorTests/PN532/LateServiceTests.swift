import Foundation
import Glibc
import TestSupport
import Testing

@testable import TagSimulator

@Suite("A virtual reader whose thread is delayed")
struct LateServiceTests {
    private let version = Frame.information(hex("D4 02")).bytes
    private let versionAnswer = Frame.ack.bytes + Frame.information(hex("D5 03 32 01 06 07")).bytes
    private let wakeUp = hex("55 55 00 00 00")

    private static func echo(_ number: UInt8) -> [UInt8] {
        Frame.information([0xD4, 0x00, 0x00, number]).bytes
    }

    private static func echoAnswer(_ number: UInt8) -> [UInt8] {
        Frame.ack.bytes + Frame.information([0xD5, 0x01, 0x00, number]).bytes
    }

    @Test("sends only the response to the last frame that the host sent in the meantime")
    func lastOnly() throws {
        try Self.serving(wakeUp + version, Self.echo(7)) { port in
            #expect(port.read(17) == Self.echoAnswer(7))
            port.write(Self.echo(8))
            #expect(port.read(17) == Self.echoAnswer(8))
        }
    }

    @Test("sends nothing of a command that the host aborted in the meantime")
    func aborted() throws {
        try Self.serving(wakeUp + version, Frame.ack.bytes) { port in
            port.write(Self.echo(9))
            #expect(port.read(17) == Self.echoAnswer(9))
        }
    }

    @Test("keeps a pending response if the host has sent bytes, until they are processed")
    func pending() throws {
        let terminal = try Pseudoterminal()
        let port = try Port(terminal.path)
        let service = try ReaderService(VirtualField(), pace: .atOnce, faults: [:])
        var steps = [ReaderService.Step.write(versionAnswer)]
        var due: ContinuousClock.Instant?
        port.write(version)
        #expect(service.advance(&steps, &due, on: terminal) == .zero)
        #expect(steps.count == 1)
        #expect(!port.hasInput)
        // A service must run before it is released.
        Thread { service.run(on: terminal) }.start()
        service.stop()
    }

    /// Starts the service after the host has sent `pieces`, and stops it after `body`.
    private static func serving(_ pieces: [UInt8]..., body: (Port) throws -> Void) throws {
        let terminal = try Pseudoterminal()
        let port = try Port(terminal.path)
        let service = try ReaderService(VirtualField(), pace: .atOnce, faults: [:])
        for piece in pieces { port.write(piece) }
        Thread { service.run(on: terminal) }.start()
        defer { service.stop() }
        try body(port)
    }
}

/// The host's end of a port.
private final class Port {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    func write(_ bytes: [UInt8]) { _ = Glibc.write(descriptor, bytes, bytes.count) }

    /// Reads until `count` bytes have arrived, for at most five seconds.
    func read(_ count: Int) -> [UInt8] {
        var heard: [UInt8] = []
        while heard.count < count {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, 5_000) > 0 else { return heard }
            var buffer = [UInt8](repeating: 0, count: count - heard.count)
            let length = Glibc.read(descriptor, &buffer, buffer.count)
            guard length > 0 else { return heard }
            heard += buffer.prefix(length)
        }
        return heard
    }

    var hasInput: Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) > 0
    }
}
