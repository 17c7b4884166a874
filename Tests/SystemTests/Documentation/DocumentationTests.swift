import Foundation
import TestSupport
import Testing

/// Every command in the README and in `docs` is run, in order, in an empty folder of its document.
@Suite struct DocumentationTests {
    static let documents: [String] = {
        let docs = SharedFixtures.projectFolder.appending(path: "docs")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
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
        for example in ConsoleExample.all(in: try String(contentsOf: document, encoding: .utf8)) {
            let printed = try Self.run(example.command, in: folder)
            #expect(
                example.matches(printed),
                "\(path):\(example.line): `\(example.command)` printed:\n\(printed)")
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

    /// Ends what a document's commands left running.
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
