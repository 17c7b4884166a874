import ArgumentParser
import DataFolderKit
import Documents
import InvocationRouter
import TagRegistry
import TimeKit

/// `tapctl managed aim`: managed tags lead elsewhere from now on.
struct ManagedAim: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "aim", abstract: "Let managed tags lead somewhere else from now on.",
        discussion: """
            EXAMPLES:
              tapctl managed aim --batch Main --org Grace --fund christmas
              tapctl managed aim --seat A1 --seat A2 --url https://church.example/give
              tapctl managed aim 4k2m9x0p7q --org Grace

            The tags are not touched: they hold an id, and the next tap leads to the new
            place. Where they led before is remembered.
            """)

    @OptionGroup var tags: ManagedOptions
    @OptionGroup var destination: DestinationOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if destination.isEmpty { throw ValidationError("Give one of --org and --url.") }
    }

    func run() async throws {
        let (typed, hosts) = (destination.row, try hosts.hosts())
        let (shown, changes, notes) = try await data.withData { data in
            let job = BatchJob(batch: Batch(name: "", created: data.clock.now()), rows: [typed])
            let directory = try await data.batchDirectory(of: job.organizationNames(hosts: hosts))
            let (aim, changes, notes) = try ManagedDestination.Aim.checked(
                typed, in: directory, hosts: hosts, since: data.clock.now())
            let shown = try await data.write { transaction, _ in
                try tags.named(in: transaction).map {
                    try ShownDestination(transaction.aim($0, at: aim), in: transaction)
                }
            }
            return (shown, changes, notes)
        }
        for note in notes { Talk.warn(note.sentence) }
        if let first = shown.first, !changes.isEmpty {
            Talk.say("note: the URL becomes \(first.url)")
            for change in changes { Talk.say("note: \(change.summary)") }
        }
        let documents = shown.map { $0.document.adding("changes", changes.document) }
        try output.print(.list(documents, hasMore: false)) { _ in
            guard let first = shown.first else { return "there was nothing to aim" }
            return "\(counted(shown.count, "tag")) now \(shown.count == 1 ? "leads" : "lead") to \(first.url)"
        }
    }
}
