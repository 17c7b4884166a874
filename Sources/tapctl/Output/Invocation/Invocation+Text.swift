import Documents
import InvocationRouter

extension Invocation {
    /// Returns the contents of the giving URL as human-readable lines, each with a label and a value.
    ///
    /// - Parameter isVerified: Whether the SUN message in the URL was verified.
    func lines(style: Style, isVerified: Bool = false) -> [LabeledLine] {
        let tap: String? =
            switch evidence {
            case .mirror(let uid, let counter):
                "UID \(uidText(uid))" + (counter.map { ", tap number \($0)" } ?? "")
            case .sun where isVerified: "a verified SUN message"
            case .sun: "a SUN message; `tapctl url verify-sun` verifies it"
            case nil: nil
            }
        let lines = labeled([
            "organization": org.map(style.bold),
            "organization": orgAlias.map { "\"\(printable($0))\", valid only as a registered alias" },
            "fund": fundUnclear ? "unclear: the donor has to choose a fund" : fund ?? "the default fund",
            "monthly": recurring ? "offered first" : "no (a one-time gift is offered first)",
            "tag": tag, "tap": tap, "canonical": canonical,
        ])
        return lines + warnings.map { ("note", $0.sentence) }
    }
}

extension Route {
    /// Returns the parts of the URL as lines with a label and a value.
    ///
    /// - Parameter isVerified: Whether the SUN message in the URL was verified.
    func lines(style: Style, isVerified: Bool = false) -> [LabeledLine] {
        switch self {
        case .gift(let invocation):
            [("route", "a gift")] + invocation.lines(style: style, isVerified: isVerified)
        case .payment(let token): [("route", "a payment"), ("token", style.bold(token))]
        case .plan(let code): [("route", "a plan"), ("plan", style.bold(code))]
        case .managedTag(let id):
            [("route", "a managed tag; the registry determines its destination"), ("tag", style.bold(id))]
        }
    }
}

extension Resolution {
    /// Returns the organization and fund found for the URL, as lines with a label and a value.
    func lines(style: Style) -> [LabeledLine] {
        let proof = credit == .proven ? " and verified" : ", but not verified"
        let lines = labeled([
            "goes to": style.bold(printable(organization.displayName)),
            "for": fund.map { printable($0.name) }
                ?? "a fund that the donor has to choose"
                + (suggestedFund.map { "; \(printable($0.name)) is suggested" } ?? ""),
            "seat": credit == .none ? nil : "the tap is counted" + proof,
            "confirm": needsConfirmation ? "the donor must confirm the organization" : nil,
        ])
        return lines + warnings.map { ("note", $0.summary) }
    }
}

extension Invoked {
    /// Returns the result as human-readable text: the URL's parts, the recipient of a gift, and each phone's
    /// behavior.
    func text(style: Style) -> String {
        var parts: [String] = []
        if let url { parts.append(style.cyan(printable(url))) }
        var isVerified = false
        if case .genuine = sun { isVerified = true }
        var lines = (try? route?.get())?.lines(style: style, isVerified: isVerified) ?? []
        if let resolution = try? resolution?.get() { lines += resolution.lines(style: style) }
        if !hasDirectory, case .success(.gift) = route {
            lines.append(("goes to", "not looked up: there is no directory of organizations here"))
        }
        if !lines.isEmpty { parts.append(columns(lines, style: style)) }
        parts.append(
            columns(answers.map { ($0.phone.name, $0.answer.text(style: style)) }, style: style))
        if !others.isEmpty {
            let rows = others.map { ("  " + $0.name, $0.text(style: style)) }
            parts.append("In other circumstances:\n" + columns(rows, style: style))
        }
        return parts.joined(separator: "\n\n")
    }
}

extension InvocationWarning {
    /// The warning about a URL as human-readable text, without a period.
    var sentence: String {
        switch self {
        case .nonCanonical: "the URL is not in its canonical form"
        case .explicitPort: "the URL has a port, which is not needed"
        case .trailingSlash: "a slash follows the organization"
        case .fragmentDropped: "the part after # never leaves the phone"
        case .unknownParameter(let name): "the parameter \"\(printable(name))\" is unknown and is ignored"
        case .mirrorPlaceholder:
            "the URL contains a placeholder, which a chip replaces only if its mirror is on"
        case .deviation(let code): "the URL was accepted although it violates a rule (\(code.rawValue))"
        }
    }
}

extension URLCheck: LabeledResult {
    /// Returns the findings as labeled lines: the errors, the notes, a suggestion, the space that the URL
    /// takes on a chip, and ways to shorten the URL. If there are neither errors nor a suggestion, the first
    /// line shows the URL with the label `good`.
    func lines(style: Style) -> [LabeledLine] {
        var lines: [LabeledLine] = []
        for problem in problems { lines.append(("problem", style.red(printable(problem.sentence)))) }
        for warning in warnings { lines.append(("note", warning.sentence)) }
        if let suggestion { lines.append(("better", style.bold(suggestion))) }
        if let budget, budget.fits {
            lines.append(
                ("room", "uses \(budget.usedBytes) of \(budget.areaBytes) bytes, \(budget.freeBytes) free"))
        }
        for shortening in shortenings { lines.append(("shorter", shortening.sentence)) }
        if problems.isEmpty, suggestion == nil { lines.insert(("good", printable(url)), at: 0) }
        return lines
    }
}

extension URLCheck.Shortening {
    /// The suggested change and the number of bytes that it saves, as human-readable text.
    var sentence: String {
        let what =
            switch change {
            case .spelling: "write the URL as shown above"
            case .placeholder: "remove the placeholder"
            case .tag: "remove the tag's id"
            case .fund: "give the fund a shorter id"
            case .org: "register a shorter name for the organization"
            }
        let limit = change == .fund || change == .org ? "up to " : ""
        return "\(what): saves \(limit)\(counted(savesBytes, "byte"))"
            + (isEnough ? ", so that the URL fits" : "")
    }
}
