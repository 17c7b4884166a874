import Foundation
import TestSupport
import Testing

/// `tapctl serve` as a process, and its output apart from the line with its address.
struct ServedPages {
    /// `http://127.0.0.1:41234`
    let address: String
    private let program: RunningProgram
    /// The output before it listened.
    private let before: [String]

    /// Starts it on a free port, over the data of `scratch`.
    init(_ arguments: [String], in scratch: Scratch, environment: [String: String] = [:]) async throws {
        program = try RunningProgram(
            ["tapctl", "serve", "--port", "0"] + arguments, in: scratch.folder,
            environment: ["TAPCTL_HOME": scratch.folder.appending(path: "data").path]
                .merging(environment) { $1 })
        var before: [String] = []
        var address: String?
        for await line in program.lines {
            guard line.hasPrefix("listening on ") else {
                before.append(line)
                continue
            }
            address = String(line.dropFirst("listening on ".count))
            break
        }
        self.address = try #require(address, "it does not listen: \(before)")
        self.before = before
    }

    /// Returns the rest of the next line with this beginning. The lines before it are not returned by
    /// `end()`.
    func line(beginning: String) async throws -> String {
        for await line in program.lines where line.hasPrefix(beginning) {
            return String(line.dropFirst(beginning.count))
        }
        throw CancellationError()
    }

    /// Ends the server as an operator does.
    ///
    /// - Returns: Its output apart from the line with its address.
    func end() async throws -> [String] {
        program.signal(SIGTERM)
        var said = before
        for await line in program.lines { said.append(line) }
        #expect(await program.exitCode() == 0)
        return said
    }
}
