import InvocationRouter
import TagKit

/// Where a row leads.
struct BatchAim: Hashable {
    /// The URL without a tag's id and without a mirror's place-holder.
    var url: String
    /// The organization of a giving URL of ours.
    var org: String?
    /// Its fund; nil for the default fund.
    var fund: String?
    /// A monthly gift is offered first.
    var recurring = false
}

extension BatchCheck {
    /// Where a row leads; nil where that is wrong, which is then remembered.
    mutating func aim(of row: BatchJob.Row) -> BatchAim? {
        let hasParts = !row.org.isEmpty || !row.fund.isEmpty || row.recurring != nil
        if !row.url.isEmpty {
            guard !hasParts else {
                refuse(
                    .twoDestinations, row,
                    "the row has a URL, and an organization, fund or recurring beside it")
                return nil
            }
            return aim(ofURL: row.url, row)
        }
        guard !row.org.isEmpty else {
            refuse(
                .noDestination, row, "nothing says where the tag leads: name an organization or a URL")
            return nil
        }
        guard let organization = directory.organization(row.org) else {
            refuse(
                .unknownOrganization, row,
                "no organization is called \"\(row.org)\"", help: .organizations)
            return nil
        }
        return aim(
            organization, fund: row.fund.isEmpty ? nil : row.fund, recurring: row.recurring ?? false, row)
    }

    /// A giving URL made of what the directory knows.
    private mutating func aim(
        _ organization: DirectoryOrganization, fund: String?, recurring: Bool, _ row: BatchJob.Row
    ) -> BatchAim? {
        let before = problems.count
        if organization.status != .active {
            refuse(
                .organizationInactive, row,
                "\(organization.id) takes no gifts: it is \(organization.status.rawValue)")
        } else if !organization.isPayable {
            note(.notPayable(organization.id))
        }
        if let id = fund ?? organization.defaultFund {
            check(organization.fund(id), id, of: organization, recurring: recurring, row)
        }
        guard problems.count == before,
            let url = try? Invocation.make(
                org: organization.id, fund: fund, recurring: recurring, hosts: hosts)
        else { return nil }
        return BatchAim(url: url, org: organization.id, fund: fund, recurring: recurring)
    }

    private mutating func check(
        _ fund: DirectoryFund?, _ id: String, of organization: DirectoryOrganization, recurring: Bool,
        _ row: BatchJob.Row
    ) {
        guard let fund else {
            refuse(
                .unknownFund, row, "\(organization.id) has no fund \"\(id)\"",
                help: .funds(of: organization.id))
            return
        }
        if !fund.isOpen {
            refuse(.fundClosed, row, "the fund \(id) of \(organization.id) is closed")
        } else if recurring, !fund.offersMonthly {
            refuse(.recurringNotOffered, row, "the fund \(id) of \(organization.id) takes no monthly gifts")
        } else if !recurring, !fund.offersOneTime {
            refuse(
                .oneTimeNotOffered, row, "the fund \(id) of \(organization.id) takes monthly gifts alone")
        }
    }

    /// A whole URL: one of ours by the strict rules, or anybody's over https.
    private mutating func aim(ofURL url: String, _ row: BatchJob.Row) -> BatchAim? {
        do throws(URLRefusal) {
            return aim(of: try URLRewrite(url, hosts: hosts), row)
        } catch {
            let better = error.corrected.map { "; it should probably be \($0)" } ?? ""
            switch error.cause {
            case .unclear:
                refuse(.unclearURL, row, "\(error.summary): \(error.reason)\(better)")
                return nil
            case .invalid(let invalid):
                return aim(ofForeign: url, refused: invalid, better, row)
            }
        }
    }

    private mutating func aim(of rewrite: URLRewrite, _ row: BatchJob.Row) -> BatchAim? {
        let invocation = rewrite.invocation
        if invocation.evidence != nil || invocation.placeholder != nil {
            refuse(
                .holdsEvidence, row, "the URL holds what a chip mirrors", help: .askForMirror)
            return nil
        }
        if invocation.tag != nil {
            refuse(.invalidURL, row, "the URL holds the id of one tag; write it without t")
            return nil
        }
        guard let org = invocation.org, let canonical = invocation.canonical else { return nil }
        if let organization = directory.organization(org) {
            let found = aim(organization, fund: invocation.fund, recurring: invocation.recurring, row)
            let spelled = try? URLRewrite(
                rewrite.original, org: organization.id, host: hosts.primary, hosts: hosts)
            if let found, let spelled { remember(spelled.changes, url: found.url, of: row) }
            return found
        }
        guard directory.isEmpty else {
            refuse(
                .unknownOrganization, row, "no organization is called \"\(org)\"",
                help: .organizations)
            return nil
        }
        remember(rewrite.changes, url: canonical, of: row)
        note(
            .words(
                "nobody here knows whether \(canonical) is right: there are no organizations in the data folder"
            ))
        return BatchAim(
            url: canonical, org: org, fund: invocation.fund, recurring: invocation.recurring)
    }

    private mutating func aim(
        ofForeign url: String, refused: InvocationError, _ better: String, _ row: BatchJob.Row
    ) -> BatchAim? {
        do throws(InvocationError) {
            _ = try Invocation.parse(url, profile: .tap, hosts: hosts)
            refuse(.invalidURL, row, refused.summary + better)
        } catch  where error.code == .otherDestination {
            guard url.utf8.count <= 1024 else {
                refuse(.invalidURL, row, "the URL has \(url.utf8.count) bytes; the maximum is 1024")
                return nil
            }
            if let other = url.unicodeScalars.first(where: { !$0.utf8.allSatisfy(Self.isURLOctet) }) {
                let place = String(Character(other)).escapedForDisplay()
                refuse(
                    .invalidURL, row, "a URL cannot hold the character \"\(place)\"; write it percent-encoded"
                )
                return nil
            }
            guard url.lowercased().hasPrefix("https://") else {
                refuse(.insecureURL, row, "the URL is not secure: it has to begin with https://")
                return nil
            }
            let (written, changes) = URLRewrite.elsewhere(url)
            if let obstacle = PhoneUse(uri: written).android.obstacle {
                refuse(.invalidURL, row, "no phone opens the URL: \(obstacle.summary)")
                return nil
            }
            remember(changes, url: written, of: row)
            return BatchAim(url: written)
        } catch {
            refuse(.invalidURL, row, error.summary + better)
        }
        return nil
    }

    /// What RFC 3986 §2 lets stand in a URL.
    private static func isURLOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case 0x21...0x7E: !"\"<>\\^`{|}".utf8.contains(octet)
        default: false
        }
    }
}
