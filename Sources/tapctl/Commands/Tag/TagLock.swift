import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter
import LinkProbe
import TagKit
import TagRegistry

/// `tapctl tag lock`: permanently locks a tag, including its message and configuration.
struct TagLock: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Permanently lock the tag, with its message and its configuration.",
        discussion: """
            EXAMPLES:
              tapctl tag lock --dry-run
              tapctl tag lock
              tapctl tag lock --url "https://appclip.tap.giving/Grace?f=12&r=1" --yes
              tapctl tag lock --secret box.secret

            This cannot be undone. The message is read again, every bit to be locked is
            shown, and you type the tag's UID to confirm. Afterward, the message,
            container, lock bits and configuration can never be changed, and a test write
            confirms this. If the tag is removed halfway, run the command again to complete
            the lock. For a tag with a password, use --secret with the secret that protects
            the tag. If the tag belongs to a batch, it is recorded as locked.

            A tag that no phone can use, for example an erased tag or a tag whose URL has
            no host, is not locked, even with --yes. Neither is a tag whose URL has a
            look-alike host, http: instead of https:, a misspelled parameter or the data
            of a single tap. With a data folder, the tag's managed id must not have been
            withdrawn or replaced, and the organization and the fund must accept gifts.
            --force locks such a tag anyway.

            The tag's URL is opened once. If a phone would find no page there, --force is
            required. Without a network, a note says that the URL was not checked.
            """)

    @Option(help: ArgumentHelp("Lock the tag only if it contains this URL.", valueName: "url"))
    var url: String?

    @Flag(help: "Keep the UID or counter mirror switched on; without this option, it is switched off.")
    var keepMirror = false

    @Flag(help: "Skip the confirmation for permanent changes.")
    var yes = false

    @Flag(help: "Lock the tag even if phones cannot use it or its URL has problems.")
    var force = false

    @Flag(help: "Print every step and every bit that would change, but write nothing.")
    var dryRun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (destinations, hosts) = try (DestinationCheck.standard(), HostList.ofEnvironment())
        let check = LockCheck(hosts: hosts, force: force)
        let protecting = try Protecting(
            object: "tag_lock", goal: { .permanent(mirror: keepMirror ? $0.mirror : nil) },
            secret: await secret.optional(), urls: url.map(check.spellings) ?? [],
            consent: dryRun ? .dryRun : yes ? .given : .typed, options: force ? .force : [],
            check: { snapshot, data in
                try await check.require(snapshot, in: data)
                let found = snapshot.contents.url.map { Destination.of(tagURL: $0, hosts: hosts) }
                try await destinations.require(found ?? [], force: force)
            })
        try await protecting.runAndPrint(reader, data, output)
    }
}

/// The checks of a tag's URL and of its managed id before the tag is permanently locked.
struct LockCheck: Sendable {
    /// The hosts of giving URLs.
    var hosts: HostList
    /// Whether a problem causes only a warning.
    var force: Bool

    /// Checks the tag's managed id, its URL, and the URL's organization and fund. Prints warnings about
    /// problems that do not prevent the lock.
    ///
    /// - Parameter data: The data folder; nil without one.
    /// - Throws: An error with exit code 77 if the tag should not be locked and ``force`` is false.
    func require(_ snapshot: TagSnapshot, in data: DataFolder?) async throws {
        let url = snapshot.contents.url
        if let data, let problem = try await withdrawal(of: snapshot, in: data) { try report(problem) }
        guard let url else { return }
        if let problem = urlProblem(url) { try report(problem) }
        if let data, let problem = try await directoryProblem(of: url, in: data) { try report(problem) }
        if snapshot.mirror == nil, let invocation = try? Invocation.parse(url, profile: .tap, hosts: hosts) {
            if invocation.evidence != nil { try report(singleTap(invocation)) }
            if invocation.placeholder != nil {
                Terminal.warn(
                    "the URL has a placeholder that the chip would fill in, but its mirror is off: "
                        + "every tap will contain the placeholder")
            }
        }
        if !snapshot.contents.isSeenByAndroid, snapshot.phoneUse[.android].obstacle == nil {
            Terminal.warn("Android phones ignore the URL, because another record precedes it")
        }
    }

    /// Throws the error. If ``force`` is true, prints it as a warning instead.
    private func report(_ problem: CommandError) throws {
        guard force else { throw problem }
        Terminal.warn("\(problem.summary); continuing because of --force")
    }

    /// Returns the spellings of the URL in `--url` that count as equal: the URL as given, and the form that
    /// is written to tags.
    ///
    /// - Throws: An error if the text is not a URL that can be written. If ``force`` is true, such a text is
    ///   returned unchanged.
    func spellings(of url: String) throws -> [String] {
        if !Protecting.isWeb(url), PhoneUse(uri: url).isUsable { return [url] }
        switch try? Route.parse(url, profile: .tap, hosts: hosts) {
        case .payment, .plan, .managedTag: return [url]
        case .gift(let invocation) where invocation.evidence != nil: return [url]
        case .gift, nil: break
        }
        do {
            return [url, try GivingURL(url, anyURL: true, hosts: hosts, verb: "compare").text]
        } catch {
            guard force else { throw error }
            return [url]
        }
    }

    /// Returns the error for a URL that `tag write` refuses; nil for any other URL.
    func urlProblem(_ url: String) -> CommandError? {
        guard Protecting.isWeb(url) else { return nil }
        do {
            if case .gift = try Route.parse(url, hosts: hosts) { _ = try URLRewrite(url, hosts: hosts) }
            return nil
        } catch {
            var cause = CommandError(error)
            do {
                _ = try GivingURL(url, anyURL: true, hosts: hosts)
                return nil
            } catch let hidden as CommandError where hidden.code == "hiddenCharacter" {
                cause = hidden
            } catch {}
            let reason = cause.reason.isEmpty ? "the tag contains \(printable(url))" : cause.reason
            return refusal(
                cause.code, cause.summary, reason, corrected: URLCheck(url, hosts: hosts).suggestion)
        }
    }

    /// Returns the error for a URL with the data of a single tap, which no mirror updates.
    private func singleTap(_ invocation: Invocation) -> CommandError {
        refusal(
            "holdsEvidence", "the URL contains the mirrored data of a single tap",
            "every later tap would contain the same data", corrected: invocation.canonical)
    }

    /// Returns the error for a giving URL whose organization or fund is unknown or does not accept gifts. Nil
    /// if the directory contains no organizations.
    private func directoryProblem(of url: String, in data: DataFolder) async throws -> CommandError? {
        guard let invocation = try? Invocation.parse(url, profile: .tap, hosts: hosts),
            let org = invocation.org
        else { return nil }
        let fund = invocation.fund
        let found = try await data.read { try $0.lookUp(org, fund: fund) }
        guard found.knowsOrganizations, let problem = found.problems.first else { return nil }
        return refusal(problem.code.rawValue, problem.summary, "the tag contains \(printable(url))")
    }

    /// Returns the error for a tag whose managed id was withdrawn or replaced; nil for any other tag.
    private func withdrawal(of snapshot: TagSnapshot, in data: DataFolder) async throws -> CommandError? {
        let uid = hexUID(snapshot.tag.uid)
        let route = snapshot.contents.url.flatMap { try? Route.parse($0, profile: .tap, hosts: hosts) }
        let written: String? = if case .managedTag(let id)? = route { id } else { nil }
        return try await data.read { transaction -> CommandError? in
            let ids = [written, try transaction.row(uid: uid)?.tagID].compactMap(\.self)
            for id in ids {
                guard let managed = try transaction.destination(id), managed.state == .revoked else {
                    continue
                }
                return Self.withdrawn(managed)
            }
            return nil
        }
    }

    private static func withdrawn(_ managed: ManagedDestination) -> CommandError {
        let next =
            if managed.replacedBy != nil {
                "`tapctl managed replace` gave the seat another id: write the seat's tag with "
                    + "`tapctl batch run`"
            } else if managed.place != nil {
                "`tapctl managed replace \(managed.id)` assigns another id to the seat"
            } else {
                "write the tag with another URL"
            }
        let id = printable(managed.id)
        return CommandError(
            .refused, code: "revoked",
            managed.replacedBy.map { "the tag's id \(id) was replaced by \(printable($0))" }
                ?? "the tag's id \(id) was withdrawn",
            reason: "a tap of this tag opens no giving page",
            remedy: "\(next); --force locks the tag in its current state")
    }

    private func refusal(
        _ code: String, _ summary: String, _ reason: String, corrected: String? = nil
    ) -> CommandError {
        let better = corrected.map { "write \(printable($0))" } ?? "write the correct URL"
        return CommandError(
            .refused, code: code, summary, reason: reason,
            remedy: "use `tapctl tag write` to \(better) first, "
                + "or --force to lock the tag in its current state")
    }
}
