import InvocationRouter
import SimulationKit
import TestSupport

/// Association files with a few octets changed, cut out, doubled or put in.
enum AssociationMutation {
    static let apps = ["ABCDE12345.giving.tap.app"].compactMap(AppIdentifier.init)
    static let clips = ["ABCDE12345.giving.tap.app.Clip"].compactMap(AppIdentifier.init)
    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let files = [
        AppSiteAssociation.text(apps: apps, clips: clips),
        AssetLinks.text(package: "giving.tap.app", fingerprints: [fingerprint]),
        #"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.a","paths":["NOT /a/*","*"]}]}}"#,
    ]

    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u00e9", "null", "true", "1e9", "*", "?", "$(lang)", "$(",
        "\"?\":{\"r\":\"?\"},", "\"exclude\":1,", "é", "\u{202E}",
    ]

    static func file(using generator: inout SeededGenerator) -> [UInt8] {
        generator.mutation(of: files.randomElement(using: &generator) ?? "", with: pieces)
    }
}
