import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl recurring show`: one monthly gift.
struct RecurringShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a monthly gift.",
        discussion: """
            EXAMPLES:
              tapctl recurring show rec_01jd3x0...
              tapctl gift list --recurring rec_01jd3x0...       its gifts, one a month
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, names) = try await data.read { transaction, now in
            let gift = try transaction.knownRecurring(id)
            return (gift, try GivingNames(of: [gift], in: transaction, at: now))
        }
        try output.print(gift.document) { columns(gift.lines(names: names, style: $0), style: $0) }
    }
}
