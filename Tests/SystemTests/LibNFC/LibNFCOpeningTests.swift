import Foundation
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("libnfc's reader is opened and closed", .serialized, .ownThread)
struct LibNFCOpeningTests {
    /// The number of this program's open descriptors of `path`; other tests open files at the same time.
    private static func descriptors(of path: String) -> Int {
        let folder = "/proc/self/fd"
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
        }
    }

    @Test("twenty times, and no file descriptor stays behind")
    func reopens() async throws {
        let chip = try VirtualReader(VirtualField(try LibNFCBench.tags(["NTAG213"])))
        defer { chip.stop() }
        let before = Self.descriptors(of: chip.path)
        for _ in 1...20 {
            let reader = try await LibNFCReader.open(connstring: chip.connstring)
            #expect(try await reader.select(within: .seconds(1)).uid == LibNFCBench.uid(0))
            #expect(Self.descriptors(of: chip.path) == before + 2)
            await reader.close()
            await reader.close()
        }
        #expect(Self.descriptors(of: chip.path) == before)
    }

    @Test("a closed reader says so")
    func closed() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            await bench.reader.close()
            #expect(await bench.code { try await bench.reader.send(.getVersion) } == .tagLost)
            #expect(await bench.code { try await bench.select() } == .readerGone)
        }
    }

    @Test("a reader that is only let go of gives its lock back")
    func letGo() async throws {
        let chip = try VirtualReader(VirtualField())
        defer { chip.stop() }
        for _ in 1...2 {
            _ = try await LibNFCReader.open(connstring: chip.connstring)
        }
    }

    @Test("a second opening in this program is refused as busy, and succeeds afterwards")
    func busy() async throws {
        let chip = try VirtualReader(VirtualField())
        defer { chip.stop() }
        let first = try await LibNFCReader.open(connstring: chip.connstring)
        let error = await #expect(throws: TagError.self) {
            try await LibNFCReader.open(connstring: chip.connstring)
        }
        #expect(error?.code == .readerBusy)
        #expect(error?.remedy.isEmpty == false)
        await first.close()
        await (try LibNFCReader.open(connstring: chip.connstring)).close()
    }

    @Test("another program cannot lock the port meanwhile, and keeps us out when it was first")
    func otherProgram() async throws {
        let chip = try VirtualReader(VirtualField())
        defer { chip.stop() }
        let folder = FileManager.default.temporaryDirectory
        let tryLock = "flock --nonblock --conflict-exit-code 9 \(chip.path) true"
        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        #expect(try await ProgramRun.shell(tryLock, in: folder).exitCode == 9)
        await reader.close()
        #expect(try await ProgramRun.shell(tryLock, in: folder).exitCode == 0)

        let other = Process()
        other.executableURL = URL(filePath: "/usr/bin/env")
        other.arguments = ["flock", chip.path, "sh", "-c", "echo locked; read end"]
        let (output, input) = (Pipe(), Pipe())
        (other.standardOutput, other.standardInput) = (output, input)
        try other.run()
        defer {
            other.terminate()
            other.waitUntilExit()
        }
        #expect(try output.fileHandleForReading.read(upToCount: 6) == Data("locked".utf8))
        let error = await #expect(throws: TagError.self) {
            try await LibNFCReader.open(connstring: chip.connstring)
        }
        #expect(error?.code == .readerBusy)
        try input.fileHandleForWriting.close()
    }

    @Test(
        "a port without a reader is not found",
        arguments: [
            "pn532_uart:/dev/nowhere", "no_such_driver:/dev/null", "pn532_uart:/dev/null", "", "pn532_uart",
        ])
    func notFound(connstring: String) async {
        let error = await #expect(throws: TagError.self) {
            try await LibNFCReader.open(connstring: connstring)
        }
        #expect(error?.code == .readerNotFound)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(
        "a port behind which no PN532 answers is not found within two seconds",
        arguments: [
            .stalls, .vanishes, .refuses, .floods, .drips(microseconds: 40_000),
            .drips(microseconds: 150_000),
            .cutsAnswer(bytes: 3),
        ] as [LineFault])
    func silent(fault: LineFault) async throws {
        let chip = try VirtualReader(VirtualField(), lineFaults: [0: fault])
        defer { chip.stop() }
        let start = ContinuousClock.now
        let error = await #expect(throws: TagError.self) {
            try await LibNFCReader.open(connstring: chip.connstring)
        }
        #expect(error?.code == .readerNotFound)
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test("a PN532 that answers any one command of opening too late works or is not found", arguments: 0..<8)
    func late(command: Int) async throws {
        let chip = try VirtualReader(
            VirtualField(), lineFaults: [command: .answersLate(microseconds: 380_000)])
        defer { chip.stop() }
        do throws(TagError) {
            try await LibNFCReader.open(connstring: chip.connstring).close()
        } catch {
            #expect([.readerNotFound, .readerStalled].contains(error.code), "\(error)")
        }
    }

    @Test("a link to the port opens it, also one with colons, and finds the same lock")
    func links() async throws {
        let chip = try VirtualReader(VirtualField())
        defer { chip.stop() }
        let link = FileManager.default.temporaryDirectory.appending(path: "by-path-0:1.\(UUID().uuidString)")
            .path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: chip.path)
        defer { try? FileManager.default.removeItem(atPath: link) }
        let reader = try await LibNFCReader.open(connstring: "pn532_uart:\(link)")
        let error = await #expect(throws: TagError.self) {
            try await LibNFCReader.open(connstring: chip.connstring)
        }
        #expect(error?.code == .readerBusy)
        await reader.close()
    }

    @Test("looking for readers opens no port and prints nothing")
    func list() async {
        #expect(await LibNFCReader.list().allSatisfy { !$0.isEmpty })
        #expect(libNFCVersion().hasPrefix("1."))
    }
}
