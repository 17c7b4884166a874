import ArgumentParser
import DataFolderKit
import Documents
import MoneyKit
import Plans
import TimeKit

/// `tapctl billing report`: what plans bring.
struct BillingReport: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Tell what plans bring each month, and who was lost.",
        discussion: """
            EXAMPLES:
              tapctl billing report --since 2026-01-01

            Churn is how many of those that were active then are not any more.
            """)

    @Option(
        help: ArgumentHelp("The day on which the period began: 2026-01-31.", valueName: "day"),
        transform: DayOptions.day)
    var since: CalendarDate

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try await data.withData(needsProcessor: false) {
            try await $0.products.plans.report(since: since.startOfDay)
        }
        let document: JSONValue = [
            "object": "plan_report", "since": .string(since.iso8601),
            "monthly_revenue": .array(
                report.monthlyRevenue.map {
                    ["amount_minor": .int(Int($0.minorUnits)), "currency": .string($0.currency.code)]
                }),
            "active": .int(report.active), "active_before": .int(report.activeBefore),
            "lost": .int(report.lost),
            "churn_basis_points": report.churn.map { .int(Int($0.rawValue)) } ?? .null,
        ]
        try output.print(document) { style in
            let revenue = report.monthlyRevenue.map(\.shown).joined(separator: ", ")
            return columns(
                [
                    ("each month", revenue.isEmpty ? "nothing" : revenue), ("active", String(report.active)),
                    ("active then", String(report.activeBefore)), ("lost since", String(report.lost)),
                    ("churn", report.churn.map { "\(Self.percent($0)) %" } ?? "nobody was active then"),
                ], style: style)
        }
    }

    private static func percent(_ churn: BasisPoints) -> String {
        let rest = String(churn.rawValue % 100)
        return "\(churn.rawValue / 100).\(rest.count == 1 ? "0" : "")\(rest)"
    }
}
