import Foundation
import TestSupport
import Testing

/// Input that is wrong in every way we could think of. Each error has a sentence, a remedy and a documented
/// exit code, and leaves the tag unchanged.
@Suite(.serialized) struct BadInputTests {
    /// The documented exit codes (`design` of `tapctl --help`).
    static let exitCodes: Set<Int32> = [0, 1, 64, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78, 130]

    /// A command line and its expected result. `$TAG` is a programmed tag, `$ODD` one of the odd paths.
    struct Case: Sendable, CustomTestStringConvertible {
        var line: String
        var exit: Int32
        var testDescription: String { "\(line) → \(exit)" }

        init(_ line: String, _ exit: Int32) { (self.line, self.exit) = (line, exit) }
    }

    // MARK: Words

    static let words: [Case] = [
        Case("tapctl --nothing", 64), Case("tapctl nothing", 64), Case("tapctl tag nothing", 64),
        Case("tapctl help nothing", 64), Case("tapctl ''", 64), Case("tapctl tag ''", 64),
        Case("tapctl tag read extra", 64), Case("tapctl tag read --jsn", 64),
        Case("tapctl tag read --json=yes", 64), Case("tapctl tag read --reader", 64),
        Case("tapctl tag read --reader ''", 64), Case("tapctl tag read --reader sim:", 64),
        Case("tapctl tag read --reader pcsc:", 64), Case("TAPCTL_READER=nothing tapctl tag read", 64),
        Case("tapctl tag read --reader libnfc:nothing", 69),
        Case("tapctl tag read --reader libnfc:pn532_uart:/dev/null", 69),
        Case("tapctl tag read --reader libnfc:pn532_uart:/dev/no-such-port", 69),
        Case("tapctl tag read --reader \"libnfc:pn532_uart:$(printf '%05000d' 0)\"", 69),
        Case("tapctl tag read --wait", 64), Case("tapctl tag read --wait ''", 64),
        Case("tapctl tag read --wait -1", 64), Case("tapctl tag read --wait nan", 64),
        Case("tapctl tag read --wait inf", 64), Case("tapctl tag read --wait 1e300", 64),
        Case("tapctl tag read --wait 99999999999999999999", 64),
        Case("tapctl tag watch --count 0", 64), Case("tapctl tag watch --count -1", 64),
        Case("tapctl tag watch --count 99999999999999999999", 64),
        Case("tapctl tag write --reader sim:$TAG", 64), Case("tapctl tag write '' --reader sim:$TAG", 65),
        Case("tapctl tag write x --reader sim:$TAG", 65),
        Case("tapctl tag write x y --reader sim:$TAG", 64),
        Case("tapctl tag write --org '' --reader sim:$TAG", 65),
        Case("tapctl tag write --org A --fund '' --reader sim:$TAG", 65),
        Case("tapctl tag write --fund 1 --reader sim:$TAG", 64),
        Case("tapctl tag write --org A --uri x --reader sim:$TAG", 64),
        Case("tapctl tag write --text x --reader sim:$TAG", 64),
        Case("tapctl tag write --mime x --reader sim:$TAG", 64),
        Case("tapctl tag write --external x:y --reader sim:$TAG", 64),
        Case("tapctl tag write --external :: --reader sim:$TAG", 64),
        Case("tapctl tag write --mime :x --reader sim:$TAG", 64),
        Case("tapctl tag write --app '' --reader sim:$TAG", 65),
        Case("tapctl tag write --uri '' --reader sim:$TAG", 65),
        Case("tapctl tag write --text \"$(printf '%080d' 0):x\" --reader sim:$TAG", 65),
        Case("tapctl tag write --uri \"x:$(printf '%060000d' 0)\" --overwrite --reader sim:$TAG", 77),
        Case("tapctl tag write \"$(printf 'https://appclip.tap.giving/\\377')\" --reader sim:$TAG", 64),
        Case("tapctl tag write --uri \"$(printf 'tel:\\303')\" --overwrite --reader sim:$TAG", 64),
        Case("tapctl tag write https://example.org/ --overwrite --reader sim:$TAG", 77),
        Case("tapctl tag write --org Grace --reader sim:$TAG", 77),
        Case("tapctl tag write --org Grace --host 'no host' --reader sim:$TAG", 64),
        Case("TAPCTL_HOSTS='no host' tapctl tag write --org Grace --reader sim:$TAG", 78),
        Case("tapctl tag dump --format pdf --reader sim:$TAG", 64),
        Case("tapctl sim tag new x --type nothing", 64), Case("tapctl sim tag new x --uid zz", 64),
        Case("tapctl sim tag new x --uid ''", 64), Case("tapctl sim tag new x --count 0", 64),
        Case("tapctl sim tag new x --count -1", 64), Case("tapctl sim tag new x --count 10000", 64),
        Case("tapctl sim tag new x --count 99999999999999999999", 64), Case("tapctl sim tag new ''", 73),
        Case("tapctl sim tag new $TAG", 73), Case("tapctl sim tag new missing/x", 73),
        Case("tapctl ndef decode", 64), Case("tapctl ndef decode ''", 65), Case("tapctl ndef decode 0", 65),
        Case("tapctl ndef decode zz", 65), Case("tapctl ndef decode d1 --file x", 64),
        Case("tapctl ndef decode d1 --as type5", 64), Case("tapctl ndef decode --as type2 03ff", 65),
        Case("tapctl ndef decode --as type4 00", 65), Case("tapctl ndef decode c101ffffffff55", 65),
        Case("tapctl ndef encode", 64), Case("echo '{}' | tapctl ndef encode --json -", 65),
        Case("echo '{\"records\":[{\"tnf\":300}]}' | tapctl ndef encode --json -", 65),
        Case("tapctl url parse", 64), Case("tapctl url parse ''", 65),
        Case("tapctl url parse x --profile lax", 64), Case("tapctl url make", 64),
        Case("tapctl url make --org ''", 65), Case("tapctl url make --org A --mirror --sun", 64),
        Case("tapctl url check x --area -1", 64), Case("tapctl url check x --area 99999999999999999999", 64),
        Case("tapctl url check x --chip nothing", 64), Case("tapctl demo --keep $TAG", 73),
        Case("tapctl demo --keep ''", 73), Case("tapctl demo extra", 64),
    ]

    @Test("a wrong word ends in a sentence, a remedy and its exit code", arguments: words)
    func wrongWords(bad: Case) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(bad.line)
            #expect(run.exitCode == bad.exit, "\(run.standardError)")
            #expect(run.isTold, "\(run.standardError)")
            #expect(scratch.tagIsUnharmed)
        }
    }

    // MARK: Files

    /// Every path that is not a file of the right kind, for each command that reads a file.
    static let odd = [
        "missing", "''", "folder", "empty", "binary", "large", "text", "/dev/null", "unreadable",
    ]
    static let readers = [
        "tapctl tag read --reader sim:$ODD", "tapctl tag read --reader replay:$ODD",
        "tapctl sim reader $ODD", "tapctl sim replay $ODD", "tapctl tag restore $ODD --reader sim:$TAG",
        "tapctl ndef decode --file $ODD", "tapctl ndef encode --json $ODD",
        "tapctl tag write --records-file $ODD --overwrite --reader sim:$TAG",
    ]

    @Test("an unknown kind of file ends in a sentence and a remedy", arguments: readers, odd)
    func wrongFiles(command: String, odd: String) async throws {
        // Root may read everything.
        if odd == "unreadable", getuid() == 0 { return }
        try await Scratch.with { scratch in
            let run = try await scratch.run(command.replacing("$ODD", with: odd))
            #expect([64, 65, 66].contains(run.exitCode), "\(run.exitCode)\n\(run.standardError)")
            #expect(run.isTold, "\(run.standardError)")
            #expect(scratch.tagIsUnharmed)
        }
    }

    // MARK: Where output goes

    static let outputs: [Case] = [
        Case("tapctl tag read --reader sim:$TAG > /dev/full", 74),
        Case("tapctl tag read --json --reader sim:$TAG > /dev/full", 74),
        Case("tapctl tag info --reader sim:$TAG > /dev/full", 74),
        Case("tapctl --help > /dev/full", 74), Case("tapctl --version > /dev/full", 74),
        Case("tapctl ndef encode --uri tel:112 > /dev/full", 74),
        Case("tapctl tag read --reader sim:$TAG >&-", 74),
        Case("tapctl tag dump --reader sim:$TAG -o /dev/full --force", 74),
        Case("tapctl tag dump --reader sim:$TAG -o folder --force", 73),
        Case("tapctl tag dump --reader sim:$TAG -o missing/x", 73),
        Case("tapctl tag dump --reader sim:$TAG -o $TAG", 73),
        Case("tapctl tag read --reader sim:$TAG --trace folder", 73),
        Case("tapctl tag read --reader sim:$TAG --trace missing/x", 73),
        Case("tapctl tag read --reader sim:$TAG --trace /dev/full", 73),
        Case("tapctl sim tag new /dev/full --force", 74), Case("tapctl sim tag new folder --force", 73),
    ]

    @Test("a write that cannot be done is reported, and the tag is unchanged", arguments: outputs)
    func wrongOutputs(bad: Case) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(bad.line)
            #expect(run.exitCode == bad.exit, "\(run.standardError)")
            #expect(run.isTold, "\(run.standardError)")
            #expect(scratch.tagIsUnharmed)
            #expect(FileManager.default.isDevice("/dev/full"))
        }
    }

    @Test(
        "a closed pipe ends quietly",
        arguments: [
            "tapctl tag info --reader sim:$TAG", "tapctl tag read --json --reader sim:$TAG", "tapctl --help",
            "yes https://appclip.tap.giving/Grace | tapctl url parse -", "tapctl tag dump --reader sim:$TAG",
        ])
    func closedPipe(command: String) async throws {
        try await Scratch.with { scratch in
            // The FIFO signals that the reader has closed the pipe. Only then does the command begin. A file passes
            // on its exit code.
            let writer = "{ read gone < fifo; \(command); echo $? > code; }"
            let run = try await scratch.run(
                "mkfifo fifo; \(writer) | { exec <&-; echo gone > fifo; }; cat code")
            #expect(run.standardOutput == "0\n")
            #expect(run.standardError == "")
        }
    }

    @Test("a command without any standard stream does no harm")
    func closedStreams() async throws {
        try await Scratch.with { scratch in
            let line = "tapctl tag write --org Grace --overwrite --reader sim:$TAG <&- >&- 2>&-; echo $?"
            #expect(try await scratch.run(line).standardOutput == "74\n")
            let read = try await scratch.run("tapctl tag verify --org Grace --reader sim:$TAG")
            #expect(read.exitCode == 0, "the tag was written and verified; only the word of it was lost")
        }
    }
}

extension ProgramRun {
    /// Whether stderr contains `error:` with a sentence, and `hint:` with the next step.
    fileprivate var isTold: Bool {
        standardError.contains("error: ") && standardError.contains("  hint: ")
            && !standardError.contains("Fatal error")
    }
}

extension FileManager {
    fileprivate func isDevice(_ path: String) -> Bool {
        (try? attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeCharacterSpecial
    }
}
