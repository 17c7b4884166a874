import Documents
import InvocationRouter

extension Invocation {
    /// What the URL asks of a giver, one line a fact.
    func lines(style: Style) -> [(label: String, value: String)] {
        var lines: [(label: String, value: String)] = []
        if let org { lines.append(("organization", style.bold(org))) }
        if let orgAlias {
            lines.append(("organization", "“\(printable(orgAlias))”, a name that the directory must know"))
        }
        lines.append(
            ("fund", fundUnclear ? "unclear: the giver has to choose one" : fund ?? "the default fund"))
        lines.append(("monthly", recurring ? "offered first" : "no (a one-time gift is offered first)"))
        if let tag { lines.append(("tag", tag)) }
        switch evidence {
        case .mirror(let uid, let counter):
            lines.append(("tap", "UID \(uidText(uid))" + (counter.map { ", tap number \($0)" } ?? "")))
        case .sun: lines.append(("tap", "a SUN message, not verified here"))
        case nil: break
        }
        if let canonical { lines.append(("canonical", canonical)) }
        lines += warnings.map { ("note", $0.sentence) }
        return lines
    }
}
