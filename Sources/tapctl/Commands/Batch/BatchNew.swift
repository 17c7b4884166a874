public import ArgumentParser
import DataFolderKit
import Documents
import Giving
import InvocationRouter
import LinkProbe
import PublicAPI
import StaffAccess
public import TagRegistry
import TextKit
import TimeKit

/// `tapctl batch new`: plans the content of each seat's tag. No tag is written.
struct BatchNew: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Plan a batch: a destination for each seat's tag.",
        discussion: """
            EXAMPLES:
              tapctl batch new Main --csv seats.csv
              tapctl batch new Main --count 120 --place "rows A-F" --org Grace --fund 12
              tapctl batch new Lobby --count 20 --place Lobby --url https://church.example
              tapctl batch new Main --csv seats.csv --managed --protect permanent

            The first line of a table lists its columns, in any order: seat, campus, org,
            fund, recurring, or url; a column named note is ignored. Empty cells use the
            values of --campus, --org, --fund and --recurring, or --url. The whole batch is
            checked before anything is saved. It is refused if an organization or a fund is
            unknown, a seat appears twice, or a URL is too long for the chip. After that,
            `tapctl batch run NAME` writes the tags.

            With --managed, each tag contains an id instead of the destination. You can
            change the destination with `tapctl managed aim` as often as you like, even if
            the tag is permanently locked.

            With --protect permanent, every distinct destination is opened once. If a phone
            would find no page there, --force is needed. Without a network, the command
            warns that the destinations were not checked, and continues.
            """)

    @Argument(help: "The batch's name: 1 to 64 characters.")
    var name: String

    @OptionGroup var rows: BatchRowOptions

    @Option(help: ArgumentHelp("How to protect the tags from being rewritten.", valueName: "way"))
    var protect = TagProtection.none

    @Option(
        name: .customLong("chip"),
        help: ArgumentHelp(
            "A chip to accept; can be repeated. (default: NTAG213, 215 and 216, if the URLs fit)",
            valueName: "product"))
    var chips: [String] = []

    @Flag(help: "Reject tags that are not genuine, instead of writing and marking them.")
    var genuineOnly = false

    @Flag(help: "Let the chip add its UID and tap counter to the URL at each tap.")
    var mirror = false

    @Flag(help: "Add each seat's id to its URL, so that taps are counted by seat.")
    var countSeats = false

    @Flag(help: "Write managed tags, whose destinations can be changed later.")
    var managed = false

    @Flag(help: "With --protect permanent: accept destinations that have no page for phones.")
    var force = false

    @Flag(help: "Check the whole plan, but save nothing.")
    var dryRun = false

    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .createBatch }

    func validate() throws {
        let words: String? =
            switch request(rows: [], rooms: []).contradiction {
            case .managedMirror: "Use either --managed or --mirror."
            case .unprotectedMirror:
                "--mirror needs --protect password or --protect permanent: the mirror is switched on when a tag is protected."
            case .managedCount: "--managed already assigns each seat an id, so omit --count-seats."
            case nil: nil
            }
        if let words { throw ValidationError(words) }
    }

    func run() async throws {
        let rooms = try chips.map { ChipRoom(try TagArea.typed($0)) }
        let (isKept, hosts) = (!dryRun, try hosts.hosts())
        let request = request(rows: try rows.read(), rooms: rooms)
        let check = protect == .permanent ? try DestinationCheck.standard() : nil
        let plan = try await data.withData(making: true) { data in
            let plan = try request.plan(
                in: await data.batchDirectory(of: request.organizationNames(hosts: hosts)), hosts: hosts,
                random: ProcessEnvironment().seed, at: data.clock.now())
            try await check?.require(Destination.of(plan.rows, managed: plan.destinations), force: force)
            if isKept { try await data.write { transaction, _ in try transaction.keep(plan) } }
            return plan
        }
        for note in plan.notes { Terminal.warn(note.sentence) }
        Terminal.note(plan.rewritten.notes)
        let document = plan.document(isKept: isKept).adding("rewritten", plan.rewritten.document)
        try output.printColumns(document) { _ in plan.lines(isKept: isKept) }
    }

    private func request(rows: [BatchJob.Row], rooms: [ChipRoom]) -> BatchRequest {
        BatchRequest(
            name: name, rows: rows, protection: protect, rooms: rooms, genuineOnly: genuineOnly,
            mirrors: mirror, countsSeats: countSeats, isManaged: managed)
    }
}

extension TagProtection: ExpressibleByArgument {}
