import InvocationRouter
import TagKit
import TextKit

extension AuditDraft {
    /// Whether a phone reads what was written.
    mutating func checkContent(_ row: BatchRow, _ batch: Batch) {
        if lock.hidesContent {
            add(.unreadable, "a password hides what it holds: phones see nothing", exchanging)
            return
        }
        checkMirror(batch)
        guard let message = look.message, look.state != .unformatted, held.flaw == nil else {
            add(.unreadable, "phones find no message that they can read", rewriting)
            return
        }
        guard !message.isEmpty else {
            add(.empty, "it is empty, and should lead to \(row.url.shortened)", rewriting)
            return
        }
        // Under the mirror that the batch wants stands its place-holder.
        let bare =
            batch.mirror == .none
            ? nil
            : look.mirror.flatMap { mirror in
                look.without(mirrorOver: mirror.content.placeholder)?.message
            }
        guard (bare ?? message) != row.message else { return }
        let held = bare.map { HeldMessage($0) } ?? held
        guard let url = held.url else {
            add(
                .foreignContent, "it holds no address, and should lead to \(row.url.shortened)", rewriting)
            return
        }
        if url == row.url {
            // One record in another encoding is the same to every phone.
            guard held.records.count > 1 else { return }
            let words =
                held.isURLFirst
                ? "something else stands behind its address"
                : "something else stands before its address, and Android phones do not find it"
            add(.foreignContent, words, rewriting)
        } else {
            checkURL(url, row)
        }
    }

    /// The mirror that the batch wants, and no other over what a phone reads.
    private mutating func checkMirror(_ batch: Batch) {
        switch (batch.mirror, look.mirror) {
        case (.none, let mirror?):
            let first = Type2Memory.firstUserPage * 4
            guard mirror.range.overlaps(first..<first + max(look.usedBytes, 1)) else { return }
            add(
                .mirrorOn,
                "the chip shows \(mirror.summary), over its address; somebody has switched that on",
                rewriting)
        case (.counter, nil) where record.tag?.lock == .password || record.tag?.lock == .permanent:
            add(
                .mirrorOff, "the chip no longer shows its UID and counter: its taps are not counted",
                rewriting)
        default: break
        }
    }

    /// An address that is not its seat's, letter by letter.
    private mutating func checkURL(_ url: String, _ row: BatchRow) {
        let elsewhere = "it leads to \(url.shortened), and should lead to \(row.url.shortened)"
        let wanted = try? Route.parse(row.url, profile: .tap, hosts: rules.hosts)
        if let error = refusal(of: url), error.isPretence {
            add(
                .pretence, "its address only looks like ours: \(url.shortened)",
                .both("tell people not to pay there", rewriting))
            return
        }
        guard let found = try? Route.parse(url, profile: .tap, hosts: rules.hosts), let wanted else {
            // Somebody's own page is compared letter by letter.
            if url.isInsecureForm(of: row.url) { return addInsecure(url) }
            return add(.wrongURL, elsewhere, rewriting)
        }
        switch (found, wanted) {
        case (.gift(let found), .gift(let wanted)):
            guard isSameDestination(found, wanted, row) else { return }
            guard found.evidence == nil || look.mirror != nil else {
                let words = "its address holds what a chip showed at one tap, and never changes"
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
                "it leads to the right place, and is spelled \(url.shortened) and not \(row.url.shortened)",
                rewriting)
        }
    }

    private mutating func addInsecure(_ url: String) {
        add(
            .insecureScheme, "its address begins with http and not with https: \(url.shortened)",
            rewriting)
    }

    /// Whether two giving URLs lead to the same place; what differs first is told.
    private mutating func isSameDestination(_ found: Invocation, _ wanted: Invocation, _ row: BatchRow)
        -> Bool
    {
        let before = findings.count
        let org = wanted.org ?? wanted.orgAlias ?? ""
        if let other = found.org, !other.isSameName(as: org) {
            add(.wrongOrganization, "it leads to \(other), and should lead to \(org)", rewriting)
        } else if let alias = found.orgAlias, alias != org {
            add(
                .wrongOrganization, "it leads to whoever is called \(alias), and should lead to \(org)",
                rewriting)
        } else if found.fundUnclear || effectiveFund(found, row) != effectiveFund(wanted, row) {
            let wantedFund = wanted.fund.map { "the fund \($0)" } ?? "the default fund"
            let fund =
                found.fundUnclear
                ? "a fund that cannot be told" : found.fund.map { "the fund \($0)" } ?? "the default fund"
            add(.wrongFund, "it leads to \(fund) of \(org), and should lead to \(wantedFund)", rewriting)
        } else if found.recurring != wanted.recurring {
            let words = "monthly gift first, and should"
            add(
                .wrongURL, found.recurring ? "it offers a \(words) not" : "it offers no \(words)", rewriting)
        } else if found.tag != wanted.tag {
            add(
                .wrongURL,
                "its address holds the id \(found.tag ?? "of no seat"), and should hold "
                    + (wanted.tag ?? "none"),
                rewriting)
        }
        return findings.count == before
    }

    /// The fund to which a gift goes; the default fund by its name, where the directory tells it.
    private func effectiveFund(_ invocation: Invocation, _ row: BatchRow) -> String? {
        invocation.fund ?? row.org.flatMap { rules.directory.organization($0)?.defaultFund }
    }

    /// Whether there is anything at the end of the way that was written.
    mutating func checkDestination(_ row: BatchRow) {
        if row.tagID != nil, let managed = record.managed, managed.state == .revoked {
            add(
                .revoked, "its id \(managed.id) was withdrawn: it leads nowhere",
                .both("take it off", .newID(seat: row.seat, batch: row.batch)))
            return
        }
        guard let org = row.org, !rules.directory.isEmpty else { return }
        let mend: AuditRemedy = "mend that in the directory, or aim the seat at something else"
        guard let organization = rules.directory.organization(org) else {
            add(
                .unknownOrganization, "it leads to \(org), which the directory does not have",
                .both(.organizations, mend))
            return
        }
        if organization.status != .active {
            add(
                .organizationInactive,
                "it leads to \(org), which takes no gifts: it is \(organization.status.rawValue)", mend)
            return
        }
        guard let fund = row.fund else { return }
        guard let found = organization.fund(fund) else {
            add(
                .unknownFund, "it leads to the fund \(fund), which \(org) does not have",
                .both(.funds(of: org), mend))
            return
        }
        if !found.isOpen {
            add(
                .fundClosed, "it leads to the fund \(fund) of \(org), which is closed",
                .reopenFund)
        }
    }
}

extension String {
    /// Whether it begins with `http:`, in any case.
    fileprivate var isInsecure: Bool { prefix(5).lowercased() == "http:" }

    /// Whether it is another URL but for its scheme.
    fileprivate func isInsecureForm(of other: String) -> Bool {
        isInsecure && other.prefix(6).lowercased() == "https:" && dropFirst(5) == other.dropFirst(6)
    }
}
