import Documents
import Foundation
import TagRegistry
import TestSupport
import Testing

@testable import tapctl

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The page that shows a run to the aisle.
@Suite struct RunScreenTests {
    private static func view(_ step: RunScreen.Sight.Step, seat: String = "A-7") -> RunScreen.View {
        RunScreen.View(
            batch: "Main", sights: ["sim:one": RunScreen.Sight(seat: seat, step: step)], verified: 6,
            rows: 300)
    }

    @Test(
        "each step is said in words and has a look of its own",
        arguments: [
            (RunScreen.Sight.Step.hold, "hold the next tag to the reader", "<section class=\"\">"),
            (.remove, "\u{2713} remove the tag", "<section class=\"good\">"),
            (.again("it left"), "hold the tag to the reader again: it left", "<section class=\"bad\">"),
            (.putAside("it is locked"), "put the tag aside: it is locked", "<section class=\"bad\">"),
        ])
    func steps(step: RunScreen.Sight.Step, words: String, snapshot: String) {
        let html = Self.view(step).html
        #expect(html.contains(words) && html.contains(snapshot))
        #expect(html.contains("<h1>A-7</h1>") && html.contains("6 of 300"))
    }

    @Test("a seat's name is text, and never markup")
    func escapes() {
        let html = Self.view(.hold, seat: "<script>1</script>").html
        #expect(!html.contains("<script>") && html.contains("&lt;script&gt;"))
    }

    @Test("the page shows no count before the first tag")
    func count() {
        let first = RunScreen.View(batch: "Main")
        #expect(first.html.contains("<title>Main</title>") && first.html.contains("<footer>Main</footer>"))
        #expect(Self.view(.hold).html.contains("<footer>Main &#183; 6 of "))
    }

    @Test("several readers are named beside their seats, one is not")
    func readers() {
        var view = Self.view(.hold)
        #expect(!view.html.contains("sim:one"))
        view.sights["sim:two"] = RunScreen.Sight(seat: "A-8", step: .remove)
        #expect(view.html.contains("sim:one") && view.html.contains("sim:two"))
    }

    @Test("the page is there while the run lasts, shows the run as it is now, and then is gone")
    func served() async throws {
        let screen = RunScreen(batch: "Main")
        let address = try await ScreenServer.serve(screen, port: 0) { address in
            let url = try #require(URL(string: address))
            let (first, _) = try await URLSession.shared.data(from: url)
            #expect(String(decoding: first, as: UTF8.self).contains("opening the readers"))
            screen.end(BatchCounts())
            let (last, _) = try await URLSession.shared.data(from: url)
            #expect(String(decoding: last, as: UTF8.self).contains("<h1>Done</h1>"))
            screen.end(BatchCounts(open: 1))
            let (stopped, _) = try await URLSession.shared.data(from: url)
            #expect(String(decoding: stopped, as: UTF8.self).contains("<h1>Stopped</h1>"))
            return address
        }
        let url = try #require(URL(string: address))
        await #expect(throws: (any Error).self) { try await URLSession.shared.data(from: url) }
    }

    @Test("every response has nosniff and no-store, even to another path or host")
    func headers() async throws {
        try await ScreenServer.serve(RunScreen(batch: "Main"), port: 0) { address in
            for (request, status) in [("", 200), ("none", 404), ("-H 'Host: evil.example'", 421)] {
                let isPath = !request.hasPrefix("-")
                let run = try await ProgramRun.shell(
                    "curl -si \(isPath ? "" : request) '\(address)\(isPath ? request : "")'",
                    in: FileManager.default.temporaryDirectory)
                let lines = run.standardOutput.split(whereSeparator: \.isNewline).map { $0.lowercased() }
                #expect(lines.first?.hasPrefix("http/1.1 \(status) ") == true, "\(lines)")
                #expect(lines.contains("x-content-type-options: nosniff"), "\(request)")
                #expect(lines.contains("cache-control: no-store"), "\(request)")
            }
        }
    }

    @Test("a port in use is reported with a remedy")
    func taken() async throws {
        let screen = RunScreen(batch: "Main")
        try await ScreenServer.serve(screen, port: 0) { address in
            let port = try #require(URL(string: address)?.port)
            await #expect(throws: CommandError.self) {
                try await ScreenServer.serve(screen, port: port) { _ in }
            }
        }
    }
}
