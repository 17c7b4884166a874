import Foundation
import Glibc
import TagDumps
import TagKit
import TestSupport
import Testing

/// Two programs that write tags of one batch at the same time.
@Suite(.serialized) struct TwoProgramsTests {
    /// Stops or kills the first of two programs while it writes its tag, and then runs `body`.
    ///
    /// The signal follows a change of the tag's file, so on a busy machine it may come after the last write.
    /// In that case, everything is repeated with a message that takes more writes.
    private static func interrupting(
        _ signal: Int32, seats: Int, _ body: (Scratch, _ first: Process) async throws -> Void
    ) async throws {
        for urlLength in [200, 400] + Array(repeating: 800, count: 8) {
            let isDone = try await Scratch.with { scratch in
                try await prepare(scratch, seats: seats, urlLength: urlLength)
                let first = try first(signal, scratch)
                defer { if first.isRunning { kill(first.processIdentifier, SIGKILL) } }
                guard try isInterrupted(first, by: signal, scratch) else { return false }
                try await body(scratch, first)
                return true
            }
            if isDone { return }
        }
        Issue.record("the first program always ended before the signal")
    }

    /// Creates a batch with the given number of seats, and two boxes with one tag each.
    private static func prepare(_ scratch: Scratch, seats: Int, urlLength: Int) async throws {
        let url = "https://church.example/give?from=".padding(
            toLength: urlLength, withPad: "x", startingAt: 0)
        let run = try await scratch.run(
            """
            mkdir data one two
            tapctl batch new Main --count \(seats) --place Seat --url '\(url)' --data data &&
            tapctl sim tag new one/a.nfc --type NTAG216 --uid 04E141124C2881 &&
            tapctl sim tag new two/b.nfc --type NTAG216 --uid 04E141124C2882
            """)
        try #require(run.exitCode == 0, "\(run.standardError)")
    }

    /// Starts the first program, and sends it the signal after its second write.
    private static func first(_ signal: Int32, _ scratch: Scratch) throws -> Process {
        let box = scratch.folder.appending(path: "one")
        let run = [
            "batch", "run", "Main", "--wait", "1", "--reader", "sim:\(box.path)", "--data",
            scratch.folder.appending(path: "data").path,
        ]
        return try FolderChanges.signal(signal, to: run, after: 2, in: box).process
    }

    /// Waits until the signal has taken effect, or the program has ended.
    ///
    /// - Returns: True if the tag does not have its whole message: the program was still writing it.
    private static func isInterrupted(_ first: Process, by signal: Int32, _ scratch: Scratch) throws -> Bool {
        if signal == SIGSTOP {
            var info = siginfo_t()
            // WNOWAIT leaves the end of the program to Foundation.
            let found = waitid(
                P_PID, id_t(first.processIdentifier), &info, WSTOPPED | WEXITED | WNOWAIT)
            guard found == 0, info.si_code == CLD_STOPPED else { return false }
        } else {
            first.waitUntilExit()
            guard first.terminationReason == .uncaughtSignal else { return false }
        }
        let file = scratch.folder.appending(path: "one/a.nfc")
        let image = try TagImage(reading: Array(Data(contentsOf: file)), named: file.path)
        return try image.message().records.isEmpty
    }

    /// Lets the first program finish. After a long stop, its reader has timed out, and the same command is
    /// run again.
    private static func goOn(_ first: Process, _ scratch: Scratch) async throws {
        kill(first.processIdentifier, SIGCONT)
        first.waitUntilExit()
        let run = try await scratch.run("tapctl batch run Main --wait 1 --reader sim:one --data data")
        #expect(run.exitCode == 0, "\(run.standardError)")
    }

    private static let second = "tapctl batch run Main --wait 1 --reader sim:two --data data"

    @Test("while the first program runs, a second one cannot take its seat, and the first one finishes")
    func firstLives() async throws {
        try await Self.interrupting(SIGSTOP, seats: 1) { scratch, first in
            let run = try await scratch.run(
                "cp two/b.nfc before; \(Self.second); echo $?; cmp two/b.nfc before")
            #expect(run.standardOutput == "75\n", "\(run.standardOutput)")
            #expect(
                run.standardError.contains(
                    "another tapctl process is running this batch and has 1 seat in progress"),
                "\(run.standardError)")
            try await Self.goOn(first, scratch)
            #expect(try await Self.uids(scratch) == ["04E141124C2881"])
        }
    }

    @Test("the second program announces and writes the next seat, and both finish")
    func nextSeat() async throws {
        try await Self.interrupting(SIGSTOP, seats: 2) { scratch, first in
            let run = try await scratch.run(Self.second)
            #expect(run.standardOutput.hasPrefix("verified   Seat 2"), "\(run.standardOutput)")
            try await Self.goOn(first, scratch)
            #expect(try await Self.uids(scratch) == ["04E141124C2881", "04E141124C2882"])
        }
    }

    @Test(
        "the seat of a killed program blocks no other: its own tag continues with it, or another tag takes it"
    )
    func firstIsKilled() async throws {
        for (box, uid) in [("one", "04E141124C2881"), ("two", "04E141124C2882")] {
            try await Self.interrupting(SIGKILL, seats: 1) { scratch, _ in
                let run = try await scratch.run(
                    "tapctl batch run Main --wait 1 --reader sim:\(box) --data data")
                #expect(run.exitCode == 0, "\(run.standardError)")
                #expect(try await Self.uids(scratch) == [uid])
            }
        }
    }

    /// The tags of the seats.
    private static func uids(_ scratch: Scratch) async throws -> [String] {
        let run = try await scratch.run(
            "tapctl batch export Main --json --data data | jq -r '.rows[] | select(.state == \"verified\") | .uid'"
        )
        return run.standardOutput.split(separator: "\n").map(String.init)
    }
}
