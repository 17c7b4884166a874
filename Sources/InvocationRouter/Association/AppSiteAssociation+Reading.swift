import TextKit

extension AppSiteAssociation {
    /// Reads an apple-app-site-association file and reports its problems. If there are problems, the
    /// association contains the parts that could be read.
    public static func read(_ bytes: [UInt8]) -> (association: AppSiteAssociation, findings: [SiteFinding]) {
        var reader = SiteReader()
        var association = AppSiteAssociation(clips: [], links: [])
        guard let tree = reader.tree(bytes) else { return (association, reader.findings) }
        let known: Set = ["appclips", "applinks", "webcredentials", "activitycontinuation"]
        guard let root = reader.object(tree, at: "", known: known) else {
            return (association, reader.findings)
        }
        if let clips = root["appclips"] {
            association.clips = reader.clips(clips)
        } else {
            reader.note(.noClips, at: "")
        }
        if let links = root["applinks"] {
            association.links = reader.links(links)
        } else {
            reader.note(.noLinks, at: "")
        }
        for rules in association.links { reader.noteUnreachable(rules.components) }
        return (association, reader.findings)
    }
}

extension SiteReader {
    fileprivate mutating func clips(_ tree: JSONTree) -> [String] {
        guard let clips = object(tree, at: "appclips", known: ["apps"]) else { return [] }
        guard let apps = clips["apps"] else {
            note(.missingKey, at: "appclips", "apps")
            return []
        }
        return appIDs(apps, at: "appclips.apps")
    }

    fileprivate mutating func links(_ tree: JSONTree) -> [AppSiteAssociation.LinkRules] {
        let known: Set = ["apps", "details", "defaults", "substitutionVariables"]
        guard let links = object(tree, at: "applinks", known: known) else { return [] }
        if let apps = links["apps"], case .array(let elements) = apps, !elements.isEmpty {
            note(.appsNotEmpty, at: "applinks.apps")
        }
        let variables = variables(links["substitutionVariables"])
        let defaults = defaults(
            links["defaults"], at: "applinks.defaults", variables, over: ComponentMembers())
        guard let details = links["details"] else {
            note(.missingKey, at: "applinks", "details")
            return []
        }
        let entries = list(details, at: "applinks.details") ?? []
        if entries.isEmpty { note(.emptyList, at: "applinks.details") }
        var rules: [AppSiteAssociation.LinkRules] = []
        for (index, entry) in entries.enumerated() {
            if let rule = self.rules(entry, at: "applinks.details[\(index)]", defaults, variables) {
                rules.append(rule)
            }
        }
        return rules
    }

    private mutating func variables(_ tree: JSONTree?) -> LinkVariables {
        var variables = LinkVariables.standard
        let path = "applinks.substitutionVariables"
        guard let tree, let members = object(tree, at: path, known: nil) else { return variables }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            if name.isEmpty || name.contains(where: { "$()".contains($0) }) {
                note(.malformedVariable, at: path, name)
                continue
            }
            guard let strings = strings(value, at: "\(path).\(name)") else { continue }
            if strings.isEmpty { note(.emptyList, at: "\(path).\(name)") }
            for text in strings where text.contains("$(") {
                note(.malformedVariable, at: "\(path).\(name)", text)
            }
            variables.define(name, as: strings)
        }
        return variables
    }

    /// Reads a `defaults` object and returns its members. Members that the object does not set are taken from
    /// the enclosing scope (`wider`).
    ///
    /// Apple documents only two settings for `defaults` (applinks.Defaults); `swcutil` also accepts patterns.
    private mutating func defaults(
        _ tree: JSONTree?, at path: String, _ variables: LinkVariables, over wider: ComponentMembers
    ) -> ComponentMembers {
        guard let tree, let members = object(tree, at: path, known: Self.componentKeys),
            let own = try? componentMembers(members, at: path, variables)
        else { return wider }
        return own.over(wider)
    }

    private mutating func rules(
        _ tree: JSONTree, at path: String, _ defaults: ComponentMembers, _ variables: LinkVariables
    ) -> AppSiteAssociation.LinkRules? {
        let known: Set = ["appID", "appIDs", "components", "defaults", "paths"]
        guard let members = object(tree, at: path, known: known) else { return nil }
        let defaults = self.defaults(members["defaults"], at: "\(path).defaults", variables, over: defaults)
        var apps: [String] = []
        if let one = members["appID"], let id = string(one, at: "\(path).appID") {
            check(appID: id, at: "\(path).appID")
            apps.append(id)
        }
        if let several = members["appIDs"] { apps += appIDs(several, at: "\(path).appIDs") }
        if members["appID"] == nil, members["appIDs"] == nil { note(.missingKey, at: path, "appIDs") }

        var components: [LinkComponent] = []
        if let tree = members["components"] {
            if members["paths"] != nil { note(.pathsIgnored, at: "\(path).paths") }
            let entries = list(tree, at: "\(path).components") ?? []
            if entries.isEmpty { note(.emptyList, at: "\(path).components") }
            for (index, entry) in entries.enumerated() {
                let component = try? component(
                    entry, number: index + 1, at: "\(path).components[\(index)]", defaults, variables)
                if let component { components.append(component) }
            }
        } else if let tree = members["paths"] {
            components = paths(tree, at: "\(path).paths")
        } else {
            note(.missingKey, at: path, "components")
        }
        return AppSiteAssociation.LinkRules(appIDs: apps, components: components)
    }

    private static let componentKeys: Set = [
        "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
    ]

    /// The error for a component or a `defaults` object that cannot be read. The reason is reported as a
    /// finding.
    private struct Unreadable: Error {}

    private mutating func component(
        _ tree: JSONTree, number: Int, at place: String, _ defaults: ComponentMembers,
        _ variables: LinkVariables
    ) throws(Unreadable) -> LinkComponent {
        guard let members = object(tree, at: place, known: Self.componentKeys) else { throw Unreadable() }
        let own = try componentMembers(members, at: place, variables)
        let component = own.over(defaults).component(at: place, name: "component \(number)")
        // A default pattern is compared once for each component that inherits it.
        let inherited = component.tokenCount - own.component(at: place, name: "").tokenCount
        guard spend(tokens: inherited, at: place) else { throw Unreadable() }
        if let path = own.path { noteNeverMatching(path, component.settings, at: "\(place)[\"/\"]") }
        return component
    }

    /// Reads the members of a component or of `defaults`. Members that are missing or ignored are nil.
    private mutating func componentMembers(
        _ members: [String: JSONTree], at place: String, _ variables: LinkVariables
    ) throws(Unreadable) -> ComponentMembers {
        if let comment = members["comment"] { _ = string(comment, at: "\(place).comment") }
        var own = ComponentMembers()
        own.excludes = bool(members["exclude"], at: "\(place).exclude")
        own.caseSensitive = bool(members["caseSensitive"], at: "\(place).caseSensitive")
        own.percentEncoded = bool(members["percentEncoded"], at: "\(place).percentEncoded")
        own.path = try part(members["/"], at: "\(place)[\"/\"]", .path, variables)
        own.fragment = try part(members["#"], at: "\(place)[\"#\"]", .fragment, variables)
        own.query = try query(members["?"], at: "\(place)[\"?\"]", variables)
        return own
    }

    /// Reads the pattern for the path or the fragment. Returns nil if there is no pattern, or if the value is
    /// not a string. In the second case, adds a finding.
    private mutating func part(
        _ tree: JSONTree?, at path: String, _ part: LinkComponent.Part, _ variables: LinkVariables
    ) throws(Unreadable) -> LinkPattern? {
        guard let tree else { return nil }
        guard let text = string(tree, at: path) else {
            note(.patternIgnored, at: path, part.rawValue)
            return nil
        }
        return try readablePattern(text, at: path, variables)
    }

    private mutating func readablePattern(
        _ text: String, at path: String, _ variables: LinkVariables
    ) throws(Unreadable) -> LinkPattern {
        guard let pattern = pattern(text, at: path, variables) else { throw Unreadable() }
        return pattern
    }

    /// Reads the pattern or patterns of the query. Returns nil if they are missing or ignored.
    ///
    /// If the pattern for one query item is not a string, Apple's devices ignore the patterns for all query
    /// items.
    private mutating func query(
        _ tree: JSONTree?, at path: String, _ variables: LinkVariables
    ) throws(Unreadable) -> LinkComponent.Query? {
        switch tree {
        case nil: return nil
        case .string(let text): return .whole(try readablePattern(text, at: path, variables))
        case .object(let members):
            let patterns = object(.object(members), at: path, known: nil) ?? [:]
            var items: [LinkComponent.Item] = []
            var isIgnored = false
            for (name, value) in patterns.sorted(by: { $0.key < $1.key }) {
                let place = "\(path).\(name)"
                guard let text = string(value, at: place) else {
                    isIgnored = true
                    continue
                }
                items.append(
                    LinkComponent.Item(name: name, value: try readablePattern(text, at: place, variables)))
            }
            if isIgnored { note(.patternIgnored, at: path, LinkComponent.Part.query.rawValue) }
            return isIgnored ? nil : .items(items)
        case .some(let other):
            note(.wrongType, at: path, "a string or an object, not \(other.kind)")
            note(.patternIgnored, at: path, LinkComponent.Part.query.rawValue)
            return nil
        }
    }

    /// Reads `paths`, the format of iOS 9 to 12, which has only patterns for the path. The prefix `NOT `
    /// marks an exclusion.
    private mutating func paths(_ tree: JSONTree, at path: String) -> [LinkComponent] {
        var components: [LinkComponent] = []
        guard let entries = list(tree, at: path) else { return [] }
        if entries.isEmpty { note(.emptyList, at: path) }
        for (index, entry) in entries.enumerated() {
            let place = "\(path)[\(index)]"
            guard let text = string(entry, at: place) else { continue }
            let excludes = text.hasPrefix("NOT ")
            let pathText = excludes ? String(text.dropFirst(4)) : text
            guard let pattern = pattern(pathText, at: place, .standard) else { continue }
            let members = ComponentMembers(path: pattern, excludes: excludes)
            components.append(members.component(at: place, name: "path \(index + 1)"))
            noteNeverMatching(pattern, LinkComponent.Settings(), at: place)
        }
        return components
    }

    /// Adds a finding if a path pattern contains `#` but is compared with percent-encoded paths. Such a
    /// pattern can never match, because a percent-encoded path never contains `#`.
    private mutating func noteNeverMatching(
        _ pattern: LinkPattern, _ settings: LinkComponent.Settings, at path: String
    ) {
        if settings.percentEncoded, pattern.text.contains("#") { note(.neverMatches, at: path, pattern.text) }
    }

    /// Adds a finding for each component that has no effect because an earlier component matches the same
    /// URLs.
    ///
    /// To save time, each component is compared with at most the first 256 components, and the comparisons
    /// for a list stop after ``coveringBudget`` steps.
    fileprivate mutating func noteUnreachable(_ components: [LinkComponent]) {
        var budget = Self.coveringBudget
        for (index, component) in components.enumerated() {
            let earlier = components[..<min(index, 256)].first { earlier in
                budget -= earlier.coveringCost(component)
                return budget >= 0 && earlier.covers(component)
            }
            if let earlier { note(.unreachable, at: component.place, earlier.place) }
        }
    }

    /// The maximum number of steps for comparing the components of a list with each other. This many steps
    /// take about a second.
    private static let coveringBudget = 1 << 24
}

/// The members of a component or of `defaults`. A member that is missing or ignored is nil.
private struct ComponentMembers {
    var path: LinkPattern?
    var query: LinkComponent.Query?
    var fragment: LinkPattern?
    var excludes: Bool?
    var caseSensitive: Bool?
    var percentEncoded: Bool?

    /// Returns these members, with missing members taken from the enclosing scope (`wider`).
    func over(_ wider: ComponentMembers) -> ComponentMembers {
        ComponentMembers(
            path: path ?? wider.path, query: query ?? wider.query, fragment: fragment ?? wider.fragment,
            excludes: excludes ?? wider.excludes, caseSensitive: caseSensitive ?? wider.caseSensitive,
            percentEncoded: percentEncoded ?? wider.percentEncoded)
    }

    /// Creates a component from these members. If a part of the URL has no pattern, every value of that part
    /// matches.
    func component(at place: String, name: String) -> LinkComponent {
        var settings = LinkComponent.Settings()
        settings.caseSensitive = caseSensitive ?? settings.caseSensitive
        settings.percentEncoded = percentEncoded ?? settings.percentEncoded
        return LinkComponent(
            place: place, name: name, path: path ?? .everything, query: query ?? .whole(.everything),
            fragment: fragment ?? .everything, excludes: excludes ?? false, settings: settings)
    }
}
