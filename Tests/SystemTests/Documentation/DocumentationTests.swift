import Foundation
import TestSupport
import Testing

/// Every command in the README, in `docs` and in `docs/tutorials` is run, in order, in an empty folder of its
/// document.
///
/// The test does what a reader does between two commands: it saves the files that the document shows, copies
/// ids, and leaves a server running in the background.
@Suite struct DocumentationTests {
    static let documents: [String] = {
        ["README.md"]
            + ["docs", "docs/tutorials"].flatMap { folder -> [String] in
                let path = SharedFixtures.projectFolder.appending(path: folder).path
                let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
                return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
            }
    }()

    @Test("prints what the document says", arguments: documents)
    func examplesHold(path: String) throws {
        let document = SharedFixtures.projectFolder.appending(path: path)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tapctl-docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer {
            Self.endProcesses(in: folder)
            try? FileManager.default.removeItem(at: folder)
        }
        let text = try String(contentsOf: document, encoding: .utf8)
        for (name, contents) in ConsoleExample.files(in: text) {
            try contents.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let year = String(ISO8601DateFormatter().string(from: Date()).prefix(4))
        var values = SampleValues()
        for example in ConsoleExample.all(in: text) {
            let command = values.command(example.command, year: year)
            let printed = try Self.run(
                Self.isServer(command) ? Self.inBackground(command, lines: example.output.count) : command,
                in: folder)
            var expected = example
            expected.output = SampleValues.pattern(example.output)
            #expect(
                expected.matches(printed),
                "\(path):\(example.line): `\(example.command)` printed:\n\(printed)")
            values.learn(from: example.output, printed: printed)
        }
    }

    @Test("a sample id in a command is the id that was printed in its place")
    func samples() {
        var values = SampleValues()
        let shown = ["gift  gift_1mnkyprdqvrszj77q12z", "receipt  T-GraceChurch-2026-000001"]
        #expect(SampleValues.pattern(shown) == ["gift  gift_…", "receipt  T-GraceChurch-…-000001"])
        values.learn(from: shown, printed: "gift  gift_1ngk8gfftetremkhxcgs\n")
        values.learn(from: ["on http://127.0.0.1:8080"], printed: "on http://127.0.0.1:39001\n")
        let command = "curl 127.0.0.1:8080/gift_1mnkyprdqvrszj77q12z --year 2026"
        #expect(
            values.command(command, year: "2031")
                == "curl 127.0.0.1:39001/gift_1ngk8gfftetremkhxcgs --year 2031")
    }

    @Test("a file that readers save is a block with a name")
    func files() {
        let page = "```yaml first.yaml\nname: x\n```\n```sh\nls\n```\n"
        #expect(ConsoleExample.files(in: page) == ["first.yaml": "name: x\n"])
    }

    @Test("no page waits in a loop, stops a process or extracts a value", arguments: documents)
    func isForPeople(path: String) throws {
        let document = SharedFixtures.projectFolder.appending(path: path)
        for example in ConsoleExample.all(in: try String(contentsOf: document, encoding: .utf8)) {
            let plumbing = ["sleep ", "$(cat ", "sed -n ", "kill ", "until ", "while ", "; do "].filter {
                example.command.contains($0)
            }
            #expect(plumbing == [], "\(path):\(example.line)")
        }
    }

    @Test("a document's pattern matches whole lines, parts and runs of lines")
    func patterns() {
        var example = ConsoleExample(line: 1, command: "", output: ["uid  04…80", "…", "done"])
        #expect(example.matches("uid  04AABB80\ndone\n"))
        #expect(example.matches("uid  04AABB80\nx\ny\ndone\n"))
        #expect(!example.matches("uid  04AABB81\ndone\n"))
        example.output = ["done"]
        #expect(!example.matches("done\nmore\n"))
    }

    /// Whether a command runs until it is stopped, so that a reader leaves it running in a separate terminal.
    private static func isServer(_ command: String) -> Bool {
        command.hasPrefix("tapctl sim reader ")
            || command.contains(" serve ") && command.contains("port ") && !command.contains("&")
    }

    /// Starts a server on a free port, waits for as many lines as the document shows, and prints them.
    private static func inBackground(_ command: String, lines: Int) -> String {
        let log = "server-\(UUID().uuidString).log"
        let start = command.replacing(#/port \d+/#, with: "port 0")
        return """
            : >\(log)
            \(start) >\(log) 2>&1 &
            for i in $(seq 600); do [ $(wc -l <\(log)) -ge \(lines) ] && break; sleep 0.05; done
            cat \(log)
            """
    }

    /// Runs `command` as a person would, with the tapctl that was built beside the tests.
    private static func run(_ command: String, in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        // Foundation waits for a descriptor that children inherit: a server in the background would keep it waiting.
        let closing = "for f in /proc/self/fd/*; do n=${f##*/}; [ $n -le 2 ] || eval \"exec $n>&-\"; done"
        process.arguments = ["-c", "exec 2>&1; \(closing); \(command)"]
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": "\(builtProducts.path):/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": folder.path, "LANG": "C.UTF-8", "NO_COLOR": "1",
            "TAPCTL_OFFLINE": "1",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }

    /// Ends the programs that a document's commands left running.
    private static func endProcesses(in folder: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = pid_t(name),
                let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd"),
                place == folder.path
            else { continue }
            kill(process, SIGKILL)
        }
    }

    /// The folder that holds the test bundle holds tapctl too.
    private static let builtProducts = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}
