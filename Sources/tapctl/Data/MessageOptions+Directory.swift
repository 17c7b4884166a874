import DataFolderKit
import Documents
import Giving
import InvocationRouter
import TextKit

extension MessageOptions {
    /// Returns the options with the organization's id spelled as in the directory. Prints a warning if the
    /// organization or the fund is unknown or does not accept gifts.
    ///
    /// Without a data folder, the options are returned unchanged.
    func checked(in data: DataOptions) async throws -> MessageOptions {
        guard let org, data.isThere else { return self }
        let fund = fund
        let (found, known, near) = try await data.withDataIfThere {
            data -> (Organization?, Fund?, String?) in
            guard let data else { return (nil, nil, nil) }
            return try await data.read { transaction in
                guard let found = try transaction.organization(org) ?? transaction.organization(alias: org)
                else {
                    let ids = try transaction.organizations(after: nil, limit: 1_000).map(\.id)
                    return (nil, nil, nearest(to: org, among: ids))
                }
                return (found, try fund.flatMap { try transaction.fund($0, of: found.id) }, nil)
            }
        }
        guard let found else {
            // An invalid name is refused later.
            guard (try? Invocation.make(org: org, hosts: .standard)) != nil else { return self }
            let meant = near.map { "did you mean \($0)?" } ?? "`tapctl org list` shows all organizations"
            Terminal.warn("no organization is called \(org); \(meant)")
            return self
        }
        var checked = self
        checked.org = found.id
        if let fund, known?.isOpen != true,
            (try? Invocation.make(org: found.id, fund: fund, hosts: .standard)) != nil
        {
            let flaw = known == nil ? "has no fund \(fund)" : "has closed its fund \(fund)"
            Terminal.warn("\(found.id) \(flaw); `tapctl fund list` shows all funds")
        }
        if found.status != .active {
            Terminal.warn("\(found.id) accepts no gifts: it is \(found.status.word)")
        }
        return checked
    }
}
