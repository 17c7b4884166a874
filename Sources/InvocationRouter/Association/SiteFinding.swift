/// Something in an association file that is wrong or odd.
public struct SiteFinding: Hashable, Sendable {
    /// The kinds of finding; stable names that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Any JSON file.
        case malformedJSON, tooLarge, tooComplex, wrongType, missingKey, duplicateKey, unknownKey, emptyList
        // Apps.
        case malformedAppID, wildcardAppID, noClips, noLinks, appsNotEmpty
        // Patterns.
        case pathsIgnored, patternIgnored, unknownVariable, malformedVariable, neverMatches, unreachable
        // assetlinks.json.
        case notHandlingURLs, malformedPackage, malformedFingerprint, lowercaseFingerprint
    }

    /// How much it hurts.
    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Devices refuse it, or do something else than it says.
        case error
        /// Devices get along with it; it is probably not what was meant.
        case warning
    }

    /// What was found.
    public let code: Code
    /// Where, as `applinks.details[0].components[2]["?"]`, escaped; empty for the whole file.
    public let path: String
    /// What stands there, or what it should be; escaped, may be empty.
    public let detail: String

    init(_ code: Code, at path: String, _ detail: String = "") {
        self.code = code
        self.path = path.escapedForDisplay()
        self.detail = detail.escapedForDisplay()
    }

    /// How much it hurts.
    public var severity: Severity {
        switch code {
        case .malformedJSON, .tooLarge, .tooComplex, .wrongType, .missingKey, .duplicateKey, .malformedAppID,
            .wildcardAppID, .patternIgnored, .unknownVariable, .malformedVariable, .malformedPackage,
            .malformedFingerprint:
            .error
        case .unknownKey, .emptyList, .noClips, .noLinks, .appsNotEmpty, .pathsIgnored, .neverMatches,
            .unreachable, .notHandlingURLs, .lowercaseFingerprint:
            .warning
        }
    }
}
