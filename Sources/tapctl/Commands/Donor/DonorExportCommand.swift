import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl donor export`: everything that is kept about a donor.
struct DonorExportCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Show everything that is kept about a donor.",
        discussion: """
            EXAMPLES:
              tapctl donor export donor@example.org
              tapctl donor export donor_01jd3x0... --json > donor.json

            With --json whole gifts, monthly gifts and receipts; for a person their lists.
            """)

    @OptionGroup var donor: DonorNameOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = donor.name
        let (export, names) = try await data.withData(needsProcessor: false) { data in
            let donor = try await data.read { try $0.knownDonor(name) }
            let export = try await data.giving.export(.id(donor.id))
            let now = data.clock.now()
            return (export, try await data.read { try GivingNames(of: export.gifts, in: $0, at: now) })
        }
        try output.print(export.document) { export.text(names: names, style: $0) }
    }
}
