import Documents
import InvocationRouter

/// The report of `tapctl site check` on association files.
struct SiteReport: CommandResult {
    let files: [File]
    let urls: [Link]

    /// An association file with the apps that it lists, and the findings about it.
    struct File {
        let path: String
        let apps: [String]
        let clips: [String]
        let findings: [SiteFinding]
    }

    /// A URL, and the decision of each app whether to open the URL.
    struct Link {
        let url: String
        let decisions: [AppSiteAssociation.Decision]
        let clips: [Clip]
    }

    /// An App Clip, and the result of opening the URL on an iPhone without the full app.
    struct Clip {
        let id: String
        let outcome: Outcome
        /// The registered experience with the longest match; nil if no experience matches.
        let experience: String?

        enum Outcome: String {
            case card, unavailable, unknown
        }
    }

    /// Creates the report on association files. `experiences` are the registered advanced App Clip
    /// experiences; empty if they are unknown.
    init(_ files: SiteFiles, urls: [String], experiences: [String] = []) {
        var all: [File] = []
        if let apple = files.apple {
            all.append(
                File(
                    path: apple.path, apps: apple.association.appIDs, clips: apple.association.clips,
                    findings: apple.findings))
        }
        if let android = files.android {
            let apps = android.links.statements.filter(\.handlesURLs).map(\.package)
            all.append(File(path: android.path, apps: apps, clips: [], findings: android.findings))
        }
        self.files = all
        self.urls = urls.map { url in
            Link(
                url: url, decisions: files.apple?.association.decisions(on: url) ?? [],
                clips: (files.apple?.association.clips ?? []).map { Clip($0, for: url, among: experiences) })
        }
    }

    /// Whether no association file has an error.
    var isGood: Bool { files.allSatisfy { $0.findings.allSatisfy { $0.severity != .error } } }

    /// The JSON document that `tapctl site check --json` prints.
    var document: JSONValue {
        [
            "object": "site_check", "ok": isGood.json, "files": .array(files.map(\.document)),
            "urls": .array(urls.map(\.document)),
        ]
    }

    /// Returns the report on the association files as human-readable text.
    func text(style: Style) -> String {
        (files.map { $0.text(style: style) } + urls.map { $0.text(style: style) }).joined(separator: "\n\n")
    }
}

extension SiteReport.File {
    fileprivate var document: JSONValue {
        [
            "path": path.json, "apps": apps.json,
            "clips": clips.json, "findings": .array(findings.map(\.document)),
        ]
    }

    fileprivate func text(style: Style) -> String {
        var lines: [LabeledLine] = []
        if !apps.isEmpty { lines.append(("apps", printable(apps.joined(separator: ", ")))) }
        if !clips.isEmpty { lines.append(("clips", printable(clips.joined(separator: ", ")))) }
        if findings.isEmpty { lines.append((style.green("good"), "no problems found")) }
        for finding in findings {
            let label = finding.severity == .error ? style.red("error") : style.yellow("warning")
            let place = finding.path.isEmpty ? "" : "\(finding.path)\n"
            lines.append((label, "\(place)\(finding.summary)\n\(style.dim(finding.commandRemedy))"))
        }
        return "\(style.bold(printable(path)))\n"
            + columns(lines.map { ("  " + $0.label, $0.value) }, style: style)
    }
}

extension SiteReport.Link {
    var document: JSONValue {
        [
            "url": url.json,
            "decisions": .array(
                decisions.map { decision in
                    [
                        "app": decision.appID.json, "outcome": decision.outcome.rawValue.json,
                        "component": decision.component.json, "reason": decision.reason.json,
                        "check_count": decision.checkCount.json,
                        "checks": .array(decision.checks.map(\.document)),
                    ]
                }), "clips": .array(clips.map(\.document)),
        ]
    }

    fileprivate func text(style: Style) -> String {
        let lines =
            decisions.map { decision in
                let verb = decision.outcome == .opens ? "opens it" : "does not open it"
                return (
                    "  " + printable(decision.appID), "\(verb): \(decision.reason)" + details(decision, style)
                )
            } + clips.map { ("  " + printable($0.id), $0.sentence) }
        let none = [("  no app", "no apple-app-site-association file lists an app")]
        return "\(style.bold(printable(url)))\n" + columns(lines.isEmpty ? none : lines, style: style)
    }

    /// Returns the reasons why no component of the association file matched, for at most eight components.
    /// Empty if a component matched, or if only one component was checked.
    private func details(_ decision: AppSiteAssociation.Decision, _ style: Style) -> String {
        guard decision.outcome == .unmatched, decision.checkCount > 1 else { return "" }
        let shown = decision.checks.prefix(8).map(\.sentence)
        let rest = decision.checkCount - shown.count
        return (shown + (rest > 0 ? ["and \(rest) more"] : [])).map { "\n" + style.dim($0) }.joined()
    }
}

extension SiteReport.Clip {
    fileprivate init(_ id: String, for url: String, among experiences: [String]) {
        self.id = id
        let best = AppClipExperience.best(for: url, among: experiences.map { AppClipExperience(url: $0) })
        experience = best?.url
        outcome = best != nil ? .card : experiences.isEmpty ? .unknown : .unavailable
    }

    /// The behavior of an iPhone without the full app, as human-readable text.
    fileprivate var sentence: String {
        switch outcome {
        case .card:
            "shows its card: the registered experience \(printable(experience ?? "")) is the best match"
        case .unavailable:
            "the URL does not begin with the URL of a registered experience: iOS 18 and later can show “App Clip Unavailable”"
        case .unknown:
            """
            needs an advanced experience that is registered in App Store Connect (--experience);
            without one, iOS 18 and later can show “App Clip Unavailable”
            """
        }
    }

    fileprivate var document: JSONValue {
        [
            "app": id.json, "outcome": outcome.rawValue.json, "experience": experience.json,
            "reason": .string(sentence.split(separator: "\n").joined(separator: " ")),
        ]
    }
}

extension AppSiteAssociation.Check {
    fileprivate var document: JSONValue {
        [
            "component": place.json, "matched": .bool(mismatch == nil),
            "mismatch": JSONValue(mismatch?.rawValue),
        ]
    }
}

extension SiteFinding {
    var document: JSONValue {
        [
            "severity": severity.rawValue.json, "code": code.rawValue.json, "path": path.json,
            "message": summary.json, "remedy": commandRemedy.json,
        ]
    }
}
