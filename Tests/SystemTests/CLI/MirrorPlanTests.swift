import Foundation
import TestSupport
import Testing

/// `tag write --mirror --dry-run` announces exactly what is sent: the message, and the change of the chip's
/// mirror.
@Suite(.serialized) struct MirrorPlanTests {
    @Test(
        "a dry run names as many writes as are sent then, and sends none",
        arguments: ["off", "uid", "counter", "both"], ["off", "uid", "counter", "both"])
    func writes(before: String, after: String) async throws {
        try await Scratch.with { scratch in
            let url = "--any-url --overwrite --reader sim:tag.nfc --json"
            let made = try await scratch.run(
                "tapctl sim tag new tag.nfc --force --uid 04E141124C2880 && "
                    + "tapctl tag write https://church.example/a --mirror \(before) \(url)")
            try #require(made.exitCode == 0, "\(made.standardError)")
            let tag = scratch.tag
            let write = "tapctl tag write https://church.example/give --mirror \(after) \(url)"
            let planned = try await scratch.run("\(write) --dry-run")
            // Reading through a mirror counts a tap; nothing else changes.
            let changed = zip(lines(tag), lines(scratch.tag)).filter { $0 != $1 }
            #expect(changed.allSatisfy { $0.0.hasPrefix("Counter 2:") }, "\(changed)")
            let plan = try JSONDecoder().decode(Plan.self, from: Data(planned.standardOutput.utf8))
            #expect((plan.mirror.off != nil) == (before != "off"))
            #expect((plan.mirror.on != nil) == (after != "off"))
            let steps = (plan.mirror.off?.steps ?? []) + (plan.mirror.on?.steps ?? [])
            let done = try await scratch.run(write)
            let report = try JSONDecoder().decode(Report.self, from: Data(done.standardOutput.utf8))
            #expect(report.pages_written == plan.steps.count + steps.count { $0.action == "write" })
        }
    }

    private func lines(_ file: Data?) -> [Substring] {
        String(decoding: file ?? Data(), as: UTF8.self).split(separator: "\n")
    }

    private struct Plan: Decodable {
        struct Step: Decodable { var action: String? }
        struct Steps: Decodable { var steps: [Step] }
        struct Mirror: Decodable { var off, on: Steps? }
        var steps: [Step]
        var mirror: Mirror
    }

    private struct Report: Decodable { var pages_written: Int }
}
