import Foundation
import Giving

/// The time and memory for drawing statements as PDF files.
enum Papers {
    static let count = 10_000
    static let gifts = 52

    /// The time per statement, and the growth of the process over all statements after the first.
    struct Cost {
        var milliseconds: Double
        var megabytes: Double
    }

    /// Draws a donor's statement of a year of weekly gifts many times.
    ///
    /// - Throws: `PDFError` if cairo and Pango are not installed.
    static func measure() async throws -> Cost {
        let church = try await Church.make()
        defer { church.remove() }
        for number in 0..<gifts {
            _ = try await church.giving.give(
                GiftRequest(
                    organization: "Grace", fund: "12", amount: .text("\(50 + number)"),
                    method: "pm_card_visa",
                    name: "A Donor", email: "donor@example.org", key: "paper\(number)"))
        }
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        let text = StatementText(
            try await church.giving.statement(to: "Grace", of: .email("donor@example.org"), year: year))
        _ = try text.pdf()
        let before = residentMegabytes
        let start = ContinuousClock.now
        for _ in 0..<count { _ = try text.pdf() }
        let time = ContinuousClock.now - start
        return Cost(
            milliseconds: time / .milliseconds(1) / Double(count), megabytes: residentMegabytes - before)
    }

    /// The memory of this process. Source: proc_pid_status(5), `VmRSS` in KiB.
    private static var residentMegabytes: Double {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.split(separator: " ").dropLast().last.flatMap { Double($0) } ?? 0) * 1_024 / 1_000_000
    }
}
