import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl donor show`: one donor.
struct DonorShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a donor, and what they have given.",
        discussion: """
            EXAMPLES:
              tapctl donor show donor@example.org
              tapctl gift list --email donor@example.org        their gifts
              tapctl donor export donor@example.org             everything that is kept
            """)

    @OptionGroup var donor: DonorNameOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = donor.name
        let (shown, names) = try await data.read { transaction, now in
            let shown = try ShownDonor(try transaction.knownDonor(name), of: nil, in: transaction)
            let organizations = try shown.totals.compactMap {
                try transaction.organization($0.organization)
            }
            return (shown, try GivingNames(organizations: organizations, in: transaction, at: now))
        }
        try output.print(shown.document) { columns(shown.lines(names: names), style: $0) }
    }
}
