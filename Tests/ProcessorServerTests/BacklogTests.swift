import DatabaseKit
import Foundation
import Glibc
import ProcessorServer
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

@Suite struct BacklogTests {
    @Test("the listening socket queues 4,096 connections")
    func backlog() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "backlog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let clock = VirtualClock(at: .init(seconds: 1_800_000_000)).wallClock
        let server = try await LoopbackServer(SimulatedProcessor(file: file, clock: clock, seed: 1))
        let port = try #require(URL(string: server.address)?.port)
        let allowed = try String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8)
        let most = try #require(Int(allowed.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(Self.backlogs(ofPort: port) == [min(4_096, most)])
        await server.ended()
        try file.close()
    }

    /// Returns the queue lengths of this process's sockets that listen on a port of 127.0.0.1.
    private static func backlogs(ofPort port: Int) -> [Int] {
        (0..<min(getdtablesize(), 65_536)).compactMap { (descriptor: Int32) -> Int? in
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &size) == 0
                }
            }
            guard isNamed, Int(UInt16(bigEndian: address.sin_port)) == port else { return nil }
            var listens: Int32 = 0
            size = socklen_t(MemoryLayout<Int32>.size)
            guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens == 1 else {
                return nil
            }
            // For a listening socket, Linux returns the maximum length of its queue here (tcp_get_info).
            var info = tcp_info()
            size = socklen_t(MemoryLayout<tcp_info>.size)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 else { return nil }
            return Int(info.tcpi_sacked)
        }
    }
}
