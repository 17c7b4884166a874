import TextKit

extension AppSiteAssociation {
    /// The file for a host of giving URLs: clips and apps open gifts, payments, plans and managed tags; the
    /// service's own pages stay in the browser.
    ///
    /// It is read back by ``read(_:)`` without a finding, whatever apps it names.
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
        // Source: docs/invocation-url.md §5; the words are compared without case, as the router does.
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
