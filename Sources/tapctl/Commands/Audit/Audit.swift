import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Giving
import InvocationRouter
import TagKit
import TagRegistry
import TagSecurity
import TimeKit

/// `tapctl audit`: checks installed tags, seat by seat.
struct Audit: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Check the tag of each seat, one after another.",
        discussion: """
            EXAMPLES:
              tapctl audit Main
              tapctl audit Main --continue -o monday.html
              tapctl audit Main --seat A1
              tapctl audit --org Grace --reader sim:church/ --json
              tapctl audit Main --report --format csv

            Hold one tag after another to the reader, in any order. An audit writes nothing
            to the tags. It compares the organization, the destination and the protection
            of each tag with the tag's record. Ctrl-C ends the audit and prints what to do
            next, seat by seat. With a folder of virtual tags, the audit ends on its own.

            Each result is saved immediately. --continue resumes the audit on another day;
            --report shows the last audit again without a reader. If a tag was seen more
            than once, the last result counts.

            With --seat, hold the tags to the reader in the order of the seats, starting
            with that seat. The audit then also reports tags in the wrong place.

            -o writes a table (.csv), a page to print and tick off (.html) or a document
            (.json). With --json, each tag is one document on its own line, and the last
            document is the report. Exits with 0 if every seat's tag was read and is
            correct, and otherwise with 1.
            """)

    @Argument(help: "The batch to audit. (default: all batches)")
    var batch: String?

    @Option(help: ArgumentHelp("Only the seats of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("The first seat; the other seats follow in order.", valueName: "seat"))
    var seat: String?

    @Flag(name: .customLong("continue"), help: "Continue the last audit of these seats.")
    var goesOn = false

    @Flag(help: "Show the last audit of these seats again, without a reader.")
    var report = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Stop after this many tags.", valueName: "n"))
    var count: Int?

    @OptionGroup var form: AuditFormOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be at least 1.") }
        if report, goesOn || seat != nil || count != nil {
            throw ValidationError("--report reads no tags, so omit --continue, --seat and --count.")
        }
        try form.refuse(beside: output)
    }

    func run() async throws {
        let hosts = try hosts.hosts()
        try form.refuseExisting()
        try await data.withData(endsByInterrupt: true) { data in
            let scope = try await scope(in: data)
            if report {
                let walk = try await data.read { try $0.auditWalk($0.knownAudit(scope)) }
                try report(walk)
                try end(walk)
            } else {
                try await self.walk(scope, hosts, data)
            }
        }
    }

    /// Returns the batch and the organization to audit, in their registered spelling. If no organizations are
    /// registered, the organization keeps the spelling in the command.
    private func scope(in data: DataFolder) async throws -> AuditScope {
        try await data.read { transaction in
            let name = try batch.map { try transaction.knownBatch($0).name }
            guard let org else { return AuditScope(batch: name) }
            // Without registered organizations, each seat belongs to the organization in its URL.
            let isEmpty = try transaction.organizations(after: nil, limit: 1).isEmpty
            return AuditScope(batch: name, org: isEmpty ? org : try transaction.knownOrganization(org).id)
        }
    }

    /// Performs the audit, and prints its report. If an error ends the audit after its start, the report is
    /// still printed.
    private func walk(_ scope: AuditScope, _ hosts: HostList, _ data: DataFolder) async throws {
        // Input is validated before a reader is opened and an audit begins.
        let rows = try await data.read { try $0.auditRows(scope) }
        let first = try standing(in: rows)
        if goesOn { _ = try await data.read { try $0.knownAudit(scope) } }
        let open = try await reader.open()
        var failure: (any Error)?
        var begun: AuditStart?
        do {
            try await open.closing {
                let start = try await begin(scope, data)
                begun = start
                let walk = try await data.read { try $0.auditWalk(start) }
                let rules = AuditRules(
                    scope, hosts: hosts, directory: try await data.auditDirectory(), words: { $0.sentence })
                let loop = AuditLoop(
                    auditor: TagAuditor(
                        open.reader, walk: start.number, rules: rules, database: data.database,
                        clock: data.clock, trusting: open.trustedKeys),
                    view: AuditProgressView(output: output, isQuiet: form.isOnStandardOutput),
                    wait: open.waits(atMost: reader.typedLimit), count: count)
                try await loop.run(walk, from: first)
            }
        } catch {
            failure = error
        }
        // Ctrl-C ends an audit normally. Any other failure is reported after the findings.
        if let problem = failure, CommandError(problem).category == .interrupted { failure = nil }
        guard let start = begun else { throw failure ?? ExitCode.interrupted }
        // The result is read by a separate task, because this task may already be canceled.
        let walk = try await Task { try await data.read { try $0.auditWalk(start) } }.value
        try report(walk)
        if let failure { throw failure }
        try end(walk)
    }

    /// Starts a new audit, or resumes the last one if `--continue` is given.
    private func begin(_ scope: AuditScope, _ data: DataFolder) async throws -> AuditStart {
        guard !goesOn else { return try await data.read { try $0.knownAudit(scope) } }
        let last = try await data.read { transaction in
            try transaction.lastAudit(of: scope, seen: true).map { try transaction.auditWalk($0) }
        }
        if let last, last.summary.neverSeen > 0 {
            let seen = last.summary.seats - last.summary.neverSeen - last.summary.withoutTag
            Terminal.say(
                "note: this is a new audit; to resume the one from \(last.start.started.inUTC), "
                    + "which covered \(seen) of \(counted(last.summary.seats, "seat")), "
                    + "press Ctrl-C and use --continue")
        }
        return try await data.write { try $0.beginAudit(scope, at: $1) }
    }

    /// Returns the row of the seat given by `--seat`; nil if that option was not given.
    ///
    /// - Throws: An error with exit code 66 if the audit does not include the seat, or 64 if several batches
    ///   have a seat with this name.
    private func standing(in rows: [BatchRow]) throws -> BatchRow? {
        guard let seat else { return nil }
        let found = rows.filter { $0.seat.lowercased() == seat.lowercased() }
        guard let row = found.first else { throw RegistryError(.unknownSeat, String(seat.prefix(64))) }
        guard found.count == 1 else {
            throw CommandError(
                .usage, code: RegistryError.Code.seatUnclear.rawValue,
                "several batches have a seat \"\(row.seat)\"",
                reason: "the batches are \(found.map(\.batch).joined(separator: ", "))",
                remedy: "name one of these batches in the command")
        }
        return row
    }

    /// Ends with exit code 1 unless every seat and tag is correct.
    private func end(_ walk: AuditWalk) throws {
        if !walk.summary.isRight { throw ExitCode.no }
    }

    private func report(_ walk: AuditWalk) throws {
        Terminal.endProgress()
        try form.write(walk, output)
    }
}
