import TextKit

extension AppSiteAssociation {
    /// Reads a file and says what is wrong with it; what can be read is there in any case.
    public static func read(_ octets: [UInt8]) -> (association: AppSiteAssociation, findings: [SiteFinding]) {
        var reader = SiteReader()
        var association = AppSiteAssociation(clips: [], links: [])
        guard let tree = reader.tree(octets) else { return (association, reader.findings) }
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
        let settings = settings(links["defaults"], at: "applinks.defaults", over: LinkComponent.Settings())
        let variables = variables(links["substitutionVariables"])
        guard let details = links["details"] else {
            note(.missingKey, at: "applinks", "details")
            return []
        }
        let entries = list(details, at: "applinks.details") ?? []
        if entries.isEmpty { note(.emptyList, at: "applinks.details") }
        var rules: [AppSiteAssociation.LinkRules] = []
        for (index, entry) in entries.enumerated() {
            if let rule = self.rules(entry, at: "applinks.details[\(index)]", settings, variables) {
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

    private mutating func settings(
        _ tree: JSONTree?, at path: String, over standard: LinkComponent.Settings
    ) -> LinkComponent.Settings {
        let known: Set = ["caseSensitive", "percentEncoded"]
        guard let tree, let members = object(tree, at: path, known: known) else { return standard }
        return settings(of: members, at: path, over: standard)
    }

    private mutating func settings(
        of members: [String: JSONTree], at path: String, over standard: LinkComponent.Settings
    ) -> LinkComponent.Settings {
        LinkComponent.Settings(
            caseSensitive: bool(
                members["caseSensitive"], at: "\(path).caseSensitive", default: standard.caseSensitive),
            percentEncoded: bool(
                members["percentEncoded"], at: "\(path).percentEncoded", default: standard.percentEncoded))
    }

    private mutating func rules(
        _ tree: JSONTree, at path: String, _ settings: LinkComponent.Settings, _ variables: LinkVariables
    ) -> AppSiteAssociation.LinkRules? {
        let known: Set = ["appID", "appIDs", "components", "defaults", "paths"]
        guard let members = object(tree, at: path, known: known) else { return nil }
        let settings = self.settings(members["defaults"], at: "\(path).defaults", over: settings)
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
                let place = "\(path).components[\(index)]"
                if let component = component(entry, at: place, settings, variables) {
                    components.append(component)
                }
            }
        } else if let tree = members["paths"] {
            components = paths(tree, at: "\(path).paths")
        } else {
            note(.missingKey, at: path, "components")
        }
        return AppSiteAssociation.LinkRules(appIDs: apps, components: components)
    }

    private mutating func component(
        _ tree: JSONTree, at path: String, _ settings: LinkComponent.Settings, _ variables: LinkVariables
    ) -> LinkComponent? {
        let known: Set = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
        guard let members = object(tree, at: path, known: known) else { return nil }
        let settings = self.settings(of: members, at: path, over: settings)
        let excludes = bool(members["exclude"], at: "\(path).exclude", default: false)
        if let comment = members["comment"] { _ = string(comment, at: "\(path).comment") }
        guard let pathPattern = part(members["/"], at: "\(path)[\"/\"]", variables),
            let fragment = part(members["#"], at: "\(path)[\"#\"]", variables),
            let query = query(members["?"], at: "\(path)[\"?\"]", variables)
        else { return nil }
        noteNeverMatching(pathPattern, at: "\(path)[\"/\"]")
        return LinkComponent(
            place: path, path: pathPattern, query: query, fragment: fragment, excludes: excludes,
            settings: settings)
    }

    /// A pattern that may be missing; nil where it stands there and cannot be read.
    private mutating func part(_ tree: JSONTree?, at path: String, _ variables: LinkVariables) -> LinkPattern?
    {
        guard let tree else { return .everything }
        guard let text = string(tree, at: path) else { return nil }
        return pattern(text, at: path, variables)
    }

    private mutating func query(
        _ tree: JSONTree?, at path: String, _ variables: LinkVariables
    ) -> LinkComponent.Query? {
        switch tree {
        case nil: return .whole(.everything)
        case .string(let text): return pattern(text, at: path, variables).map { .whole($0) }
        case .object(let members):
            _ = object(.object(members), at: path, known: nil)
            var items: [LinkComponent.Item] = []
            for member in members {
                let place = "\(path).\(member.key)"
                guard let text = string(member.value, at: place),
                    let value = pattern(text, at: place, variables)
                else { return nil }
                items.append(LinkComponent.Item(name: member.key, value: value))
            }
            return .items(items)
        case .some(let other):
            note(.wrongType, at: path, "a string or an object, not \(other.kind)")
            return nil
        }
    }

    /// The form of iOS 9 to 12: patterns for the path alone, `NOT ` before those that are kept out.
    private mutating func paths(_ tree: JSONTree, at path: String) -> [LinkComponent] {
        var components: [LinkComponent] = []
        for (index, text) in (strings(tree, at: path) ?? []).enumerated() {
            let place = "\(path)[\(index)]"
            let excludes = text.hasPrefix("NOT ")
            let pathText = excludes ? String(text.dropFirst(4)) : text
            guard let pattern = pattern(pathText, at: place, .standard) else { continue }
            noteNeverMatching(pattern, at: place)
            components.append(
                LinkComponent(
                    place: place, path: pattern, query: .whole(.everything), fragment: .everything,
                    excludes: excludes, settings: LinkComponent.Settings()))
        }
        if components.isEmpty { note(.emptyList, at: path) }
        return components
    }

    private mutating func noteNeverMatching(_ pattern: LinkPattern, at path: String) {
        let first = pattern.text.unicodeScalars.first
        let canBegin = first.map { "/*?$".unicodeScalars.contains($0) } ?? false
        if !canBegin || pattern.text.contains("#") { note(.neverMatches, at: path, pattern.text) }
    }

    /// Components behind one that matches all that they match.
    ///
    /// They are compared with the first 256, so that no file takes long.
    fileprivate mutating func noteUnreachable(_ components: [LinkComponent]) {
        for (index, component) in components.enumerated() {
            let earlier = components[..<min(index, 256)].first { $0.covers(component) }
            if let earlier { note(.unreachable, at: component.place, earlier.place) }
        }
    }
}
