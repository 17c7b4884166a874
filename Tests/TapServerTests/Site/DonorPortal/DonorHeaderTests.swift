import Foundation
import ServerKit
import TapServer
import TestSupport
import Testing

/// The headers of the donor's pages, as a browser gets them.
@Suite struct DonorHeaderTests {
    @Test("a statement is saved under the server's file name, and signing out clears what the browser keeps")
    func headers() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            let own = try await visitor.signIn()
            var configuration = SiteServer.Configuration()
            configuration.port = 0
            let server = SiteServer(configuration)
            let running = try await RunningServer { started in
                try await server.serve(bench.site, tend: {}, started: started)
            }
            let run = try await ProgramRun.shell(
                """
                pages=http://127.0.0.1:\(running.port)/-/giver
                curl -si -b '\(visitor.cookies.header)' $pages/statements/gRACE/2026.csv
                curl -si -b '\(visitor.cookies.header)' -d guard=\(own.hidden["guard"] ?? "") $pages/out
                """, in: FileManager.default.temporaryDirectory)
            let lines = run.standardOutput.split(whereSeparator: \.isNewline).map(String.init)
            #expect(
                lines.contains("Content-Disposition: attachment; filename=\"statement-Grace-2026.csv\""),
                "\(lines)")
            // The statement, and the redirect after signing out.
            #expect(lines.count { $0 == "Cache-Control: no-store" } == 2, "\(lines)")
            #expect(lines.contains("Clear-Site-Data: \"cache\", \"storage\""), "\(lines)")
            await running.ended()
        }
    }
}
