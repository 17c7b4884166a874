import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `tapctl managed replace`: a managed tag was lost.
struct ManagedReplace: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Withdraw a lost tag's id, and open its seat for another tag.",
        discussion: """
            EXAMPLES:
              tapctl managed replace 4k2m9x0p7q
              tapctl managed replace --seat A1 --batch Main

            The lost tag leads nowhere any more. Its seat gets another id with the same
            destination, and `tapctl batch run` writes it to the next tag.
            """)

    @OptionGroup var tags: ManagedOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        let shown = try await data.withData { data in
            let random = try Surroundings().seed
            return try await data.write { transaction, now in
                try tags.named(in: transaction).map { lost in
                    try ShownDestination(
                        transaction.replaceLost(lost, drawing: random, hosts: hosts, at: now), in: transaction
                    )
                }
            }
        }
        try output.print(.list(shown.map(\.document), hasMore: false)) { style in
            table([ShownDestination.head] + shown.map(\.cells), style: style)
        }
    }
}
