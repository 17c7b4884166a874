import TestSupport
import Testing

/// An audit walk with the real program.
@Suite(.serialized) struct AuditTests {
    /// A batch with one seat, whose tag is in `a.nfc`, and a script that presents this tag to a reader.
    private static let church = """
        tapctl org add Grace --name Grace --data data > /dev/null
        tapctl batch new Main --count 1 --place Lobby --org Grace --data data > /dev/null
        tapctl sim tag new a.nfc > /dev/null && tapctl sim tag new b.nfc > /dev/null
        tapctl batch run Main --wait 1 --reader sim:a.nfc --data data > /dev/null 2>&1
        printf '0 ms: put a.nfc\\n1000000 ms: put b.nfc\\n' > walk.script
        """

    @Test("Ctrl-C ends a walk with its report, and the exit code reflects the result")
    func interrupted() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                \(Self.church)
                tapctl audit Main --reader sim:walk.script --data data > out.txt 2> err.txt &
                until grep -q Lobby out.txt; do sleep 0.05; done
                kill -INT $!
                wait $!; echo "exit $?"; cat out.txt err.txt
                """)
            #expect(run.standardOutput.hasPrefix("exit 0\n"), "\(run.standardOutput)")
            #expect(run.standardOutput.contains("every seat was seen, and every tag is right"))
        }
    }

    @Test("a killed walk keeps the tags that it has seen, and can be continued")
    func killed() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                \(Self.church)
                tapctl audit Main --reader sim:walk.script --data data > out.txt 2> err.txt &
                until grep -q Lobby out.txt; do sleep 0.05; done
                kill -KILL $!
                wait $! 2> /dev/null
                tapctl audit Main --report --data data
                """)
            #expect(run.exitCode == 0, "\(run.standardOutput)\(run.standardError)")
            #expect(run.standardOutput.contains("1 of 1 seat"))
        }
    }

    @Test("a walk over a folder of tags ends by itself, and writes to no tag")
    func unharmed() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                \(Self.church)
                mkdir box && cp a.nfc box/ && cp $TAG box/ && cat box/* > before
                tapctl audit Main --reader sim:box --data data > out.txt
                echo "exit $?"; cat box/* | cmp - before && echo same
                """)
            #expect(run.standardOutput == "exit 1\nsame\n", "\(run.standardOutput)")
            #expect(scratch.tagIsUnharmed)
        }
    }
}
