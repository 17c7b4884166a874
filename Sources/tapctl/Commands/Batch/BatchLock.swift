import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import InvocationRouter
import LinkProbe
import StaffAccess
import TagRegistry
import TextKit

/// `tapctl batch lock`: permanently locks the tags of a batch after they have been written.
struct BatchLock: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Verify and permanently lock the tags of a batch.",
        discussion: """
            EXAMPLES:
              tapctl batch lock Main
              tapctl batch lock Main --yes --canary-ok 04E141124C2880
              tapctl batch lock Main --reader sim:box/ --yes \\
                  --canary-ok 04E141124C2880 --json

            The lock cannot be undone. First, every distinct destination is opened once. If
            a phone would find no page there, --force is needed. Without a network, the
            command warns that the destinations were not checked, and continues. It then
            shows the host that becomes permanent: the host's owner will always control the
            destinations of these seats. Next, a person taps one tag with a phone and
            confirms what the phone shows; --yes does not skip this step, but --canary-ok
            with the UID of that tag does. Each tag is read again, compared with its seat,
            locked together with its configuration, and read back. If a tag is removed too
            early, the next run finishes it. Tags of other batches and tags with other
            contents are not changed.
            """)

    @Argument(help: "The batch.")
    var name: String

    @Flag(help: "Skip the confirmation, but not the tap with a phone.")
    var yes = false

    @Flag(help: "Lock the tags even if a destination has no page for phones.")
    var force = false

    @Option(
        name: .customLong("canary-ok"),
        help: ArgumentHelp(
            "The UID of a tag in this batch that opened the right page on a phone.", valueName: "uid")
    )
    var canary: String?

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .lockBatch }

    func run() async throws {
        let check = try DestinationCheck.standard()
        try await data.withData(endsByInterrupt: true) { data in
            let (batch, rows) = try await data.read { transaction in
                let batch = try transaction.knownBatch(name)
                return (batch, try transaction.allRows(of: batch.name))
            }
            guard batch.protection != .password else {
                throw CommandError(
                    .refused, code: "passwordProtected", "the tags of \(batch.name) have passwords",
                    reason: "the batch was planned with --protect password",
                    remedy: "lock each tag with `tapctl tag lock --secret FILE`")
            }
            let written = rows.filter { $0.state == .verified }
            guard !written.isEmpty else {
                throw CommandError(
                    .refused, code: "noTags", "no seat of \(batch.name) has a tag yet",
                    remedy: "`tapctl batch run \(printable(batch.name.shellWord))` writes the tags")
            }
            let managed = try await data.read { transaction in
                batch.isManaged
                    ? try written.compactMap { try $0.tagID.flatMap(transaction.destination) } : []
            }
            try await check.require(Destination.of(written, managed: managed), force: force)
            try await Self.confirmHosts(written, yes)
            if let canary { try await Self.confirm(canary, for: batch, data) }
            let shownName = try await Self.shownName(of: rows, data)
            let open = try await reader.open()
            let loop = LockLoop(
                locker: TagLocker(
                    open.reader, batch: batch.name, database: data.database, clock: data.clock),
                data: data, batch: batch.name, rows: written.count, withoutTag: rows.count - written.count,
                shownName: shownName,
                wait: open.waits(atMost: reader.typedLimit), output: output)
            try await open.closing { try await loop.run() }
        }
    }

    /// Records that a person has tapped a tag with a phone.
    private static func confirm(_ uid: String, for batch: Batch, _ data: DataFolder) async throws {
        let (uid, name) = (uid.filter { !$0.isWhitespace && $0 != ":" }.uppercased(), batch.name)
        try await data.write { transaction, now in
            guard let row = try transaction.row(uid: uid), row.batch == name else {
                throw RegistryError(.unknownTag, uid, wanted: "no seat of \(name) has this tag")
            }
            var batch = try transaction.knownBatch(name)
            batch.canary = uid
            try transaction.save(batch)
            try transaction.note(.canaryConfirmed, of: uid, at: now)
        }
    }

    /// Prints the hosts whose URLs become permanent. Asks once for confirmation, unless `yes` is true.
    private static func confirmHosts(_ rows: [BatchRow], _ yes: Bool) async throws {
        for (host, seats) in rows.hosts {
            Terminal.say("\(counted(seats, "tag")) will permanently link to \(printable(host)):")
            Terminal.say("the owner of this host decides which page opens")
        }
        guard !yes else { return }
        try await Question.confirm(
            "A locked tag can never be changed.", "Lock the tags?",
            reason: "each tag would be permanently locked", refusal: "nothing was locked")
    }

    /// Returns the name of the seats' organization, as phones show it. Returns nil if the seats do not all
    /// belong to one organization, or if the directory does not contain the organization.
    private static func shownName(of rows: [BatchRow], _ data: DataFolder) async throws -> String? {
        guard let org = rows.first?.org, rows.allSatisfy({ $0.org == org }) else { return nil }
        return try await GivingDirectory(data.database).organization(named: org)?.displayName
    }
}
