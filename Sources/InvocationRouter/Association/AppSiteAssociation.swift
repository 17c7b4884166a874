/// What an apple-app-site-association file says about App Clips and universal links.
///
/// Source: Apple, "Supporting associated domains", "applinks", "appclips".
public struct AppSiteAssociation: Hashable, Sendable {
    /// The App Clips that may be opened for this domain; components do not concern them.
    public var clips: [String]
    /// The apps that may open links, in the order of the file.
    public var links: [LinkRules]

    /// One entry of `details`: apps, and the links that they open.
    public struct LinkRules: Hashable, Sendable {
        /// The apps' identifiers.
        public let appIDs: [String]
        /// In their order; the first that matches decides.
        public let components: [LinkComponent]
    }

    /// What the file says of one app and one URL.
    public struct Decision: Hashable, Sendable {
        /// The app's identifier.
        public let appID: String
        /// What happens.
        public let outcome: Outcome
        /// Which component decided, as `applinks.details[0].components[2]`; nil where none matched.
        public let component: String?

        /// Why, in half a sentence.
        public var reason: String {
            guard let component else { return "no component matches" }
            return "\(component) is the first that matches\(outcome == .excluded ? ", and excludes it" : "")"
        }
    }

    /// Whether an app opens a link.
    public enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// A component lets it in.
        case opens
        /// A component keeps it out.
        case excluded
        /// No component matches.
        case unmatched
    }

    /// The apps that the file names for links, each once, in their order.
    public var appIDs: [String] {
        var seen: Set<String> = []
        return links.flatMap(\.appIDs).filter { seen.insert($0).inserted }
    }

    /// Whether an app opens a URL of this domain: the first component that matches decides.
    ///
    /// - Returns: `unmatched` also for what is no http or https URL.
    public func decision(on url: String, for appID: String) -> Decision {
        guard let url = LinkURL(url), url.isWeb else {
            return Decision(appID: appID, outcome: .unmatched, component: nil)
        }
        for rules in links where rules.appIDs.contains(appID) {
            if let component = rules.components.first(where: { $0.matches(url) }) {
                return Decision(
                    appID: appID, outcome: component.excludes ? .excluded : .opens, component: component.place
                )
            }
        }
        return Decision(appID: appID, outcome: .unmatched, component: nil)
    }

    /// What the file says of a URL for each app.
    public func decisions(on url: String) -> [Decision] { appIDs.map { decision(on: url, for: $0) } }
}
