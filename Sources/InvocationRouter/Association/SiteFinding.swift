/// A problem or an unusual property of an association file (apple-app-site-association or assetlinks.json).
public struct SiteFinding: Hashable, Sendable {
    /// The kinds of findings. The raw values are stable, so programs can compare them.
    public enum Code: String, Sendable, CaseIterable {
        // Findings in any JSON file.
        /// The file is not valid JSON.
        case malformedJSON
        /// The file is larger than 128 KiB, so devices do not accept it.
        case tooLarge
        /// The file has too many patterns, or patterns that are too long, to be analyzed.
        case tooComplex
        /// A value has the wrong JSON type.
        case wrongType
        /// A required key is missing in an object.
        case missingKey
        /// A key occurs twice in the same object.
        case duplicateKey
        /// A key is not defined at this position, so it has no effect.
        case unknownKey
        /// A list that must not be empty has no elements.
        case emptyList
        // Findings about apps.
        /// An app identifier is malformed.
        case malformedAppID
        /// An app identifier contains a wildcard, which is not allowed.
        case wildcardAppID
        /// The file does not allow any App Clip to open URLs of this domain.
        case noClips
        /// The file does not allow any app to open links of this domain.
        case noLinks
        /// `applinks.apps` is not empty. Devices ignore its content.
        case appsNotEmpty
        // Findings about patterns.
        /// iOS 13 and later ignore `paths`, because the entry also has `components`.
        case pathsIgnored
        /// Devices ignore a pattern because it is not a string, so the pattern does not restrict the URLs
        /// that match.
        case patternIgnored
        /// A pattern uses a substitution variable that is not defined.
        case unknownVariable
        /// The name or a value of a substitution variable is malformed, or `$(` in a pattern has no closing
        /// parenthesis.
        case malformedVariable
        /// No URL can match the pattern.
        case neverMatches
        /// A component has no effect, because an earlier component matches every URL that this component
        /// could match.
        case unreachable
        // Findings in assetlinks.json.
        /// No statement allows an app to open links of this domain.
        case notHandlingURLs
        /// A package name is malformed.
        case malformedPackage
        /// A certificate fingerprint is not a SHA-256 fingerprint.
        case malformedFingerprint
        /// A certificate fingerprint is in lower case instead of upper case.
        case lowercaseFingerprint
    }

    /// The severity of a finding.
    public enum Severity: String, Sendable, CaseIterable {
        /// A serious problem: devices can reject the file or ignore part of it, or the file is too complex to
        /// check.
        case error
        /// Devices accept the file, but it probably contains a mistake.
        case warning
    }

    /// The kind of finding.
    public let code: Code
    /// The position in the file, such as `applinks.details[0].components[2]["?"]`, escaped for display; empty
    /// if the finding concerns the whole file.
    public let path: String
    /// The variable part of ``summary``, such as the value at this position or the expected type, escaped for
    /// display. May be empty.
    public let detail: String

    init(_ code: Code, at path: String, _ detail: String = "") {
        self.code = code
        self.path = path.escapedForDisplay()
        self.detail = detail.escapedForDisplay()
    }

    /// The severity of the finding, which depends only on the finding's code.
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

    /// A clause that describes the finding, without a period.
    public var summary: String {
        switch code {
        case .malformedJSON: "the file is not JSON: \(detail)"
        case .tooLarge: "the file has \(detail) bytes, but devices accept at most 131072"
        case .tooComplex: "there are too many patterns, or they are too large to check"
        case .wrongType: "the value must be \(detail)"
        case .missingKey: "the key \"\(detail)\" is missing"
        case .duplicateKey: "the key \"\(detail)\" appears twice"
        case .unknownKey: "the key \"\(detail)\" has no effect in this object"
        case .emptyList: "the list is empty"
        case .malformedAppID: "\"\(detail)\" is not an app identifier"
        case .wildcardAppID: "an app identifier cannot contain a wildcard: \"\(detail)\""
        case .noClips: "no App Clip can be opened for this domain"
        case .noLinks: "no app can open links to this domain"
        case .appsNotEmpty: "devices ignore this list: apps for universal links belong in \"details\""
        case .pathsIgnored: "\"paths\" is ignored, because iOS 13 and later read only \"components\""
        case .patternIgnored: "Apple's devices ignore this pattern, so it does not restrict the \(detail)"
        case .unknownVariable: "the variable $(\(detail)) is not defined"
        case .malformedVariable: "a variable is written incorrectly: \"\(detail)\""
        case .neverMatches: "no URL can match \"\(detail)\""
        case .unreachable:
            "this component is never used: \(detail) matches every URL that this component could match"
        case .notHandlingURLs: "no statement lets an app open links to this domain"
        case .malformedPackage: "\"\(detail)\" is not a package name"
        case .malformedFingerprint: "\"\(detail)\" is not a SHA-256 fingerprint"
        case .lowercaseFingerprint: "the fingerprint is not written in capital letters"
        }
    }

    /// The advice on how to correct the file, in complete sentences.
    public var remedy: String {
        switch code {
        case .malformedJSON: "Correct the file: it must be valid JSON."
        case .tooLarge: "Shorten the file. In Apple's format, use substitution variables and wildcards."
        case .tooComplex: "Remove or shorten patterns and substitution variables."
        case .wrongType: "Use a value of the correct type."
        case .missingKey: "Add the key."
        case .duplicateKey: "Keep only one of the two: some devices use the first, others the second."
        case .unknownKey: "Remove the key, or check its spelling."
        case .emptyList: "Add an element, or remove the key."
        case .malformedAppID:
            "Write the prefix (ten letters and digits), a dot, and the bundle identifier."
        case .wildcardAppID: "List each app's full identifier."
        case .noClips: "Add \"appclips\" with the clip's app identifier under \"apps\"."
        case .noLinks: "Add \"applinks\" with \"details\" if the full app should open links."
        case .appsNotEmpty: "Remove \"apps\", or leave the list empty."
        case .pathsIgnored: "Remove \"paths\" unless you support iOS 12."
        case .patternIgnored: "Write each pattern as a string, such as \"1\" or \"*\"."
        case .unknownVariable: "Define the variable under \"substitutionVariables\", or check its spelling."
        case .malformedVariable:
            "Close each $( with ). A name cannot contain $, ( or ), and a value cannot contain a variable."
        case .neverMatches:
            "A path cannot contain #. Write the fragment's pattern under the key \"#\"."
        case .unreachable: "Move the component up, or remove it."
        case .notHandlingURLs:
            "Add the relation delegate_permission/common.handle_all_urls to an android_app statement."
        case .malformedPackage: "Write the application id, such as giving.tap.app."
        case .malformedFingerprint: "Write the 32 bytes as pairs of hex digits with colons between them."
        case .lowercaseFingerprint: "Write the fingerprint exactly as keytool prints it."
        }
    }
}
