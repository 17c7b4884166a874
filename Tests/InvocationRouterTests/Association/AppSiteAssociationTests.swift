import InvocationRouter
import SimulationKit
import TestSupport
import Testing

/// Which component decides. Sources: Apple, "applinks" and "applinks.Details.Components"; WWDC 2019 session
/// 717, WWDC 2020 session 10098.
@Suite struct AppSiteAssociationTests {
    static let app = "ABCDE12345.com.example.app"

    /// The example of Apple's "applinks" page.
    static let apples = """
        {"applinks": {"details": [{"appIDs": ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"],
          "components": [
            {"#": "no_universal_links", "exclude": true, "comment": "no fragment"},
            {"/": "/buy/*"},
            {"/": "/help/website/*", "exclude": true},
            {"/": "/help/*", "?": {"articleNumber": "????"}}]}]},
         "appclips": {"apps": ["ABCDE12345.com.example.app.Clip"]}}
        """

    static func association(_ components: String, rest: String = "") -> AppSiteAssociation {
        let text =
            #"{"applinks":{\#(rest)"details":[{"appIDs":["\#(app)"],"components":[\#(components)]}]}}"#
        return AppSiteAssociation.read(Array(text.utf8)).association
    }

    @Test(
        "Apple's own example",
        arguments: [
            ("https://www.example.com/buy/a", .opens, 1), ("https://www.example.com/buy/", .opens, 1),
            ("https://www.example.com/buy", .opens, 1),
            ("https://www.example.com/buy/a#no_universal_links", .excluded, 0),
            ("https://www.example.com/help/website/x?articleNumber=1234", .excluded, 2),
            ("https://www.example.com/help/x?articleNumber=1234", .opens, 3),
            ("https://www.example.com/help/x?a=1&articleNumber=1234#top", .opens, 3),
            ("https://www.example.com/help/x?articleNumber=123", .unmatched, nil),
            ("https://www.example.com/help/x", .unmatched, nil),
            ("http://www.example.com/buy/a", .opens, 1), ("mailto:a@example.com", .unmatched, nil),
        ] as [(String, AppSiteAssociation.Outcome, Int?)])
    func example(url: String, outcome: AppSiteAssociation.Outcome, component: Int?) throws {
        let (association, findings) = AppSiteAssociation.read(Array(Self.apples.utf8))
        #expect(findings.isEmpty)
        for decision in association.decisions(on: url) {
            #expect(decision.outcome == outcome)
            #expect(decision.component == component.map { "applinks.details[0].components[\($0)]" })
        }
        #expect(association.appIDs == [Self.app, Self.app + "2"])
        #expect(association.clips == [Self.app + ".Clip"])
        #expect(association.decision(on: url, for: "ABCDE12345.other").outcome == .unmatched)
    }

    @Test(
        "how one component matches",
        arguments: [
            // A component that is not given matches everything (session 717).
            ("{}", "/any?q#f", true), (#"{"/":"*"}"#, "/", true),
            // The query as one pattern.
            (#"{"?":"r=?"}"#, "/a?r=1", true), (#"{"?":"r=?"}"#, "/a?r=1&f=2", false),
            (#"{"?":""}"#, "/a", true), (#"{"?":""}"#, "/a?r=1", false),
            // All instances of a name match; a missing one and one without a value are empty (session 717).
            (#"{"?":{"r":"?"}}"#, "/a?f=2&r=1", true), (#"{"?":{"r":"1"}}"#, "/a?r=1&r=1", true),
            (#"{"?":{"r":"1"}}"#, "/a?r=1&r=0", false), (#"{"?":{"r":"*"}}"#, "/a", true),
            (#"{"?":{"r":"?*"}}"#, "/a", false), (#"{"?":{"r":""}}"#, "/a?r", true),
            (#"{"?":{"r":"1","f":"?*"}}"#, "/a?r=1", false), (#"{"?":{"r":"1"}}"#, "/a?%72=1", true),
            // The fragment.
            (##"{"#":"f"}"##, "/a#f", true), (##"{"#":"f"}"##, "/a", false),
            // Case and encoding (session 10098).
            (#"{"/":"/Buy"}"#, "/buy", false), (#"{"/":"/Buy","caseSensitive":false}"#, "/bUY", true),
            (#"{"/":"/a%20b"}"#, "/a%20b", true), (#"{"/":"/a b"}"#, "/a%20b", false),
            (#"{"/":"/é?","percentEncoded":false}"#, "/%C3%A9x", true),
            (#"{"/":"/é?"}"#, "/%C3%A9x", false),
            // No path is the path "/".
            (#"{"/":"/"}"#, "", true),
        ])
    func component(json: String, rest: String, isMatch: Bool) {
        let decision = Self.association(json).decision(on: "https://example.com" + rest, for: Self.app)
        #expect((decision.outcome == .opens) == isMatch, "\(json) \(rest)")
    }

    @Test("the first component that matches decides, and stops")
    func order() {
        let opensFirst = Self.association(#"{"/":"/a*"},{"/":"/ab","exclude":true}"#)
        let excludesFirst = Self.association(#"{"/":"/ab","exclude":true},{"/":"/a*"}"#)
        let url = "https://example.com/ab"
        #expect(opensFirst.decision(on: url, for: Self.app).outcome == .opens)
        #expect(excludesFirst.decision(on: url, for: Self.app).outcome == .excluded)
        #expect(
            excludesFirst.decision(on: url, for: Self.app).reason
                == "excluded by component 1 (applinks.details[0].components[0])")
    }

    @Test("defaults hold for all links, for details, and not where a component says otherwise")
    func defaults() {
        let rest = #""defaults":{"caseSensitive":false},"#
        let url = "https://example.com/AB"
        #expect(
            Self.association(#"{"/":"/ab"}"#, rest: rest).decision(on: url, for: Self.app).outcome == .opens)
        let own = Self.association(#"{"/":"/ab","caseSensitive":true}"#, rest: rest)
        #expect(own.decision(on: url, for: Self.app).outcome == .unmatched)
        let details =
            #"{"applinks":{\#(rest)"details":[{"appID":"\#(Self.app)","defaults":{"caseSensitive":true},"components":[{"/":"/ab"}]}]}}"#
        let association = AppSiteAssociation.read(Array(details.utf8)).association
        #expect(association.decision(on: url, for: Self.app).outcome == .unmatched)
    }

    @Test("variables of the file and Apple's own")
    func variables() {
        let association = Self.association(
            #"{"/":"/$(lang)_$(region)/$(food)/*"}"#,
            rest: #""substitutionVariables":{"food":["soup","fruit-?"]},"#)
        for (path, outcome) in [
            ("/de_CH/soup/1", AppSiteAssociation.Outcome.opens), ("/de_CH/fruit-x/1", .opens),
            ("/de_CH/bread/1", .unmatched), ("/xx_CH/soup/1", .unmatched),
        ] {
            #expect(
                association.decision(on: "https://example.com" + path, for: Self.app).outcome == outcome)
        }
    }

    @Test("the old form: paths, the first that matches decides, NOT keeps out")
    func paths() {
        let text =
            #"{"applinks":{"apps":[],"details":[{"appID":"\#(Self.app)","paths":["NOT /a/?","/a/*","/b"]}]}}"#
        let (association, findings) = AppSiteAssociation.read(Array(text.utf8))
        #expect(findings.map(\.code) == [.noClips])
        for (path, outcome) in [
            ("/a/1", AppSiteAssociation.Outcome.excluded), ("/a/12?q=1#f", .opens), ("/b", .opens),
            ("/b/", .opens), ("/a", .opens), ("/c", .unmatched),
        ] {
            #expect(association.decision(on: "https://e.com" + path, for: Self.app).outcome == outcome)
        }
    }

    // G1-26
    @Test("the generated file has no finding, and opens what the router routes", arguments: propertySeeds)
    func generated(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = AppSiteAssociation.text(
            apps: AssociationMutation.apps, clips: AssociationMutation.clips)
        let (association, findings) = AppSiteAssociation.read(Array(text.utf8))
        #expect(findings.isEmpty)
        let app = AssociationMutation.apps[0].text
        let outcome = { (url: String) in association.decision(on: url, for: app).outcome }
        let gift = try SeededParts(using: &generator).url()
        #expect(outcome(gift) == .opens, "\(gift)")
        #expect(outcome(gift + "#no_universal_links") == .excluded)
        for path in ["pay/\(RouteTests.token)", "plan/gold", "t/A12"] {
            #expect(outcome("https://appclip.tap.giving/" + path) == .opens)
        }
        for word in ReservedPathTests.words where !["pay", "plan", "t"].contains(word) {
            #expect(outcome("https://appclip.tap.giving/\(word.uppercased())") == .excluded)
            #expect(outcome("https://appclip.tap.giving/\(word)/x?r=1") == .excluded)
        }
        #expect(outcome("https://appclip.tap.giving/-/later") == .excluded)
        #expect(outcome("https://appclip.tap.giving/") == .unmatched)
    }

    @Test("any octets are read, and any URL is decided, without a trap", arguments: propertySeeds)
    func anyOctets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let bytes = AssociationMutation.file(using: &generator)
            let (association, findings) = AppSiteAssociation.read(bytes)
            _ = AssetLinks.read(bytes)
            for finding in findings { #expect(finding.path == finding.path.escapedForDisplay()) }
            let url = String(decoding: try Mutation.url(using: &generator), as: UTF8.self)
            _ = association.decisions(on: url)
        }
    }
}
