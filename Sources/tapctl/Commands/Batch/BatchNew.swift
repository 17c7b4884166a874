import ArgumentParser
import DataFolderKit
import Documents
import Giving
import InvocationRouter
import LinkProbe
import PublicAPI
import TagRegistry
import TextKit
import TimeKit

/// `tapctl batch new`: plans the content of each seat's tag. No tag is written yet.
struct BatchNew: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Plan a batch: which seat's tag leads where.",
        discussion: """
            EXAMPLES:
              tapctl batch new Main --csv seats.csv
              tapctl batch new Main --count 120 --place "rows A-F" --org Grace --fund 12
              tapctl batch new Lobby --count 20 --place Lobby --url https://church.example
              tapctl batch new Main --csv seats.csv --managed --protect permanent

            A table names its columns in the first line, in any order: seat, campus, org,
            fund, recurring, or a whole URL; note is left aside. Cells that are empty take
            --campus, --org, --fund and --recurring, or --url. All of the job is checked
            now, and nothing is kept when anything is wrong: unknown organizations and
            funds, seats that appear twice, URLs that are too long for the chip.

            With --managed a tag holds an id of ours, and `tapctl managed aim` changes
            where it leads as often as you like, also if the tag is permanently locked.
            `tapctl batch run NAME` then writes the tags.

            With --protect permanent every distinct destination is opened once. If a phone
            would find no page there, --force is needed. Without a network it says that
            they were not checked, and goes on.
            """)

    /// The values of `--protect`.
    enum Way: String, ExpressibleByArgument, CaseIterable {
        case none, password, permanent
    }

    @Argument(help: "Its name: 1 to 64 characters.")
    var name: String

    @OptionGroup var rows: BatchRowOptions

    @Option(help: ArgumentHelp("What keeps tags from being rewritten.", valueName: "way"))
    var protect = Way.none

    @Option(
        name: .customLong("chip"),
        help: ArgumentHelp(
            "A chip that is taken; may be given several times. (default: those of NTAG213, 215 and 216 that the URLs fit on)",
            valueName: "product"))
    var chips: [String] = []

    @Flag(help: "Set tags aside whose maker's signature is wrong, instead of marking them.")
    var genuineOnly = false

    @Flag(help: "Let the chip put its UID and tap counter into the URL at each tap.")
    var mirror = false

    @Flag(help: "Put an id of each seat into its URL, so that taps are counted by seat.")
    var countSeats = false

    @Flag(help: "Write ids whose destination can be changed later.")
    var managed = false

    @Flag(help: "With --protect permanent: accept destinations where a phone would find no page.")
    var force = false

    @Flag(help: "Check all of it, and keep nothing.")
    var dryRun = false

    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        let words: String? =
            switch request(rows: [], rooms: []).contradiction {
            case .managedMirror: "--managed and --mirror exclude each other."
            case .unprotectedMirror:
                "--mirror goes with --protect password or permanent: the chip is told both at once."
            case .managedCount: "--managed gives each seat an id of its own; leave --count-seats out."
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
                in: try await data.batchDirectory(of: request.organizationNames(hosts: hosts)), hosts: hosts,
                random: try ProcessEnvironment().seed, at: data.clock.now())
            try await check?.require(Destination.of(plan.rows, managed: plan.destinations), force: force)
            if isKept { try await data.write { transaction, _ in try transaction.keep(plan) } }
            return plan
        }
        for note in plan.notes { Terminal.warn(note.sentence) }
        for note in plan.rewritten.notes { Terminal.say("note: \(note)") }
        let document = plan.document(isKept: isKept).adding("rewritten", plan.rewritten.document)
        try output.printColumns(document) { _ in plan.lines(isKept: isKept) }
    }

    private func request(rows: [BatchJob.Row], rooms: [ChipRoom]) -> BatchRequest {
        BatchRequest(
            name: name, rows: rows, protection: TagProtection(rawValue: protect.rawValue) ?? .none,
            rooms: rooms, genuineOnly: genuineOnly, mirrors: mirror, countsSeats: countSeats,
            isManaged: managed)
    }
}
