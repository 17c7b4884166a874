import Documents
import InvocationRouter
import TagKit

extension TagContents {
    /// The problem of the URL as a giving URL, in a few words; nil if there is none, and without a URL.
    func verdict(hosts: HostList, style: Style) -> String? {
        guard case .failure(let error) = invocation(hosts: hosts) else { return nil }
        switch error.code {
        case .hostNotAllowed: return style.red("do not pay: only looks like \(hosts.primary)")
        case .userinfoNotAllowed: return style.red("do not pay: its host is hidden behind an @")
        case .otherDestination: return style.yellow("not our giving page")
        default: return style.yellow("no giving URL")
        }
    }
}
