import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter
import StaffAccess
import TagRegistry
import TimeKit

/// `tapctl managed`: manages tags with URLs of the form `/t/{tag}`, whose destination can be changed.
struct ManagedCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "managed",
        abstract: "Redirect, withdraw or replace managed tags.",
        subcommands: [ManagedList.self, ManagedAim.self, ManagedRevoke.self, ManagedReplace.self])
}

/// `tapctl managed list`: lists managed tags with their destinations.
struct ManagedList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List managed tags and their destinations.",
        discussion: """
            EXAMPLES:
              tapctl managed list
              tapctl managed list --batch Main --json

            Tags are listed by seat; tags without a seat come last. --json also shows each
            tag's earlier destinations.
            """)

    @Option(help: ArgumentHelp("Only tags of this batch.", valueName: "name"))
    var batch: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.read { transaction in
            let name = try batch.map { try transaction.knownBatch($0).name }
            return try transaction.allDestinations(of: name).bySeat().map {
                try DestinationDetails($0, in: transaction)
            }
        }
        try output.print(
            list: shown, document: \.document,
            none: emptyText(
                "no managed tags; `tapctl batch new --managed` creates them", of: "managed tags",
                filters: [batch])
        ) { style in
            table([DestinationDetails.head] + shown.map(\.cells), style: style)
        }
    }
}

/// `tapctl managed aim`: changes the destination of managed tags.
struct ManagedAim: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "aim", abstract: "Change the destination of managed tags.",
        discussion: """
            EXAMPLES:
              tapctl managed aim --batch Main --org Grace --fund christmas
              tapctl managed aim --seat A1 --seat A2 --url https://church.example/give
              tapctl managed aim 4k2m9x0p7q --org Grace

            The tags themselves do not change: they contain an id, and the next tap opens
            the new destination. `managed list --json` shows earlier destinations.
            """)

    @OptionGroup var tags: ManagedOptions
    @OptionGroup var destination: DestinationOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .aimTag }

    func validate() throws {
        if destination.isEmpty { throw ValidationError("Specify the destination with --org or --url.") }
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
                    try DestinationDetails(transaction.aim($0, at: aim), in: transaction)
                }
            }
            return (shown, changes, notes)
        }
        for note in notes { Terminal.warn(note.sentence) }
        if let first = shown.first, !changes.isEmpty {
            Terminal.say("note: the URL becomes \(first.url)")
            for change in changes { Terminal.say("note: \(change.summary)") }
        }
        let documents = shown.map { $0.document.adding("changes", changes.document) }
        try output.print(.list(documents)) { _ in
            guard let first = shown.first else { return "no tags to change" }
            let verb = shown.count == 1 ? "points" : "point"
            return "\(counted(shown.count, "tag")) now \(verb) to \(first.url)"
        }
    }
}

/// `tapctl managed revoke`: permanently withdraws managed tags.
struct ManagedRevoke: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Permanently withdraw managed tags.",
        discussion: """
            EXAMPLES:
              tapctl managed revoke 4k2m9x0p7q
              tapctl managed revoke --seat A1 --yes

            Use this command for a stolen tag that is in use elsewhere. The withdrawal
            cannot be undone. If a seat needs a new tag, use `tapctl managed replace`
            instead.
            """)

    @OptionGroup var tags: ManagedOptions

    @Flag(help: "Skip the confirmation.")
    var yes = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .revokeTag }

    func run() async throws {
        let shown = try await data.withData { data in
            let ids = try await data.read { transaction in
                try tags.named(in: transaction).map { try transaction.knownDestination($0).id }
            }
            if !yes { try await Self.confirm(ids) }
            return try await data.write { transaction, _ in
                try ids.map { try DestinationDetails(transaction.revoke($0), in: transaction) }
            }
        }
        try output.print(.list(shown.map(\.document))) { _ in
            "\(counted(shown.count, "tag")) withdrawn"
        }
    }

    private static func confirm(_ ids: [String]) async throws {
        let what = ids.count == 1 ? "tag \(printable(ids[0]))" : "\(ids.count) tags"
        try await Question.confirm(
            "\(what) will permanently stop working.", reason: "\(what) would permanently stop working",
            refusal: "nothing was withdrawn")
    }
}

/// `tapctl managed replace`: withdraws a lost managed tag, and frees its seat for another tag.
struct ManagedReplace: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Withdraw a lost tag's id, and free its seat for another tag.",
        discussion: """
            EXAMPLES:
              tapctl managed replace 4k2m9x0p7q
              tapctl managed replace --seat A1 --batch Main

            The lost tag no longer opens its destination. Its seat gets a new id with the
            same destination, and `tapctl batch run` writes the new id to the next tag.
            """)

    @OptionGroup var tags: ManagedOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .replaceTag }

    func run() async throws {
        let hosts = try hosts.hosts()
        let shown = try await data.withData { data in
            let random = try ProcessEnvironment().seed
            return try await data.write { transaction, now in
                try tags.named(in: transaction).map { lost in
                    try DestinationDetails(
                        transaction.replaceLost(lost, drawing: random, hosts: hosts, at: now), in: transaction
                    )
                }
            }
        }
        try output.print(.list(shown.map(\.document))) { style in
            table([DestinationDetails.head] + shown.map(\.cells), style: style)
        }
    }
}
