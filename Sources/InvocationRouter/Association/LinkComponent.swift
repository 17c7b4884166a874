/// One entry of `components`: the URLs that it matches, and whether they are let in or kept out.
///
/// All of path, query and fragment have to match; what is not given matches everything.
///
/// Source: Apple, "applinks.Details.Components"; WWDC 2019, session 717.
public struct LinkComponent: Hashable, Sendable {
    /// Where it stands in the file, as `applinks.details[0].components[2]`.
    public let place: String
    /// `/`.
    let path: LinkPattern
    /// `?`.
    let query: Query
    /// `#`.
    let fragment: LinkPattern
    /// A URL that matches is not opened by the app, and nothing behind this is looked at.
    public let excludes: Bool
    /// How patterns are compared.
    let settings: Settings

    /// What the query has to be.
    enum Query: Hashable, Sendable {
        /// A pattern for all of it.
        case whole(LinkPattern)
        /// A pattern for the value of each of these names.
        case items([Item])
    }

    /// A name in the query and the pattern of its value.
    struct Item: Hashable, Sendable {
        let name: String
        let value: LinkPattern
    }

    /// How patterns are compared; what a component does not say, `defaults` of its details or of all links say.
    struct Settings: Hashable, Sendable {
        /// Letters have to have the same case.
        var caseSensitive = true
        /// The pattern is percent-encoded, as URLs are. Otherwise the URL is decoded first: our reading, since Apple
        /// says only that such patterns may hold any character.
        var percentEncoded = true
    }

    /// Whether a URL matches.
    func matches(_ url: LinkURL) -> Bool {
        fits(path, url.path) && fits(fragment, url.fragment) && matches(query: url)
    }

    private func matches(query url: LinkURL) -> Bool {
        switch query {
        case .whole(let pattern): return fits(pattern, url.query)
        case .items(let items):
            // All instances of a name have to match; one that is missing has the empty value (session 717).
            return items.allSatisfy { item in
                let values = url.values(of: item.name)
                return (values.isEmpty ? [""] : values).allSatisfy { fits(item.value, $0) }
            }
        }
    }

    private func fits(_ pattern: LinkPattern, _ text: String) -> Bool {
        let text = settings.percentEncoded ? text : LinkURL.decoded(text)
        return pattern.matches(text, ignoringCase: !settings.caseSensitive)
    }

    /// Whether it certainly matches all that another one matches.
    func covers(_ other: LinkComponent) -> Bool {
        let isEverything =
            path.coversEverything && fragment.coversEverything && query == .whole(.everything)
        if isEverything { return true }
        guard settings.percentEncoded == other.settings.percentEncoded,
            !settings.caseSensitive || other.settings.caseSensitive
        else { return false }
        let ignoringCase = !settings.caseSensitive
        return path.covers(other.path, ignoringCase: ignoringCase)
            && fragment.covers(other.fragment, ignoringCase: ignoringCase)
            && covers(query: other, ignoringCase: ignoringCase)
    }

    private func covers(query other: LinkComponent, ignoringCase: Bool) -> Bool {
        switch (query, other.query) {
        case (.whole(let mine), .whole(let theirs)): mine.covers(theirs, ignoringCase: ignoringCase)
        case (.whole(let mine), .items): mine.coversEverything
        case (.items(let mine), .items(let theirs)):
            mine.allSatisfy { item in
                theirs.contains {
                    $0.name == item.name && item.value.covers($0.value, ignoringCase: ignoringCase)
                }
            }
        case (.items(let mine), .whole): mine.allSatisfy(\.value.coversEverything)
        }
    }
}

extension LinkPattern {
    /// Whether it matches every path, query or fragment; a path always begins with a slash.
    fileprivate var coversEverything: Bool { text == "/*" || !text.isEmpty && text.allSatisfy { $0 == "*" } }
}
