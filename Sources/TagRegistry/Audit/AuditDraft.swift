import InvocationRouter
import TagKit
import TagSecurity
import TextKit

/// The findings about one tag, collected during its inspection.
struct AuditDraft {
    let snapshot: TagSnapshot
    let record: AuditRecord
    let rules: AuditRules
    let lock: LockReading
    let held: HeldMessage
    private(set) var findings: [AuditFinding] = []

    init(_ snapshot: TagSnapshot, _ record: AuditRecord, rules: AuditRules) {
        (self.snapshot, self.record, self.rules) = (snapshot, record, rules)
        lock = LockReading(snapshot)
        held = HeldMessage(snapshot.message)
    }

    /// Adds a finding. A finding with a code that was already added is ignored.
    mutating func add(
        _ code: AuditFinding.Code, _ words: String, _ remedy: AuditRemedy, isNotice: Bool = false
    ) {
        guard !findings.contains(where: { $0.code == code }) else { return }
        findings.append(AuditFinding(code, words, remedy: rules.words(remedy), isNotice: isNotice))
    }

    // MARK: Remedies

    /// The remedy that writes the correct content to the seat's tag, or replaces the tag if it cannot be
    /// written. For a tag without a seat, the remedy is to remove the tag.
    var rewriting: AuditRemedy {
        seat.map { canBeRewritten ? .rewrite($0) : .exchange($0) } ?? Self.takingOff
    }

    /// The remedy that replaces the seat's tag, because the current tag cannot be trusted. For a tag without
    /// a seat, the remedy is to remove the tag.
    var exchanging: AuditRemedy { seat.map(AuditRemedy.exchange) ?? Self.takingOff }

    /// The tag's seat, or nil if the tag has none.
    private var seat: AuditRemedy.Seat? {
        guard let row = record.row, let batch = record.batch else { return nil }
        return AuditRemedy.Seat(row.seat, of: batch)
    }

    /// The remedy for a tag that belongs to no seat.
    static let takingOff: AuditRemedy = "remove the tag, and keep it until you know who put it there"

    /// Whether this registry can write to the tag: the tag is not locked, and any password on it was set by
    /// this registry.
    private var canBeRewritten: Bool {
        guard !lock.isTouched, snapshot.state != .readOnly else { return false }
        return lock.passwordFrom == nil || record.tag?.secretOf != nil
    }

    // MARK: The seat

    /// Adds the findings for a tag that belongs to no seat.
    mutating func checkStranger(at standing: BatchRow?) {
        let place = standing.map { " at \($0.seat)" } ?? ""
        if let url = held.url, let error = refusal(of: url), error.isPretence {
            add(.pretence, "the URL only looks like one of your URLs: \(url.shortened)", Self.takingOff)
        }
        guard let tag = record.tag else {
            add(
                .unknownTag, "this tag\(place) is not registered; \(held.sentence)",
                .both(Self.takingOff, .giveSeat))
            return
        }
        let seat = record.lastSeat.map { " (last seat: \($0))" } ?? ""
        let why =
            switch record.givenUp?.kind {
            case .begun: "the tag was never completely written\(seat)"
            case .replaced: "the tag was replaced by another tag\(seat)"
            case .undone: "the tag was removed from its seat\(seat)"
            case .setAside: "the tag was rejected"
            default: "the tag has lost its seat\(seat)"
            }
        add(
            .looseTag, "the tag\(place) has no seat: \(why); \(held.sentence)",
            .both("remove the tag", .history(canBeErased: tag.lock != .permanent)))
    }

    /// Checks that the tag's seat is in the scope of the audit. If the auditor's current seat is known, also
    /// checks that the tag belongs to that seat.
    mutating func checkPlace(_ row: BatchRow, _ standing: BatchRow?) {
        if !rules.scope.isThroughOrganization(of: row) {
            let org = row.org ?? "another host"
            add(
                .wrongOrganization,
                "the tag's seat, \(row.seat) of the batch \(row.batch), points to \(org) and not to "
                    + (rules.scope.org ?? ""),
                "take the tag to \(row.seat), and look for the tag that belongs where you found this one")
        }
        if let standing {
            guard standing.place != row.place else { return }
            let batch = standing.batch == row.batch ? "" : " of the batch \(row.batch)"
            add(
                .wrongPlace, "the tag belongs to \(row.seat)\(batch), but you are at \(standing.seat)",
                "take the tag to \(row.seat), and look there for the tag of \(standing.seat)")
        } else if !rules.scope.isThroughBatch(of: row) {
            add(
                .wrongPlace, "the tag belongs to seat \(row.seat) of the batch \(row.batch)",
                "take the tag to \(row.seat), and look for the tag that belongs where you found this one")
        }
    }

    // MARK: The chip

    /// Checks the chip's product, signature and tap counter against the registered tag.
    mutating func checkChip(
        _ tag: RegisteredTag, _ row: BatchRow, _ batch: Batch, _ originality: Originality
    ) {
        if !snapshot.chip.canBe(tag.product) {
            add(
                .doubled,
                "the tag has the UID of \(row.seat)'s tag, but the chip is \(snapshot.chip.product), not \(tag.product)",
                exchanging)
        } else if tag.isDoubled {
            add(
                .doubled, RegisteredTag.doubledWords,
                .both("if you have both tags, scan them first", exchanging))
        }
        if case .notGenuine = originality {
            let wasGenuine = tag.originality == .genuine
            add(
                .notGenuine,
                wasGenuine
                    ? "\(originality.summary), but the tag was genuine when it was written: this is a different chip"
                    : originality.summary,
                wasGenuine || batch.genuineOnly
                    ? exchanging : "no action is needed while the tag works; it may wear out early",
                isNotice: !wasGenuine && !batch.genuineOnly)
        }
        if let known = record.counter, let shown = shownCounter, shown < known {
            add(
                .counterBackwards,
                "the tap counter is \(shown), but \(known) was seen before: the tag may be a copy",
                .both(
                    "first find out whether someone forged the counter, which anyone with the URL can do",
                    exchanging))
        }
    }

    /// The tap counter that the chip mirrors into its URL, or nil if the chip mirrors no counter.
    private var shownCounter: UInt32? {
        guard let mirror = snapshot.mirror, mirror.content != .uid, let url = held.url,
            let invocation = try? Invocation.parse(url, profile: .tap, hosts: rules.hosts),
            case .mirror(_, let counter) = invocation.evidence
        else { return nil }
        return counter
    }

    /// Returns the error if a URL is not a valid URL of this service; otherwise nil.
    func refusal(of url: String) -> InvocationError? {
        do throws(InvocationError) {
            _ = try Route.parse(url, profile: .tap, hosts: rules.hosts)
            return nil
        } catch {
            return error
        }
    }

    /// Checks that phones can read the tag, and that its content is correct for the seat.
    mutating func checkContent(_ row: BatchRow, _ batch: Batch) {
        if lock.hidesContent {
            add(
                .unreadable, "the tag does not allow its content to be read, so phones cannot use it",
                exchanging)
            return
        }
        checkMirror(batch)
        guard let message = snapshot.message, snapshot.state != .unformatted, held.flaw == nil else {
            add(.unreadable, "the tag has no message that phones can read", rewriting)
            return
        }
        guard !message.isEmpty else {
            add(.empty, "the tag is empty, but should point to \(row.url.shortened)", rewriting)
            return
        }
        // The message has a placeholder where the batch's mirror inserts its data.
        let bare =
            batch.mirror == .none
            ? nil
            : snapshot.mirror.flatMap { mirror in
                snapshot.without(mirrorOver: mirror.content.placeholder)?.message
            }
        guard (bare ?? message) != row.message else { return }
        let held = bare.map { HeldMessage($0) } ?? held
        guard let url = held.url else {
            add(
                .foreignContent, "the tag contains no URL, but should point to \(row.url.shortened)",
                rewriting
            )
            return
        }
        if url == row.url {
            // Phones handle a single record in the same way, however it is encoded.
            guard held.records.count > 1 else { return }
            let words =
                held.isURLFirst
                ? "there is other content after the URL"
                : "there is other content before the URL, so Android phones do not open the URL"
            add(.foreignContent, words, rewriting)
        } else {
            checkURL(url, row)
        }
    }

    /// Checks that a protected or locked tag has the mirror that the batch requires. If the batch requires no
    /// mirror, checks that no mirror covers the content that phones read.
    private mutating func checkMirror(_ batch: Batch) {
        switch (batch.mirror, snapshot.mirror) {
        case (.none, let mirror?):
            let first = Type2Memory.firstUserPage * 4
            guard mirror.range.overlaps(first..<first + max(snapshot.usedBytes, 1)) else { return }
            add(
                .mirrorOn,
                "the chip replaces a part of the tag's message with \(mirror.summary), "
                    + "but the batch does not use a mirror",
                rewriting)
        case (.counter, nil) where record.tag?.lock == .password || record.tag?.lock == .permanent:
            add(
                .mirrorOff,
                "the chip no longer adds its UID and counter to the URL, so taps are not counted",
                rewriting)
        default: break
        }
    }

    /// Reports how a tag's URL differs from the URL of its seat.
    private mutating func checkURL(_ url: String, _ row: BatchRow) {
        let elsewhere = "the tag points to \(url.shortened), but should point to \(row.url.shortened)"
        let wanted = try? Route.parse(row.url, profile: .tap, hosts: rules.hosts)
        if let error = refusal(of: url), error.isPretence {
            add(
                .pretence, "the URL only looks like one of your URLs: \(url.shortened)",
                .both("tell people not to pay on that page", rewriting))
            return
        }
        guard let found = try? Route.parse(url, profile: .tap, hosts: rules.hosts), let wanted else {
            // A URL of another host is compared byte by byte.
            if url.isInsecureForm(of: row.url) { return addInsecure(url) }
            return add(.wrongURL, elsewhere, rewriting)
        }
        switch (found, wanted) {
        case (.gift(let found), .gift(let wanted)):
            guard isSameDestination(found, wanted, row) else { return }
            guard found.evidence == nil || snapshot.mirror != nil else {
                let words = "the URL contains the data of a single tap, and the chip never updates this data"
                return add(.wrongURL, words, rewriting)
            }
        default:
            guard found == wanted else { return add(.wrongURL, elsewhere, rewriting) }
        }
        if url.isInsecure {
            addInsecure(url)
        } else {
            add(
                .notCanonical,
                "the tag points to the right page, but its URL is \(url.shortened) instead of \(row.url.shortened)",
                rewriting)
        }
    }

    private mutating func addInsecure(_ url: String) {
        add(
            .insecureScheme, "the URL begins with http instead of https: \(url.shortened)",
            rewriting)
    }

    /// Compares the destinations of two giving URLs and reports the first difference. Returns whether they
    /// are equal.
    private mutating func isSameDestination(_ found: Invocation, _ wanted: Invocation, _ row: BatchRow)
        -> Bool
    {
        let before = findings.count
        let org = wanted.org ?? wanted.orgAlias ?? ""
        if let other = found.org, !other.isSameName(as: org) {
            add(.wrongOrganization, "the tag points to \(other), but should point to \(org)", rewriting)
        } else if let alias = found.orgAlias, alias != org {
            add(
                .wrongOrganization,
                "the tag's URL uses the alias \(alias), but should name the organization \(org)",
                rewriting)
        } else if found.fundUnclear || effectiveFund(found, row) != effectiveFund(wanted, row) {
            let wantedFund = wanted.fund.map { "the fund \($0)" } ?? "the default fund"
            let fund =
                found.fundUnclear
                ? "an unclear fund" : found.fund.map { "the fund \($0)" } ?? "the default fund"
            add(
                .wrongFund, "the tag points to \(fund) of \(org), but should point to \(wantedFund)",
                rewriting)
        } else if found.recurring != wanted.recurring {
            let words = "offer a monthly gift first"
            add(
                .wrongURL,
                found.recurring
                    ? "the tag should not \(words), but does" : "the tag does not \(words), but should",
                rewriting)
        } else if found.tag != wanted.tag {
            add(
                .wrongURL,
                "the tag's URL contains \(found.tag.map { "the id \($0)" } ?? "no id"), but should contain "
                    + (wanted.tag ?? "none"),
                rewriting)
        }
        return findings.count == before
    }

    /// Returns the fund that receives the gift: the fund in the URL, or else the organization's default fund.
    /// Returns nil if neither is known.
    private func effectiveFund(_ invocation: Invocation, _ row: BatchRow) -> String? {
        invocation.fund ?? row.org.flatMap { rules.directory.organization($0)?.defaultFund }
    }

    /// Checks that the tag's id was not withdrawn, and that the seat's organization and fund exist and accept
    /// gifts.
    mutating func checkDestination(_ row: BatchRow) {
        if row.tagID != nil, let managed = record.managed, managed.state == .revoked {
            add(
                .revoked, "the id \(managed.id) was withdrawn, so the tag no longer opens a page",
                .both("remove the tag", .newID(seat: row.seat, batch: row.batch)))
            return
        }
        guard let org = row.org, !rules.directory.isEmpty else { return }
        let mend: AuditRemedy = "correct the list of organizations, or change the seat's destination"
        guard let organization = rules.directory.organization(org) else {
            add(
                .unknownOrganization,
                "the tag points to \(org), which is not in the list of organizations",
                .both(.organizations, mend))
            return
        }
        if organization.status != .active {
            add(
                .organizationInactive,
                "the tag points to \(org), which does not accept gifts "
                    + "(status: \(organization.status.rawValue))",
                mend
            )
            return
        }
        guard let fund = row.fund else { return }
        guard let found = organization.fund(fund) else {
            add(
                .unknownFund, "the tag points to the fund \(fund), which \(org) does not have",
                .both(.funds(of: org), mend))
            return
        }
        if !found.isOpen {
            add(
                .fundClosed, "the tag points to the fund \(fund) of \(org), but this fund is closed",
                .reopenFund)
        }
    }
}

extension String {
    /// Whether the URL begins with `http:`, in upper or lower case.
    fileprivate var isInsecure: Bool { prefix(5).lowercased() == "http:" }

    /// Returns whether this URL differs from the other URL only in its scheme: `http:` instead of `https:`.
    fileprivate func isInsecureForm(of other: String) -> Bool {
        isInsecure && other.prefix(6).lowercased() == "https:" && dropFirst(5) == other.dropFirst(6)
    }
}
