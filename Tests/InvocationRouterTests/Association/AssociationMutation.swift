import InvocationRouter
import SimulationKit

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
        var octets = Array((files.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let position = Int.random(in: 0...octets.count, using: &generator)
            switch Int.random(in: 0...2, using: &generator) {
            case 0:
                octets.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: position)
            case 1: octets.insert(.random(in: .min ... .max, using: &generator), at: position)
            default: octets.removeSubrange(position..<min(octets.count, position + 5))
            }
        }
        return octets
    }
}
