/// The contents of an apple-app-site-association file that concern App Clips and universal links.
///
/// Source: Apple, "Supporting associated domains", "applinks", "appclips".
public struct AppSiteAssociation: Hashable, Sendable {
    /// The App Clips that may be opened for this domain. Components do not concern them.
    public var clips: [String]
    /// The apps that may open links, in the order of the file.
    public var links: [LinkRules]

    /// The longest URL that is compared with components, in octets; the limit of a tap (docs/invocation-url.md §4a).
    public static let urlOctetLimit = 8_192

    /// One entry of `details`: apps, and the links that they open.
    public struct LinkRules: Hashable, Sendable {
        /// The apps' identifiers.
        public let appIDs: [String]
        /// The components in the order of the file. The first one that matches decides.
        public let components: [LinkComponent]
    }

    /// The file's decision about one app and one URL.
    public struct Decision: Hashable, Sendable {
        /// The app's identifier.
        public let appID: String
        /// Whether the app opens the URL.
        public let outcome: Outcome
        /// The components that were compared, in order. If one matched, it is the last.
        public let checks: [Check]
        /// Why no component was compared; empty if some were.
        private let obstacle: String

        init(appID: String, outcome: Outcome = .unmatched, checks: [Check] = [], obstacle: String = "") {
            self.appID = appID
            self.outcome = outcome
            self.checks = checks
            self.obstacle = obstacle
        }

        /// The component that decided, such as `applinks.details[0].components[2]`; nil if none matched.
        public var component: String? { outcome == .unmatched ? nil : checks.last?.place }

        /// The reason, in half a sentence without a full stop, such as "component 2 matched".
        public var reason: String {
            switch (outcome, checks.last) {
            case (.opens, let check?): "\(check.name) matched (\(check.place))"
            case (.excluded, let check?): "excluded by \(check.name) (\(check.place))"
            default:
                switch checks.count {
                case 0: obstacle
                case 1: checks[0].sentence
                case let count: "none of \(count) components matched"
                }
            }
        }
    }

    /// The comparison of one component with a URL.
    public struct Check: Hashable, Sendable {
        /// The component's path in the file, such as `applinks.details[0].components[2]`.
        public let place: String
        /// The component's kind and its number in its list, from 1: `component 3`.
        public let name: String
        /// The first part that did not match; nil if the component matched.
        public let mismatch: LinkComponent.Part?

        /// The result, in half a sentence without a full stop.
        public var sentence: String {
            mismatch.map { "\(name) did not match: the \($0.rawValue) differs" } ?? "\(name) matched"
        }
    }

    /// Whether an app opens a link.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// A component that does not exclude matches.
        case opens
        /// A component that excludes matches.
        case excluded
        /// No component matches.
        case unmatched
    }

    /// The apps that the file names for links, each once, in the order of the file.
    public var appIDs: [String] {
        var seen: Set<String> = []
        return links.flatMap(\.appIDs).filter { seen.insert($0).inserted }
    }

    /// Decides whether an app opens a URL of this domain. The first component that matches decides.
    ///
    /// - Returns: `unmatched` for a URL that is not http or https, or is longer than ``urlOctetLimit``.
    public func decision(on url: String, for appID: String) -> Decision {
        guard url.utf8.count <= Self.urlOctetLimit else {
            return Decision(appID: appID, obstacle: "the URL is longer than \(Self.urlOctetLimit) bytes")
        }
        guard let url = LinkURL(url), url.isWeb else {
            return Decision(appID: appID, obstacle: "it is not an http or https URL")
        }
        var checks: [Check] = []
        for rules in links where rules.appIDs.contains(appID) {
            for component in rules.components {
                let mismatch = component.mismatch(with: url)
                checks.append(Check(place: component.place, name: component.name, mismatch: mismatch))
                if mismatch == nil {
                    return Decision(
                        appID: appID, outcome: component.excludes ? .excluded : .opens, checks: checks)
                }
            }
        }
        return Decision(appID: appID, checks: checks, obstacle: "the file has no components for it")
    }

    /// The file's decision about a URL for each app.
    public func decisions(on url: String) -> [Decision] { appIDs.map { decision(on: url, for: $0) } }
}
