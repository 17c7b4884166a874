@testable import InvocationRouter
import TestSupport
import Testing

/// The findings of the lint and their positions.
@Suite struct SiteFindingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var code: SiteFinding.Code
        var path: String
        var testDescription: String { "\(code) at \(path)" }
    }

    private static let app = "ABCDE12345.giving.tap.app"

    /// A file whose one `details` entry has these components, with a clip.
    private static func links(_ components: String, _ rest: String = "") -> String {
        """
        {"appclips":{"apps":["\(app).Clip"]},"applinks":{\(rest)"details":[{"appIDs":["\(app)"],"components":[\
        \(components)]}]}}
        """
    }

    private static func details(_ members: String) -> String {
        #"{"appclips":{"apps":["\#(app).Clip"]},"applinks":{"details":[{\#(members)}]}}"#
    }

    private static func target(_ members: String, relation: String = AssetLinks.handleAllURLs) -> String {
        #"[{"relation":["\#(relation)"],"target":{"namespace":"android_app",\#(members)}}]"#
    }

    private static let print = AssociationMutation.fingerprint

    static let apple: [Case] = [
        Case(file: "{", code: .malformedJSON, path: ""),
        Case(file: "[]", code: .wrongType, path: ""),
        Case(
            file: links(#"{"comment":"\#(String(repeating: "x", count: 1 << 17))"}"#), code: .tooLarge,
            path: ""),
        Case(
            file: links(
                #"{"/":"/$(x)$(x)"}"#,
                #""substitutionVariables":{"x":["\#(String(repeating: "x", count: 40_000))"]},"#),
            code: .tooComplex, path: #"applinks.details[0].components[0]["/"]"#),
        Case(
            file: links(#"{"/":"/a","/":"/b"}"#), code: .duplicateKey,
            path: "applinks.details[0].components[0]"),
        Case(
            file: links(#"{"path":"/a"}"#), code: .unknownKey, path: "applinks.details[0].components[0]"),
        Case(file: #"{"appClips":{}}"#, code: .unknownKey, path: ""),
        Case(file: #"{"applinks":{"details":[]}}"#, code: .noClips, path: ""),
        Case(file: #"{"appclips":{"apps":["\#(app)"]}}"#, code: .noLinks, path: ""),
        Case(file: #"{"appclips":{}}"#, code: .missingKey, path: "appclips"),
        Case(file: #"{"appclips":{"apps":[]}}"#, code: .emptyList, path: "appclips.apps"),
        Case(file: #"{"appclips":{"apps":"\#(app)"}}"#, code: .wrongType, path: "appclips.apps"),
        Case(file: #"{"appclips":{"apps":[1]}}"#, code: .wrongType, path: "appclips.apps[0]"),
        Case(
            file: #"{"appclips":{"apps":["giving.tap.app"]}}"#, code: .malformedAppID,
            path: "appclips.apps[0]"),
        Case(
            file: #"{"appclips":{"apps":["abcde12345.a"]}}"#, code: .malformedAppID, path: "appclips.apps[0]"),
        Case(
            file: #"{"appclips":{"apps":["ABCDE12345.a..b"]}}"#, code: .malformedAppID,
            path: "appclips.apps[0]"),
        Case(
            file: #"{"appclips":{"apps":["ABCDE12345.*"]}}"#, code: .wildcardAppID, path: "appclips.apps[0]"),
        Case(file: #"{"applinks":{}}"#, code: .missingKey, path: "applinks"),
        Case(file: links("{}", #""apps":["\#(app)"],"#), code: .appsNotEmpty, path: "applinks.apps"),
        Case(file: details(#""components":[{}]"#), code: .missingKey, path: "applinks.details[0]"),
        Case(file: details(#""appID":"\#(app)""#), code: .missingKey, path: "applinks.details[0]"),
        Case(
            file: details(#""appID":"\#(app)","components":[]"#), code: .emptyList,
            path: "applinks.details[0].components"),
        Case(
            file: details(#""appID":"\#(app)","paths":["*"],"components":[{}]"#), code: .pathsIgnored,
            path: "applinks.details[0].paths"),
        Case(
            file: details(#""appID":"\#(app)","paths":["*","NOT /a"]"#), code: .unreachable,
            path: "applinks.details[0].paths[1]"),
        Case(
            file: links(#"{"exclude":"yes"}"#), code: .wrongType,
            path: "applinks.details[0].components[0].exclude"),
        Case(
            file: links(#"{"?":["r"]}"#), code: .wrongType, path: #"applinks.details[0].components[0]["?"]"#),
        Case(
            file: links(#"{"?":{"r":1}}"#), code: .wrongType,
            path: #"applinks.details[0].components[0]["?"].r"#),
        Case(
            file: links(#"{"/":"/$(colour)"}"#), code: .unknownVariable,
            path: #"applinks.details[0].components[0]["/"]"#),
        Case(
            file: links(#"{"/":"/$(x"}"#), code: .malformedVariable,
            path: #"applinks.details[0].components[0]["/"]"#),
        Case(
            file: links("{}", #""substitutionVariables":{"a(b":["x"]},"#), code: .malformedVariable,
            path: "applinks.substitutionVariables"),
        Case(
            file: links("{}", #""substitutionVariables":{"a":["$(lang)"]},"#), code: .malformedVariable,
            path: "applinks.substitutionVariables.a"),
        Case(
            file: links(#"{"?":{"r":true,"f":"1"}}"#), code: .patternIgnored,
            path: #"applinks.details[0].components[0]["?"]"#),
        Case(
            file: links(#"{"/":7}"#), code: .patternIgnored,
            path: #"applinks.details[0].components[0]["/"]"#),
        Case(
            file: links("{}", #""defaults":{"?":["r"]},"#), code: .patternIgnored,
            path: #"applinks.defaults["?"]"#),
        Case(
            file: links("{}", #""defaults":{"path":"/a"},"#), code: .unknownKey, path: "applinks.defaults"),
        Case(
            file: links(#"{"/":"/a/*"},{"/":"/a","exclude":true}"#), code: .unreachable,
            path: "applinks.details[0].components[1]"),
        Case(
            file: links(#"{"?":{"r":1}},{"/":"/a"}"#), code: .unreachable,
            path: "applinks.details[0].components[1]"),
        Case(
            file: links(##"{"/":"/#/buy"}"##), code: .neverMatches,
            path: #"applinks.details[0].components[0]["/"]"#),
        Case(
            file: links(#"{"/":"/*"},{"/":"/a","exclude":true}"#), code: .unreachable,
            path: "applinks.details[0].components[1]"),
        Case(
            file: links(#"{"/":"/a*"},{"/":"/ab","?":{"r":"1"}}"#), code: .unreachable,
            path: "applinks.details[0].components[1]"),
        Case(
            file: links(#"{"/":"/a","?":{"r":"?"}},{"/":"/a","?":{"r":"1","f":"2"}}"#), code: .unreachable,
            path: "applinks.details[0].components[1]"),
    ]

    static let android: [Case] = [
        Case(file: "{}", code: .wrongType, path: ""),
        Case(file: "[]", code: .notHandlingURLs, path: ""),
        Case(file: "[{}]", code: .missingKey, path: "[0]"),
        Case(file: #"[{"relation":[],"target":"a"}]"#, code: .wrongType, path: "[0].target"),
        Case(
            file: target(#""package_name":"a.b","sha256_cert_fingerprints":["\#(print)"]"#, relation: "x"),
            code: .notHandlingURLs, path: ""),
        Case(file: target(#""package_name":"a.b""#), code: .missingKey, path: "[0].target"),
        Case(
            file: target(#""package_name":"giving","sha256_cert_fingerprints":["\#(print)"]"#),
            code: .malformedPackage, path: "[0].target.package_name"),
        Case(
            file: target(#""package_name":"a.1b","sha256_cert_fingerprints":["\#(print)"]"#),
            code: .malformedPackage, path: "[0].target.package_name"),
        Case(
            file: target(#""package_name":"a.b","sha256_cert_fingerprints":["AB:CD"]"#),
            code: .malformedFingerprint, path: "[0].target.sha256_cert_fingerprints[0]"),
        Case(
            file: target(
                #""package_name":"a.b","sha256_cert_fingerprints":["\#(print.replacing(":", with: ""))"]"#),
            code: .malformedFingerprint, path: "[0].target.sha256_cert_fingerprints[0]"),
        Case(
            file: target(#""package_name":"a.b","sha256_cert_fingerprints":["\#(print.lowercased())"]"#),
            code: .lowercaseFingerprint, path: "[0].target.sha256_cert_fingerprints[0]"),
        Case(
            file: target(#""package_name":"a.b","sha256_cert_fingerprints":[]"#), code: .emptyList,
            path: "[0].target.sha256_cert_fingerprints"),
        Case(
            file: target(#""package_name":"a.b","certs":[],"sha256_cert_fingerprints":["\#(print)"]"#),
            code: .unknownKey, path: "[0].target"),
    ]

    @Test("finds it in an apple-app-site-association", arguments: apple)
    func inApple(_ one: Case) { check(AppSiteAssociation.read(Array(one.file.utf8)).findings, one) }

    @Test("finds it in an assetlinks.json", arguments: android)
    func inAndroid(_ one: Case) { check(AssetLinks.read(Array(one.file.utf8)).findings, one) }

    private func check(_ findings: [SiteFinding], _ one: Case) {
        #expect(findings.contains { $0.code == one.code && $0.path == one.path }, "\(findings)")
        for finding in findings {
            #expect(!finding.summary.isEmpty && !finding.summary.hasSuffix("."))
            #expect(finding.remedy.hasSuffix("."))
        }
    }

    @Test("the tables show every code")
    func everyCode() {
        #expect(Set((Self.apple + Self.android).map(\.code)) == Set(SiteFinding.Code.allCases))
    }

    @Test(
        "components that can be reached are not complained of",
        arguments: [
            #"{"/":"/a"},{"/":"/a*"}"#, #"{"/":"/a","?":{"r":"1"}},{"/":"/a"}"#,
            #"{"/":"/A"},{"/":"/a"}"#, #"{"/":"/a"},{"/":"/A","caseSensitive":false}"#,
            #"{"/":"/$(lang)"},{"/":"/$(region)"}"#, ##"{"#":"x"},{"/":"/a"}"##,
            // A leading slash is optional. Without percent-encoding, a path can contain "#". Defaults can
            // have patterns.
            #"{"/":"buy/*"}"#, #"{"/":"/a#b","percentEncoded":false}"#,
            #"{"/":"/a/?*"},{"/":"/a"}"#,
        ])
    func reachable(components: String) {
        #expect(AppSiteAssociation.read(Array(Self.links(components).utf8)).findings.isEmpty)
    }

    @Test("defaults that carry patterns are not complained of")
    func patternsInDefaults() {
        let file = Self.links(
            ##"{"#":"x"}"##,
            ##""defaults":{"/":"/a/*","?":{"r":"1"},"#":"y","exclude":false,"comment":"c"},"##)
        #expect(AppSiteAssociation.read(Array(file.utf8)).findings.isEmpty)
    }
}
