import TextKit

/// The parts of an apple-app-site-association file that concern App Clips and universal links.
///
/// Source: Apple, "Supporting associated domains", "applinks", "appclips".
public struct AppSiteAssociation: Hashable, Sendable {
    /// The identifiers of the App Clips that can be opened for URLs of this domain. Components do not apply
    /// to App Clips.
    public var clips: [String]
    /// The entries of `applinks.details`, in the order of the file.
    public var links: [LinkRules]

    /// The maximum length, in bytes, of a URL that is compared with components. The same limit applies to
    /// URLs from tags (docs/invocation-url.md §4a).
    public static let urlByteLimit = 8_192

    /// One entry of `details`: some apps, and the components that determine which links these apps open.
    public struct LinkRules: Hashable, Sendable {
        /// The apps' identifiers.
        public let appIDs: [String]
        /// The components in the order of the file. The first component that matches a URL determines whether
        /// the apps open that URL.
        public let components: [LinkComponent]
    }

    /// The file's decision on whether an app opens a URL, with the comparisons that led to it.
    public struct Decision: Hashable, Sendable {
        /// The app's identifier.
        public let appID: String
        /// The outcome: whether the app opens the URL, and the reason if it does not.
        public internal(set) var outcome = Outcome.unmatched
        /// The comparisons with components, in order. If a component matched, its comparison is the last
        /// element. Of the other comparisons, only the first ``AppSiteAssociation/checkLimit`` are listed.
        public internal(set) var checks: [Check] = []
        /// The number of components that were compared with the URL.
        public internal(set) var checkCount = 0
        /// The reason why the URL was not compared with any component; empty if the URL was compared.
        var obstacle = ""

        /// The position of the matching component in the file, such as `applinks.details[0].components[2]`;
        /// nil if no component matched.
        public var component: String? { outcome == .unmatched ? nil : checks.last?.place }

        /// The reason for the outcome, as a clause without a period, such as `component 2 matched`.
        public var reason: String {
            switch (outcome, checks.last) {
            case (.opens, let check?): "\(check.name) matched (\(check.place))"
            case (.excluded, let check?): "excluded by \(check.name) (\(check.place))"
            default:
                switch (checkCount, checks.first) {
                case (1, let check?): check.sentence
                case (0, _): obstacle
                default: "none of the \(checkCount) components matched"
                }
            }
        }
    }

    /// The comparison of a URL with one component.
    public struct Check: Hashable, Sendable {
        /// The component's position in the file, such as `applinks.details[0].components[2]`.
        public let place: String
        /// The component's name for display, such as `component 3`. The components of a list are numbered
        /// from 1.
        public let name: String
        /// The first part of the URL that did not match; nil if the whole URL matched.
        public let mismatch: LinkComponent.Part?

        /// The result of the comparison, as a clause without a period.
        public var sentence: String {
            mismatch.map { "\(name) did not match: the \($0.rawValue) differs" } ?? "\(name) matched"
        }
    }

    /// The reason why an app opens a link or does not open it.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The app opens the link, because the first component that matches does not have `exclude`.
        case opens
        /// The app does not open the link, because the first component that matches has `exclude`.
        case excluded
        /// The app does not open the link, because no component matches.
        case unmatched
    }

    /// The identifiers of the apps in all entries, in the order of the file and without duplicates.
    public var appIDs: [String] {
        var seen: Set<String> = []
        return links.flatMap(\.appIDs).filter { seen.insert($0).inserted }
    }

    /// The maximum number of comparisons that a decision lists, in addition to the comparison that matched.
    public static let checkLimit = 64

    /// Determines, according to the file, whether an app opens a URL of this domain. The first component that
    /// matches determines the outcome.
    ///
    /// - Returns: The decision. Its outcome is `unmatched` if no component matches, or if the URL is not http
    ///   or https or is longer than ``urlByteLimit``.
    public func decision(on url: String, for appID: String) -> Decision {
        decisions(on: url, for: [appID]).first ?? Decision(appID: appID)
    }

    /// Determines, for each app in the file, whether the app opens a URL of this domain.
    public func decisions(on url: String) -> [Decision] { decisions(on: url, for: appIDs) }

    /// Determines, for each of the given apps, whether the app opens a URL. Each entry of `details` is
    /// compared with the URL at most once, even if the entry has several apps.
    private func decisions(on url: String, for appIDs: [String]) -> [Decision] {
        guard url.utf8.count <= Self.urlByteLimit else {
            return appIDs.map {
                Decision(appID: $0, obstacle: "the URL is longer than \(Self.urlByteLimit) bytes")
            }
        }
        guard let url = LinkURL(url), url.isWeb else {
            return appIDs.map { Decision(appID: $0, obstacle: "the URL is not an http or https URL") }
        }
        var entries: [String: [Int]] = [:]
        for (index, rules) in links.enumerated() {
            for appID in rules.appIDs where entries[appID]?.last != index {
                entries[appID, default: []].append(index)
            }
        }
        var comparisons: [Int: Comparison] = [:]
        return appIDs.map { appID in
            var all = Comparison()
            for index in entries[appID] ?? [] where all.match == nil {
                let comparison = comparisons[index] ?? links[index].compared(with: url)
                comparisons[index] = comparison
                all.append(comparison)
            }
            let outcome: Outcome = all.match.map { $0.excludes ? .excluded : .opens } ?? .unmatched
            return Decision(
                appID: appID, outcome: outcome, checks: all.checks, checkCount: all.count,
                obstacle: "the file has no components for this app")
        }
    }

    /// Returns the text of an apple-app-site-association file for the host that serves giving URLs. With this
    /// file, the apps open the URLs for gifts, payments, plans and managed tags, and the browser opens all
    /// other pages of the service. The App Clips can be opened for every URL of the host.
    ///
    /// If neither list is empty, ``read(_:)`` reports no findings about this file.
    public static func text(apps: [AppIdentifier], clips: [AppIdentifier]) -> String {
        JSONTree.object(
            [
                clips.isEmpty ? nil : .init("appclips", ["apps": names(clips)]),
                apps.isEmpty ? nil : .init("applinks", links(names(apps))),
            ]
            .compactMap(\.self)
        ).text
    }

    private static func names(_ apps: [AppIdentifier]) -> JSONTree { .array(apps.map { .string($0.text) }) }

    private static func links(_ apps: JSONTree) -> JSONTree {
        let routes = RouteWord.allCases.map(\.rawValue)
        // Source: docs/invocation-url.md §5; the words are compared ignoring case, as in the router.
        let pages = ReservedPath.words.map { String(decoding: $0, as: UTF8.self) }
            .filter { !routes.contains($0) }
        let components: [JSONTree] = [
            ["/": "/.well-known/*", "exclude": true],
            ["/": "/-/*", "exclude": true, "comment": "later routes"],
            ["/": "/$(page)", "exclude": true, "caseSensitive": false],
            ["/": "/$(page)/*", "exclude": true, "caseSensitive": false],
            ["#": "no_universal_links", "exclude": true],
            ["/": "/?*", "comment": "gifts, /pay/, /plan/ and /t/"],
        ]
        return [
            "substitutionVariables": ["page": .array(pages.map(JSONTree.string))],
            "details": [["appIDs": apps, "components": .array(components)]],
        ]
    }
}

/// The comparisons of a URL with components, and the component that matched.
private struct Comparison {
    var checks: [AppSiteAssociation.Check] = []
    var count = 0
    var match: LinkComponent?

    mutating func append(_ check: AppSiteAssociation.Check) {
        count += 1
        if check.mismatch == nil || checks.count < AppSiteAssociation.checkLimit { checks.append(check) }
    }

    mutating func append(_ other: Comparison) {
        let number = count + other.count
        for check in other.checks { append(check) }
        (count, match) = (number, other.match)
    }
}

extension AppSiteAssociation.LinkRules {
    /// Compares a URL with the components in order, and stops at the first component that matches.
    fileprivate func compared(with url: LinkURL) -> Comparison {
        var comparison = Comparison()
        for component in components {
            let mismatch = component.mismatch(with: url)
            comparison.append(
                AppSiteAssociation.Check(place: component.place, name: component.name, mismatch: mismatch))
            if mismatch == nil {
                comparison.match = component
                break
            }
        }
        return comparison
    }
}
