import Foundation
import TestSupport
import Testing

/// The key of a processor comes from the environment or a file, and no output contains it.
@Suite struct ProcessorKeyTests {
    // B3-55
    @Test("a key comes from the environment or a file, and neither a message nor a log shows it")
    func isNotShown() async throws {
        try await Scratch.with { scratch in
            let processor = try RunningProgram(
                ["tapctl", "processor", "serve", "--data", "processor", "--port", "0", "--verbose"],
                in: scratch.folder)
            let listening = try #require(await processor.lines.first { $0.hasPrefix("listening on ") })
            let there = String(listening.dropFirst("listening on ".count).prefix { $0 != " " })
            let add = "tapctl org add Grace --name Grace --data"
            for (line, exitCode) in [
                ("TAPCTL_PROCESSOR_KEY=sk_test_s3cr3t TAPCTL_PROCESSOR=\(there) \(add) one", 0),
                (
                    """
                    umask 077; echo sk_test_s3cr3t > key
                    TAPCTL_PROCESSOR=\(there) \(add) two --processor-key key
                    """, 0
                ),
                ("TAPCTL_PROCESSOR_KEY=s3cr3t TAPCTL_PROCESSOR=\(there) \(add) three", 78),
                ("TAPCTL_PROCESSOR_KEY=sk_live_s3cr3t TAPCTL_PROCESSOR=\(there) \(add) three", 77),
                ("STRIPE_API_KEY=sk_live_s3cr3t \(add) three", 77),
                ("STRIPE_SECRET_KEY=sk_live_s3cr3t \(add) three", 77),
            ] as [(String, Int32)] {
                let run = try await scratch.run(line)
                #expect(run.exitCode == exitCode, "\(line): \(run.standardError)")
                #expect(!(run.standardOutput + run.standardError).contains("s3cr3t"), "\(line)")
            }
            processor.signal(SIGTERM)
            var log: [String] = []
            for await line in processor.lines { log.append(line) }
            #expect(
                log.contains { $0.contains("/v1/accounts") } && !log.contains { $0.contains("s3cr3t") },
                "\(log)")
        }
    }
}
