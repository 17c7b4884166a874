import Foundation
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("tapctl on a libnfc reader is interrupted", .serialized, .ownThread)
struct InterruptionTests {
    @Test(
        "while it waits for a tag: it ends within two seconds with 130, and the reader is free",
        arguments: [SIGINT, SIGTERM])
    func whileWaiting(signal: Int32) async throws {
        let listener = Listener()
        let chip = try VirtualReader(VirtualField([listener]))
        defer { chip.stop() }
        let program = try RunningProgram([
            "tapctl", "tag", "read", "--wait", "600", "--reader", "libnfc:\(chip.connstring)",
        ])
        await listener.wait(for: 4, \.isRequest)
        let start = ContinuousClock.now
        program.signal(signal)
        #expect(await program.exitCode() == 130)
        #expect(ContinuousClock.now - start < .seconds(2))
        await (try LibNFCReader.open(connstring: chip.connstring)).close()
    }

    @Test(
        "within a write: the tag holds one message or none, and the next write repairs it", arguments: 1...13)
    func withinWrite(page: Int) async throws {
        let scratch = try ScratchTag(product: "NTAG213")
        defer { scratch.remove() }
        let listener = Listener()
        let chip = try VirtualReader(try scratch.field())
        defer { chip.stop() }
        chip.change { $0.insert(listener) }
        let write = ["tapctl", "tag", "write", givingURL, "--reader", "libnfc:\(chip.connstring)"]
        let program = try RunningProgram(write)
        await listener.wait(for: page, \.isWrite)
        program.signal(SIGINT)
        // At the last page, the write may be complete before the signal arrives.
        #expect([0, 130].contains(await program.exitCode()))

        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        let snapshot = try await TagSession(reader).inspect(within: .seconds(1))
        await reader.close()
        #expect([[], givingMessage].contains(snapshot.message))
        #expect(await (try RunningProgram(write)).exitCode() == 0)
        #expect(try scratch.message() == givingMessage)
    }

    @Test("and killed: its lock is gone with it, and the port opens again")
    func killed() async throws {
        let listener = Listener()
        let chip = try VirtualReader(VirtualField([listener]))
        defer { chip.stop() }
        let program = try RunningProgram([
            "tapctl", "tag", "watch", "--reader", "libnfc:\(chip.connstring)",
        ])
        await listener.wait(for: 4, \.isRequest)
        let busy = try RunningProgram(["tapctl", "tag", "read", "--reader", "libnfc:\(chip.connstring)"])
        #expect(await busy.exitCode() == 75)
        program.signal(SIGKILL)
        #expect(await program.exitCode() == 128 + SIGKILL)
        await (try LibNFCReader.open(connstring: chip.connstring)).close()
    }

    @Test("A reader is refused, and not tried, where more files are open than libnfc can wait for")
    func manyFiles() async throws {
        let scratch = try ScratchTag(product: "NTAG213")
        defer { scratch.remove() }
        let run = try await ProgramRun.shell(
            """
            bash -c 'ulimit -n 2048 && for n in {10..1200}; do eval "exec $n</dev/null"; done
            exec tapctl tag info --reader sim:\(scratch.file.path) --json'
            """, in: scratch.folder)
        #expect(run.exitCode == 69, "\(run.standardError)")
        #expect(run.standardOutput.contains("too many files are open"))
    }

    @Test("libnfc itself says nothing on stderr")
    func quiet() async throws {
        let run = try await ProgramRun.shell(
            "tapctl reader list --json", in: FileManager.default.temporaryDirectory)
        #expect(!run.standardError.contains("libnfc.") && !run.standardError.contains("USB bus"))
    }
}
