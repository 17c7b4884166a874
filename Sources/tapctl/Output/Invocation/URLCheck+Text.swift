import Documents
import InvocationRouter

extension URLCheck {
    /// What hinders, what could be better and how it fits, one line a finding.
    func lines(style: Style) -> [(label: String, value: String)] {
        var lines: [(label: String, value: String)] = []
        for problem in problems { lines.append(("problem", style.red(printable(problem.sentence)))) }
        for warning in warnings { lines.append(("note", warning.sentence)) }
        if let suggestion { lines.append(("better", style.bold(suggestion))) }
        if let budget, budget.fits {
            lines.append(
                ("room", "takes \(budget.usedBytes) of \(budget.areaBytes) bytes, \(budget.freeBytes) free"))
        }
        for shortening in shortenings { lines.append(("shorter", shortening.sentence)) }
        if problems.isEmpty, suggestion == nil { lines.insert(("good", printable(url)), at: 0) }
        return lines
    }
}

extension URLCheck.Shortening {
    /// What to change and what that saves, for people.
    var sentence: String {
        let what =
            switch change {
            case .spelling: "write it as above"
            case .placeholder: "leave the place-holder out"
            case .tag: "leave the tag's id out"
            case .fund: "give the fund a shorter id"
            case .org: "register a shorter name of the organization"
            }
        let limit = change == .fund || change == .org ? "up to " : ""
        return "\(what): \(limit)\(savesOctets) fewer" + (isEnough ? ", then it fits" : "")
    }
}
