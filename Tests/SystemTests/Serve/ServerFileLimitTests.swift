import Foundation
import TestSupport
import Testing

/// The servers as processes that were started with a low soft limit of open files.
@Suite struct ServerFileLimitTests {
    @Test(
        "raises the soft limit of open files to the hard limit",
        arguments: ["serve --port 0 --data site", "processor serve --port 0 --in-memory"])
    func openFiles(command: String) async throws {
        try await Scratch.with { scratch in
            let server = try RunningProgram(
                ["sh", "-c", "ulimit -Sn 128; ulimit -Hn 4096; echo pid $$; exec tapctl \(command)"],
                in: scratch.folder)
            var pid = ""
            for await line in server.lines {
                if line.hasPrefix("pid ") { pid = String(line.dropFirst(4)) }
                if line.hasPrefix("listening on ") { break }
            }
            let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
            let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
            #expect(line.split(separator: " ").suffix(3) == ["4096", "4096", "files"])
            server.signal(SIGTERM)
            #expect(await server.exitCode() == 0)
        }
    }
}
