import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
import TagKit
import TextKit

extension MessageOptions {
    /// Returns the requested message, with the organization's id spelled as in the directory. Prints a
    /// warning if an organization or a fund is unknown or does not accept gifts.
    ///
    /// All giving URLs in the message are looked up. Without a data folder, the message is not changed.
    func wanted(checkedIn data: DataOptions) async throws -> WantedMessage {
        guard data.isThere else { return try wanted() }
        if let org {
            let found = try await Self.lookUp(org, fund: fund, in: data)
            var checked = self
            checked.org = found?.org ?? org
            let message = try checked.wanted()
            found?.warn()
            return message
        }
        let message = try wanted()
        let ours = try hosts.hosts()
        return try await message.respelled(hosts: ours) { org, fund in
            try await Self.lookUp(org, fund: fund, in: data)
        }
    }

    private static func lookUp(
        _ org: String, fund: String?, in data: DataOptions
    ) async throws -> DirectoryLookup? {
        try await data.withDataIfThere { data in try await data?.read { try $0.lookUp(org, fund: fund) } }
    }
}

extension WantedMessage {
    /// Returns the message with the organizations of its giving URLs spelled as `lookUp` returns them. Prints
    /// the problems that the lookup finds as warnings.
    func respelled(
        hosts: HostList,
        lookUp: (_ org: String, _ fund: String?) async throws -> DirectoryLookup?
    ) async throws -> WantedMessage {
        guard var message = try? NDEFMessage(decoding: bytes) else { return self }
        var respelled = self
        for (index, record) in message.records.enumerated() {
            guard case .uri(let content)? = try? record.decoded(),
                let invocation = try? Invocation.parse(content.uri, hosts: hosts), let org = invocation.org,
                let found = try await lookUp(org, invocation.fund)
            else { continue }
            found.warn()
            guard let spelling = found.org, spelling != org else { continue }
            let rewrite = try URLRewrite(content.uri, org: spelling, hosts: hosts)
            message.records[index].payload = URIRecord(rewrite.written).record().payload
            respelled.changes += rewrite.changes
            if url == nil {
                respelled.notes += ["the URL becomes \(rewrite.written)"] + rewrite.changes.map(\.summary)
            } else {
                respelled.url = rewrite.written
                respelled.notes =
                    ["the URL becomes \(rewrite.written)"] + respelled.changes.map(\.summary)
            }
            respelled.bytes = try message.encoded()
        }
        return respelled
    }
}

/// The result of looking up the organization and the fund of a giving URL in the directory.
struct DirectoryLookup: Hashable, Sendable {
    /// The organization's id as registered; nil if the directory does not contain the organization.
    var org: String?
    /// Whether the directory contains any organization.
    var knowsOrganizations = true
    /// The problems: an organization or a fund that is unknown or does not accept gifts.
    var problems: [Problem] = []

    /// A reason why the organization or the fund cannot receive gifts.
    struct Problem: Hashable, Sendable {
        /// The code of ``InvocationRouter/ResolutionError`` for the problem.
        var code: ResolutionError.Code
        /// A clause that describes the problem, without a period.
        var summary: String
        /// A clause with the next step; may be empty.
        var remedy = ""
    }

    /// Prints the problems as warnings.
    func warn() {
        for problem in problems {
            Terminal.warn(problem.summary + (problem.remedy.isEmpty ? "" : "; \(problem.remedy)"))
        }
    }
}

extension Transaction {
    /// Looks up an organization by its id or alias, and one of its funds.
    func lookUp(_ org: String, fund: String?) throws -> DirectoryLookup {
        guard let found = try organization(org) ?? organization(alias: org) else {
            let ids = try organizations(after: nil, limit: 1_000).map(\.id)
            let meant = nearest(to: org, among: ids).map { "did you mean \($0)?" }
            return DirectoryLookup(
                knowsOrganizations: !ids.isEmpty,
                problems: [
                    DirectoryLookup.Problem(
                        code: .unknownOrganization, summary: "no organization is called \(org)",
                        remedy: meant ?? "`tapctl org list` shows all organizations")
                ])
        }
        var lookup = DirectoryLookup(org: found.id)
        // Without a fund in the URL, the gift goes to the default fund.
        if let id = fund ?? found.defaultFund {
            let known = try self.fund(id, of: found.id)
            if known?.isOpen != true {
                let flaw = known == nil ? "has no fund \(id)" : "has closed its fund \(id)"
                lookup.problems.append(
                    DirectoryLookup.Problem(
                        code: known == nil ? .unknownFund : .fundClosed, summary: "\(found.id) \(flaw)",
                        remedy: "`tapctl fund list` shows all funds"))
            }
        }
        if found.status != .active {
            lookup.problems.append(
                DirectoryLookup.Problem(
                    code: .organizationInactive,
                    summary: "\(found.id) accepts no gifts: it is \(found.status.word)"))
        }
        return lookup
    }
}
