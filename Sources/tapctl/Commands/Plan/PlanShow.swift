import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import PaymentCore
import Plans

/// `tapctl plan show`: one plan.
struct PlanShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a plan with its features.",
        discussion: """
            EXAMPLES:
              tapctl plan show plus
            """)

    @Argument(
        help: "The plan's id.", completion: .list(PlanCatalogue.standard.plans.map(\.id)))
    var plan: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let catalogue = PlanCatalogue.standard
        guard let plan = catalogue.plan(plan) else {
            throw CommandError(
                .notFound, code: "unknown_plan", "there is no plan \"\(printable(plan))\"",
                reason: "there is \(catalogue.plans.map(\.id).joined(separator: ", "))",
                remedy: "`tapctl plan list` lists them")
        }
        try output.print(plan.document) { style in
            var rows = [
                ("plan", plan.id), ("name", plan.name), ("for", plan.audience.words),
            ]
            for interval in ChargeInterval.allCases {
                let price = plan.price(every: interval).map { "  \($0.id)" } ?? ""
                rows.append(("each \(interval.rawValue)", plan.costs(every: interval) + price))
            }
            rows.append(("features", plan.features.joined(separator: "\n")))
            return columns(rows, style: style)
        }
    }
}
