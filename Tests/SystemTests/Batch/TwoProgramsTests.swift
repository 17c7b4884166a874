import Foundation
import Glibc
import TestSupport
import Testing

/// Two programs that write one batch at the same time.
@Suite(.serialized) struct TwoProgramsTests {
    /// A batch with so many seats, and two boxes with a tag each.
    private static func prepare(_ scratch: Scratch, seats: Int) async throws {
        let run = try await scratch.run(
            """
            mkdir data one two
            tapctl batch new Main --count \(seats) --place Seat --url https://church.example/give --data data &&
            tapctl sim tag new one/a.nfc --uid 04E141124C2881 &&
            tapctl sim tag new two/b.nfc --uid 04E141124C2882
            """)
        try #require(run.exitCode == 0, "\(run.standardError)")
    }

    /// The first program, stopped or killed while it writes its tag.
    private static func first(_ signal: Int32, _ scratch: Scratch) throws -> Process {
        let box = scratch.folder.appending(path: "one")
        let run = [
            "batch", "run", "Main", "--wait", "1", "--reader", "sim:\(box.path)", "--data",
            scratch.folder.appending(path: "data").path,
        ]
        return try FolderChanges.signal(signal, to: run, after: 2, in: box).process
    }

    /// Lets the first program end its work. After a long stop its reader has timed out, and the same command goes on.
    private static func goOn(_ first: Process, _ scratch: Scratch) async throws {
        kill(first.processIdentifier, SIGCONT)
        first.waitUntilExit()
        let run = try await scratch.run("tapctl batch run Main --wait 1 --reader sim:one --data data")
        #expect(run.exitCode == 0, "\(run.standardError)")
    }

    private static let second = "tapctl batch run Main --wait 1 --reader sim:two --data data"

    @Test("while the first one lives, its seat is not given to the second one's tag; and it ends its work")
    func firstLives() async throws {
        try await Scratch.with { scratch in
            try await Self.prepare(scratch, seats: 1)
            let first = try Self.first(SIGSTOP, scratch)
            defer { if first.isRunning { kill(first.processIdentifier, SIGKILL) } }
            let run = try await scratch.run(
                "cp two/b.nfc before; \(Self.second); echo $?; cmp two/b.nfc before")
            #expect(run.standardOutput == "75\n", "\(run.standardOutput)")
            #expect(run.standardError.contains("1 seat left to another tapctl"), "\(run.standardError)")
            try await Self.goOn(first, scratch)
            #expect(try await Self.uids(scratch) == ["04E141124C2881"])
        }
    }

    @Test("the second one announces and writes the next seat, and both end with theirs")
    func nextSeat() async throws {
        try await Scratch.with { scratch in
            try await Self.prepare(scratch, seats: 2)
            let first = try Self.first(SIGSTOP, scratch)
            defer { if first.isRunning { kill(first.processIdentifier, SIGKILL) } }
            let run = try await scratch.run(Self.second)
            #expect(run.standardOutput.hasPrefix("verified   Seat 2"), "\(run.standardOutput)")
            try await Self.goOn(first, scratch)
            #expect(try await Self.uids(scratch) == ["04E141124C2881", "04E141124C2882"])
        }
    }

    @Test(
        "a seat whose program was killed waits for nobody: its own tag goes on with it, or another one takes it"
    )
    func firstIsKilled() async throws {
        for (box, uid) in [("one", "04E141124C2881"), ("two", "04E141124C2882")] {
            try await Scratch.with { scratch in
                try await Self.prepare(scratch, seats: 1)
                let first = try Self.first(SIGKILL, scratch)
                first.waitUntilExit()
                try #require(first.terminationReason == .uncaughtSignal)
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
