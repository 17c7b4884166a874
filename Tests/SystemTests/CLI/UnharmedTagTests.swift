import Foundation
import TestSupport
import Testing

/// Ctrl-C, other programs and full disks leave the tag as it was after the last complete write.
@Suite(.serialized) struct UnharmedTagTests {
    @Test("Ctrl-C in the middle of a write leaves a tag that the next write finishes", arguments: 0..<8)
    func interruptedWrite(changes: Int) async throws {
        try await Scratch.with { scratch in
            // The signal is sent after this many changes to the file, not after a fixed time.
            let line = """
                cp $TAG last; tapctl tag write --org ALongNameForManyPages --fund 12 --overwrite --reader sim:$TAG \\
                    > out 2> err & pid=$!
                seen=0
                while [ $seen -lt \(changes) ] && kill -0 $pid 2> /dev/null; do
                    if ! cmp -s $TAG last; then cp $TAG last; seen=$((seen + 1)); fi
                done
                kill -INT $pid 2> /dev/null; wait $pid; echo $?
                """
            let exit = try await scratch.run(line).standardOutput
            #expect(["130\n", "0\n"].contains(exit))
            let read = try await scratch.run("tapctl tag read --reader sim:$TAG")
            let isOld = read.standardOutput.contains("GraceChapel?f=7")
            let isNew = read.standardOutput.contains("ALongNameForManyPages?f=12&r=0")
            let isEmpty = read.standardOutput.contains("no message: empty")
            #expect([isOld, isNew, isEmpty].count { $0 } >= 1, "\(read.standardOutput)\(read.standardError)")
            if exit == "0\n" { #expect(isNew) }
            let again = try await scratch.run("tapctl tag write --org Grace --overwrite --reader sim:$TAG")
            #expect(again.exitCode == 0)
        }
    }

    @Test("Ctrl-C while waiting ends with 130", arguments: ["INT", "TERM", "HUP"])
    func interruptedWait(signal: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl tag watch --reader sim:$TAG > out 2> err & pid=$!
                while [ ! -s out ]; do sleep 0.01; done
                kill -\(signal) $pid; wait $pid; echo $?; cat err
                """)
            #expect(run.standardOutput == "130\n1 tag read\n", "\(run.standardOutput)")
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test("Ctrl-C is the normal end of a virtual reader")
    func endedReader() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl sim reader $TAG > out 2> err & pid=$!
                while [ ! -s out ]; do sleep 0.01; done
                kill -INT $pid; wait $pid; echo $?; cat err
                """)
            #expect(
                run.standardOutput
                    == "130\nserving a PN532 with tag.nfc in its field; press Ctrl-C to stop\n",
                "\(run.standardOutput)")
        }
    }

    @Test("a second program on the same tag asks the user to try again")
    func twoPrograms() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl sim reader $TAG > out 2> /dev/null & pid=$!
                while [ ! -s out ]; do sleep 0.01; done
                tapctl tag write --org Grace --overwrite --reader sim:$TAG; code=$?
                kill -INT $pid; wait $pid; exit $code
                """)
            #expect(run.exitCode == 75)
            #expect(run.standardError.contains("error: the tag in tag.nfc is in use"))
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test("a file that cannot be replaced whole stays what it was, and none is left half-written")
    func noRoomForDump() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                echo old > old.nfc
                for name in old.nfc other.nfc; do
                    (ulimit -f 0; tapctl tag dump --force -o $name --reader sim:$TAG) >/dev/null 2>&1
                done
                cat old.nfc; ls -A | grep -c -e other -e new
                """)
            #expect(run.standardOutput == "old\n0\n")
        }
    }

    @Test("a closed pipe ends a command at once, and also a replay")
    func unreadPipe() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                mkfifo pipe
                timeout -k 1 10 tapctl tag read --trace pipe --reader sim:$TAG >/dev/null 2>&1; echo $?
                timeout -k 1 10 tapctl tag dump --force -o pipe --reader sim:$TAG >/dev/null 2>&1; echo $?
                timeout -k 1 10 tapctl sim replay pipe >/dev/null 2>&1; echo $?
                """)
            #expect(run.standardOutput == "73\n73\n66\n")
        }
    }

    @Test(
        "a file that cannot follow its tag is reported, and stays unchanged",
        arguments: ["ulimit -f 0", "chmod a-w $TAG"])
    func noRoom(obstacle: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "(\(obstacle); tapctl tag write --org Grace --overwrite --reader sim:$TAG) 2>&1 | cat")
            #expect(run.standardOutput.contains("tag.nfc cannot be written"), "\(run.standardOutput)")
            #expect(scratch.tagIsUnharmed)
            #expect(try await scratch.run("ls -A | grep new").standardOutput == "", "no file is left behind")
        }
    }
}
