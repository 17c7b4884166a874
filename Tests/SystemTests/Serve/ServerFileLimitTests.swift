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

    @Test(
        "S-7: with 4,000 slow connections and few files, another client's page still loads",
        arguments: [256, 1_024])
    func slowConnections(openFiles: Int) async throws {
        try await Scratch.with { scratch in
            let server = try RunningProgram(
                ["sh", "-c", "ulimit -n \(openFiles); exec tapctl serve --port 0 --data site"],
                in: scratch.folder)
            var address = ""
            for await line in server.lines where line.hasPrefix("listening on ") {
                address = String(line.dropFirst("listening on ".count))
                break
            }
            let port = try #require(address.split(separator: ":").last)
            // Eight shells with 500 connections each stay until their input ends.
            let script = """
                slow() {
                    for number in $(seq 500); do exec {slow}<>/dev/tcp/127.0.0.1/\(port) || break; done
                    echo done; read -r _
                }
                for number in 1 2 3 4 5 6 7 8; do
                    mkfifo wait$number; (slow < wait$number > done$number 2> none) & exec {held}> wait$number
                done
                until [ "$(cat done* | grep -c done)" = 8 ]; do sleep 0.1; done
                for number in 1 2 3 4 5; do
                    curl -s --max-time 10 \(address)/healthz
                done
                """
            try Data(script.utf8).write(to: scratch.folder.appending(path: "slow.sh"))
            let run = try await ProgramRun.shell("bash slow.sh", in: scratch.folder)
            let pages = run.standardOutput.split(whereSeparator: \.isNewline).filter { $0 == "ok" }
            #expect(pages.count == 5, "\(run.standardOutput)\(run.standardError)")
            server.signal(SIGTERM)
            #expect(await server.exitCode() == 0)
        }
    }

    @Test(
        "S-7: with a very low limit, a server serves, or says how to raise it",
        arguments: [24, 64], ["serve --port 0 --data site", "processor serve --port 0 --in-memory"])
    func lowLimit(openFiles: Int, command: String) async throws {
        try await Scratch.with { scratch in
            let server = try RunningProgram(
                ["sh", "-c", "ulimit -n \(openFiles); exec tapctl \(command)"], in: scratch.folder)
            var said: [String] = []
            for await line in server.lines {
                said.append(line)
                guard line.hasPrefix("listening on ") else { continue }
                let address = line.dropFirst("listening on ".count)
                let page = try await ProgramRun.shell(
                    "curl -s -o page -w '%{http_code}' --max-time 5 \(address)/", in: scratch.folder)
                #expect(page.standardOutput.count == 3 && page.standardOutput != "000")
                server.signal(SIGTERM)
            }
            let (code, text) = (await server.exitCode(), said.joined(separator: "\n"))
            if openFiles == 64, code == 0 { return }
            #expect(code == 78, "\(text)")
            #expect(text.contains("can open only \(openFiles) files"), "\(text)")
            #expect(text.contains("ulimit -n 1024"), "\(text)")
        }
    }
}
