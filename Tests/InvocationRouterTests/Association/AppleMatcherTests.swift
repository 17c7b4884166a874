import Foundation
import InvocationRouter
import TestSupport
import TextKit
import Testing

/// The results of Apple's own matcher, `swcutil`, from `fixtures/aasa-swcutil.json`.
@Suite struct AppleMatcherTests {
    struct Case: Sendable {
        var id: String
        var association: AppSiteAssociation
        var url: String
        var opens: Bool

        /// Reads all cases. Documents are parsed from their original text, so that Booleans stay Booleans.
        static func all() throws -> [Case] {
            let url = SharedFixtures.projectFolder.appending(path: "fixtures/aasa-swcutil.json")
            let file = try JSONTree(Array(Data(contentsOf: url)))
            guard case .array(let cases)? = file["cases"] else { return [] }
            return cases.compactMap { one in
                guard case .string(let id)? = one["id"], case .string(let url)? = one["url"],
                    case .bool(let opens)? = one["opens"], let document = one["association"]
                else { return nil }
                let association = AppSiteAssociation.read(Array(document.text.utf8)).association
                return Case(id: id, association: association, url: url, opens: opens)
            }
        }

        /// True if our decision equals Apple's.
        var isSame: Bool {
            let decision = association.decision(on: url, for: AppSiteAssociationTests.app)
            return (decision.outcome == .opens) == opens
        }
    }

    @Test("decides as Apple's matcher does, in every case")
    func cases() throws {
        let cases = try Case.all()
        #expect(cases.count == 53)
        for one in cases { #expect(one.isSame, "\(one.id)") }
        let same = cases.count(where: \.isSame)
        print("swcutil: \(same) of \(cases.count)")
        SharedFixtures.report("aasa-swcutil.json", held: same, of: cases.count)
    }

    @Test(
        "slashes: one at the front is optional, one at the end makes no difference, repeated ones count as one",
        arguments: [
            ("/buy/*", "/buy", true), ("/buy/*", "/buy/", true), ("/buy/*", "/buy//", true),
            ("/buy/*", "//buy/4", true), ("/buy/*", "/buyer", false), ("/buy/*", "/", false),
            ("/buy/**", "/buy", true), ("buy/*", "/buy", true), ("//buy//*", "/buy", true),
            ("/buy", "/buy/", true), ("/buy/", "/buy", true), ("/buy", "/buy/x", false),
            ("buy/", "/buy//", true),
            ("/buy*", "/buy/4", true), ("/buy*", "/buyer/", true), ("/buy/?*", "/buy/", false),
            ("/buy/?*", "/buy/4/", true), ("/buy/?", "/buy/", false), ("/buy?", "/buy/", false),
            ("/buy/??", "/buy/4/", false), ("/a/b", "/a//b", true), ("/a//b", "/a/b", true),
            ("/a/*/b", "/a/b", false), ("/a/*/b", "/a/x/b/", true), ("/a/*/b", "/a/x/y/b", true),
            ("/a/*/", "/a/x", true), ("*", "/", true), ("/*", "/", true), ("/", "/", true), ("/", "//", true),
            ("/", "/a", false), ("", "/", true), ("", "/a", false), ("/?*", "/", false), ("/?*", "/a/", true),
            ("*/help/*", "/help/x", true), ("*/help/*", "/en/help", true), ("*.html", "/a/b.html", true),
            ("abc", "/xabc", false), ("abc", "/abc/x", false), ("?bc", "/abc", true), ("/a", "", false),
            ("/$(lang)/*", "/de", true), ("/$(lang)/", "/de", true), ("$(lang)/x", "/de/x/", true),
        ] as [(String, String, Bool)])
    func slashes(pattern: String, path: String, isMatch: Bool) throws {
        let json = #"{"/":"\#(pattern)"}"#
        let decision = AppSiteAssociationTests.association(json)
            .decision(on: "https://example.com" + path, for: AppSiteAssociationTests.app)
        #expect((decision.outcome == .opens) == isMatch)
    }

    @Test(
        "what is not a string is ignored: the component matches as if its key were missing",
        arguments: [
            (#"{"?":{"a":"1","b":true}}"#, "/x?a=2", true), (#"{"?":{"a":{}}}"#, "/x", true),
            (#"{"?":{"a":7}}"#, "/x?a=8", true), (#"{"?":7}"#, "/x?a=8", true), (#"{"?":["a"]}"#, "/x", true),
            (#"{"?":null}"#, "/x?q", true), (#"{"/":7}"#, "/x", true), (##"{"#":false}"##, "/x#y", true),
            // The other keys still count.
            (#"{"/":"/foo/*","?":{"a":true}}"#, "/bar", false),
            (#"{"/":"/foo/*","?":{"a":true}}"#, "/foo", true),
            (#"{"?":{"a":true},"exclude":true}"#, "/x", false),
        ] as [(String, String, Bool)])
    func ignored(json: String, rest: String, isMatch: Bool) {
        let decision = AppSiteAssociationTests.association(json)
            .decision(on: "https://example.com" + rest, for: AppSiteAssociationTests.app)
        #expect((decision.outcome == .opens) == isMatch)
    }

    @Test(
        "defaults carry every key of a component, and a component's own key wins",
        arguments: [
            (#"{"/":"/foo/*"}"#, "{}", ##"{"#":"*"}"##, "/foo/1", true),
            (#"{"/":"/foo/*"}"#, "{}", ##"{"#":"*"}"##, "/bar", false),
            (#"{"/":"/foo/*"}"#, "{}", #"{"/":"/bar"}"#, "/bar", true),
            (#"{"/":"/foo/*"}"#, #"{"/":"/bar"}"#, "{}", "/bar", true),
            (#"{"/":"/foo/*"}"#, #"{"/":"/bar"}"#, "{}", "/foo", false),
            ("{}", #"{"/":"/foo/*"}"#, "{}", "/foo/1", true),
            (#"{"?":{"id":"??"}}"#, "{}", #"{"/":"/a"}"#, "/a?id=42", true),
            (#"{"?":{"id":"??"}}"#, "{}", #"{"/":"/a"}"#, "/a?id=7", false),
            (#"{"?":{"id":true}}"#, "{}", #"{"/":"/a"}"#, "/a", true),
            (#"{"?":{"id":"1"}}"#, "{}", #"{"?":"*"}"#, "/a?id=2", true),
            (##"{"#":"top"}"##, "{}", #"{"/":"/a"}"#, "/a", false),
            (#"{"exclude":true}"#, "{}", #"{"/":"/a"}"#, "/a", false),
            (#"{"exclude":true}"#, #"{"exclude":false}"#, #"{"/":"/a"}"#, "/a", true),
            (#"{"exclude":true}"#, "{}", #"{"/":"/a","exclude":false}"#, "/a", true),
            (#"{"percentEncoded":false}"#, "{}", #"{"/":"/a b"}"#, "/a%20b", true),
            (#"{"caseSensitive":false}"#, #"{"caseSensitive":true}"#, #"{"/":"/a"}"#, "/A", false),
        ] as [(String, String, String, String, Bool)])
    func defaults(top: String, detail: String, component: String, rest: String, isMatch: Bool) {
        let app = AppSiteAssociationTests.app
        let text = """
            {"applinks":{"defaults":\(top),"details":[{"appIDs":["\(app)"],"defaults":\(detail),\
            "components":[\(component)]}]}}
            """
        let decision = AppSiteAssociation.read(Array(text.utf8)).association
            .decision(on: "https://example.com" + rest, for: app)
        #expect((decision.outcome == .opens) == isMatch)
    }

    @Test("every decision is explained by the components that were compared")
    func explained() throws {
        let json = ##"{"/":"/a","exclude":true},{"/":"/b","?":{"r":"1"}},{"/":"/b","#":"x"},{"/":"/c"}"##
        let association = AppSiteAssociationTests.association(json)
        let decide = {
            association.decision(on: "https://example.com" + $0, for: AppSiteAssociationTests.app)
        }
        let list = "applinks.details[0].components"
        #expect(decide("/a").reason == "excluded by component 1 (\(list)[0])")
        #expect(decide("/b?r=1").reason == "component 2 matched (\(list)[1])")
        let none = decide("/b")
        #expect(none.reason == "none of the 4 components matched" && none.component == nil)
        #expect(none.checks.map(\.mismatch) == [.path, .query, .fragment, .path])
        #expect(none.checks.map(\.place) == (0...3).map { "\(list)[\($0)]" })
        #expect(none.checks[1].sentence == "component 2 did not match: the query differs")
        #expect(decide("/c").checks.count == 4)
        let only = AppSiteAssociationTests.association(#"{"/":"/a"}"#)
        #expect(
            only.decision(on: "https://example.com/b", for: AppSiteAssociationTests.app).reason
                == "component 1 did not match: the path differs")
        let legacy = AppSiteAssociation.read(
            Array(
                #"{"applinks":{"details":[{"appID":"\#(AppSiteAssociationTests.app)","paths":["NOT /a/*"]}]}}"#
                    .utf8)
        ).association
        #expect(
            legacy.decision(on: "https://example.com/a", for: AppSiteAssociationTests.app).reason
                == "excluded by path 1 (applinks.details[0].paths[0])")
    }

    @Test("a URL longer than a tap's limit is compared with nothing")
    func longURL() {
        let association = AppSiteAssociationTests.association("{}")
        let url = "https://example.com/" + String(repeating: "a", count: 8_172)
        #expect(association.decision(on: url, for: AppSiteAssociationTests.app).outcome == .opens)
        let decision = association.decision(on: url + "a", for: AppSiteAssociationTests.app)
        #expect(decision.outcome == .unmatched && decision.reason == "the URL is longer than 8192 bytes")
    }

    @Test("a file of patterns that backtracking would never finish is decided soon", .timeLimit(.minutes(1)))
    func worstFile() {
        let pattern = String(repeating: "*a", count: 16_000) + "b"
        let association = AppSiteAssociationTests.association(
            #"{"/":"\#(pattern)"},{"?":{"q":"\#(pattern)"}}"#)
        let url = "https://example.com/" + String(repeating: "a", count: 1_200) + "?q="
        let decision = association.decision(
            on: url + String(repeating: "a", count: 1_200), for: AppSiteAssociationTests.app)
        #expect(decision.outcome == .unmatched && decision.checks.count == 2)
    }

    @Test("many apps with many components share one comparison, and a decision lists 64 of them")
    func manyAppsAndComponents() throws {
        let apps = (1_000..<3_000).map { #""ABCDE12345.a.b\#($0)""# }.joined(separator: ",")
        let components = (0..<4_000).map { #"{"/":"x\#($0)"}"# }.joined(separator: ",")
        let text = #"{"applinks":{"details":[{"appIDs":[\#(apps)],"components":[\#(components)]}]}}"#
        let association = AppSiteAssociation.read(Array(text.utf8)).association
        let decisions = association.decisions(on: "https://example.com/x3999")
        #expect(decisions.count == 2_000)
        let last = try #require(decisions.last)
        #expect(last.outcome == .opens && last.checkCount == 4_000 && last.checks.count == 65)
        #expect(last.reason == "component 4000 matched (applinks.details[0].components[3999])")
        let none = try #require(association.decisions(on: "https://example.com/y").last)
        #expect(none.reason == "none of the 4000 components matched" && none.checks.count == 64)
    }

    @Test("an app in several details takes the first component of all that matches")
    func severalDetails() {
        let app = AppSiteAssociationTests.app
        let text = """
            {"applinks":{"details":[{"appIDs":["\(app)","\(app)"],"components":[{"/":"/a","exclude":true}]},\
            {"appIDs":["ABCDE12345.other"],"components":[{}]},{"appID":"\(app)","components":[{"/":"/a*"}]}]}}
            """
        let association = AppSiteAssociation.read(Array(text.utf8)).association
        let decide = { association.decision(on: "https://example.com" + $0, for: app) }
        #expect(decide("/a").reason == "excluded by component 1 (applinks.details[0].components[0])")
        #expect(decide("/ab").reason == "component 1 matched (applinks.details[2].components[0])")
        #expect(decide("/ab").checkCount == 2)
        #expect(decide("/b").reason == "none of the 2 components matched")
    }

    @Test("a long default pattern counts once for each component that takes it")
    func longDefaults() {
        let pattern = String(repeating: "a", count: 20_000)
        let components = Array(repeating: ##"{"#":"*"}"##, count: 1_000).joined(separator: ",")
        let text = """
            {"applinks":{"defaults":{"/":"\(pattern)"},"details":[{"appIDs":["\(AppSiteAssociationTests.app)"],\
            "components":[\(components)]}]}}
            """
        let (association, findings) = AppSiteAssociation.read(Array(text.utf8))
        #expect(findings.contains { $0.code == .tooComplex })
        #expect(association.links[0].components.count < 4)
    }
}

extension JSONTree {
    /// The value of an object's key.
    fileprivate subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }
}
