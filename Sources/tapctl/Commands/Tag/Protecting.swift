import DataFolderKit
import Documents
import FailureKit
import TagKit
import TagRegistry
import TagSecurity

/// A change to the protection of one tag: a permanent lock, a password, or the removal of a password.
///
/// The steps are: inspect the tag, plan, show every bit, ask for confirmation, write, verify, and report.
struct Protecting: Sendable {
    /// The value of the `object` field in the JSON document, such as `tag_lock`.
    var object: String
    /// The function that returns the requested protection. It uses the snapshot to keep an existing mirror
    /// enabled.
    var goal: @Sendable (TagSnapshot) -> ProtectionGoal
    /// The secret from which the tag's password is derived; nil if no password is used.
    var secret: BatchSecret?
    /// The accepted URLs, if the tag must contain one of them; empty to accept every tag.
    var urls: [String] = []
    /// The user's consent to the change.
    var consent: Consent
    /// The options for the plan, such as permission to lock a tag that no phone can use.
    var options: ProtectionOptions = []
    /// A check that throws an error if the tag should not be locked. It runs before any prompt or write, and
    /// receives the data folder if there is one. Nil for no check.
    var check: (@Sendable (TagSnapshot, DataFolder?) async throws -> Void)?

    /// The state of the user's consent to a change.
    enum Consent: Sendable {
        /// Only the plan is shown, and nothing is written.
        case dryRun
        /// The user must type the tag's UID before the change.
        case typed
        /// The user has already confirmed the change.
        case given
    }

    /// The result of changing a tag's protection.
    struct Outcome: Sendable {
        let snapshot: TagSnapshot
        let plan: ProtectionPlan
        /// The report of the write; nil for a dry run.
        let report: WriteReport?
        /// The time from the detection of the tag to the end of the change, in milliseconds.
        let milliseconds: Int
    }

    /// Changes the protection of a tag on the selected reader, and prints the result. If the tag is
    /// registered in the data folder, the change is recorded there. A missing data folder is not created.
    func runAndPrint(_ reader: ReaderOptions, _ data: DataOptions, _ output: OutputOptions) async throws {
        let outcome = try await data.withDataIfThere { data in
            try await reader.withReader { try await run(on: $0, within: reader.limit, recordedIn: data) }
        }
        try output.print(outcome.document(of: self)) { outcome.text(of: self, style: $0) }
    }

    /// Changes the protection of a tag on an open reader. If a data folder is given and the tag is registered
    /// there, the change is recorded.
    ///
    /// - Throws: An error if the change is refused or fails. If the tag was removed during a write, the error
    ///   describes the progress.
    func run(
        on open: OpenReader, within limit: Duration, recordedIn data: DataFolder? = nil
    ) async throws -> Outcome {
        let reader = StopwatchReader(open.reader)
        let session = TagSession(reader)
        let snapshot = try await open.waitingForTag {
            try await session.inspect(openingWith: { secret?.password(uid: $0) }, within: limit)
        }
        let isOpen = await session.isOpen
        let plan = try permittedPlan(snapshot, isOpen: isOpen)
        if let use = plan.phoneUse {
            if !use.isUsable { Terminal.warn("no phone can use the tag's contents: \(use.reason)") }
            for warning in use.warnings { Terminal.warn(warning.summary) }
        }
        if plan.writes { try await check?(snapshot, data) }
        if consent == .dryRun {
            return Outcome(snapshot: snapshot, plan: plan, report: nil, milliseconds: reader.milliseconds)
        }
        try await confirm(plan, snapshot)
        defer { Terminal.endProgress() }
        if plan.writes, let kind = plan.goal.begun { try await record(kind, plan, snapshot, open, in: data) }
        let report = try await session.execute(plan, password: secret?.password(uid: snapshot.tag.uid)) {
            Terminal.progress("step \($0) of \($1) …")
        }
        if let kind = plan.goal.done { try await record(kind, plan, snapshot, open, in: data) }
        return Outcome(snapshot: snapshot, plan: plan, report: report, milliseconds: reader.milliseconds)
    }

    /// Records a step in the history of a registered tag.
    private func record(
        _ kind: JournalEntry.Kind, _ plan: ProtectionPlan, _ snapshot: TagSnapshot, _ open: OpenReader,
        in data: DataFolder?
    ) async throws {
        let (uid, reader) = (hexUID(snapshot.tag.uid), open.reader.name)
        try await data?.write { transaction, now in
            _ = try transaction.noteByHand(
                kind, of: uid, secret: secret, isWritten: plan.writes, at: now, reader: reader)
        }
    }

    private func permittedPlan(_ snapshot: TagSnapshot, isOpen: Bool) throws -> ProtectionPlan {
        if !urls.isEmpty, !urls.contains(where: { $0 == snapshot.contents.url }) {
            throw CommandError(
                .refused, code: TagError.Code.holdsAnotherMessage.rawValue,
                "the tag does not contain the URL in --url",
                reason: snapshot.contents.url.map { "the tag contains \(printable($0))" }
                    ?? "the tag contains no URL",
                remedy: "`tapctl tag read` shows the message on the tag")
        }
        do throws(TagError) {
            return try ProtectionPlan(snapshot, goal(snapshot), isOpen: isOpen, options: options)
        } catch {
            if error.code == .passwordProtected, secret == nil {
                throw CommandError(error)
                    .remedied(by: "use --secret with the secret that protects the tag")
            }
            guard isOvercomeByForce(error, snapshot, isOpen: isOpen) else { throw error }
            throw CommandError(error)
                .remedied(
                    by:
                        "use `tapctl tag write` to write the tag first, or --force to lock the tag in its current state"
                )
        }
    }

    /// Returns whether ``ProtectionOptions/force`` would permit a plan that was refused.
    private func isOvercomeByForce(_ error: TagError, _ snapshot: TagSnapshot, isOpen: Bool) -> Bool {
        switch error.code {
        case .unusableMessage, .noMessage, .malformedTag:
            (try? ProtectionPlan(snapshot, goal(snapshot), isOpen: isOpen, options: options.union(.force)))
                != nil
        default: false
        }
    }

    static func isWeb(_ url: String) -> Bool {
        ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    }

    /// Prints the plan's notes. For a permanent lock that the user has not confirmed yet, also shows the plan
    /// with every bit that it changes, and asks the user to type the tag's UID.
    private func confirm(_ plan: ProtectionPlan, _ snapshot: TagSnapshot) async throws {
        for note in plan.notes { Terminal.warn(note) }
        guard case .permanent = plan.goal, plan.writes else { return }
        let uid = uidText(snapshot.tag.uid)
        if let url = snapshot.contents.url, let host = Self.host(url), Self.isWeb(url) {
            Terminal.say(
                "note: the URL becomes permanent, so the owner of \(printable(host)) decides what this tag opens"
            )
        }
        guard consent == .typed else { return }
        try Question.requireTerminal(
            reason: "\(uid) would be permanently locked",
            remedy: "use --yes to skip the confirmation, or --dry-run to see every bit")
        Terminal.say(plan.text(style: StandardStream.err.style))
        guard
            try await Question.typed(
                uid, "Once the tag is locked, it can never be changed. Type its UID, \(uid), to lock it:")
        else { throw CommandError.chosen("the typed text is not the UID; nothing was written") }
    }

    /// Returns the host of a URL, without user information and port; nil if the URL has no host.
    ///
    /// The authority also ends at a backslash, and the user information at the last `@`, because browsers
    /// read URLs in this way.
    ///
    /// Source: WHATWG URL Standard §4.4, "authority state".
    static func host(_ url: String) -> String? {
        guard let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
        let address =
            authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        // The colons in the brackets of an IPv6 address do not begin a port.
        let end = address.first == "[" ? address.firstIndex(of: "]").map(address.index(after:)) : nil
        let host = end.map { address[..<$0] } ?? address.prefix { $0 != ":" }
        return host.isEmpty ? nil : String(host)
    }
}

extension ProtectionGoal {
    /// The kind of journal entry to record before the first write; nil if the start of the change is not
    /// recorded.
    fileprivate var begun: JournalEntry.Kind? {
        switch self {
        case .permanent: .locking
        case .password: .protecting
        case .open, .mirrored: nil
        }
    }

    /// The kind of journal entry to record after the change is verified; nil if the change is not recorded.
    fileprivate var done: JournalEntry.Kind? {
        switch self {
        case .permanent: .locked
        case .password: .protected
        case .open: .unprotected
        case .mirrored: nil
        }
    }
}
