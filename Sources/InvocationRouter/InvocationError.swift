public import FailureKit

/// The reason why a URL was rejected or could not be created.
///
/// Programs compare `code`. The messages are for people, and are safe to print, because text from the URL is
/// escaped.
public struct InvocationError: Failure, Hashable, Sendable {
    /// The error codes. Those up to `conflictingEvidence` are in the order of the checks in
    /// `docs/invocation-url.md` §4. The error has the code of the first check that fails.
    public enum Code: String, Sendable, CaseIterable {
        // Errors in the octets.
        /// The text is empty.
        case empty
        /// The text is longer than the profile allows.
        case tooLong
        /// The text contains a character that is not allowed in a URL. The parser does not remove or replace
        /// such a character.
        case forbiddenCharacter
        /// A percent sign is not followed by two hexadecimal digits.
        case badPercentEncoding
        // Errors in the scheme and host.
        /// The text does not start with a scheme and a host.
        case notAbsolute
        /// The scheme is not `https`.
        case schemeNotAllowed
        /// The authority contains an `@`, which can hide the real host.
        case userinfoNotAllowed
        /// The service does not accept the host.
        case hostNotAllowed
        /// The URL contains a port other than 443.
        case portNotAllowed
        // Errors in the decoded text.
        /// The decoded octets are not UTF-8.
        case invalidUTF8
        /// The decoded text contains a control character.
        case controlCharacter
        /// The decoded text contains a character that controls the direction of text.
        case bidiControl
        // Errors in the path.
        /// The path contains no organization.
        case missingOrg
        /// The path contains a `.` or `..` segment.
        case dotSegment
        /// The path contains an encoded slash or backslash.
        case encodedSeparator
        /// The path has too many segments, or contains an empty segment.
        case unexpectedPath
        /// The path's first segment is reserved for another page of the service.
        case reservedPath
        /// The path segment is not a valid organization id and, in profile `tap`, cannot be an alias either.
        case invalidOrg
        // Errors in the query.
        /// A known parameter occurs twice.
        case duplicateParameter
        /// The name of a known parameter is not in lower case.
        case parameterCase
        /// The parameter `v` is not 1.
        case unsupportedVersion
        /// The parameter `f` is not a valid fund id.
        case invalidFund
        /// The parameter `r` is neither 0 nor 1.
        case invalidRecurring
        /// The parameter `t` is not a valid tag id.
        case invalidTag
        /// The parameter `m` is malformed: it must be a UID, optionally followed by a counter.
        case invalidMirror
        /// The parameter `picc_data` or `cmac` is missing or malformed.
        case invalidSUN
        /// The URL contains both `m` and `picc_data`, which come from different chips.
        case conflictingEvidence
        // Errors of the other routes (§5).
        /// The token of a payment link is malformed.
        case invalidToken
        /// The code of a plan is malformed.
        case invalidPlan
        // An error of profile `tap` only.
        /// The URL belongs to a different site. The service does not accept its host, and the host cannot be
        /// confused with an accepted host.
        case otherDestination
    }

    /// The error's code, which identifies the check that failed.
    public let code: Code
    /// The offset of the error from the start of the input, in octets. At most the input's length.
    public let offset: Int
    /// The text that caused the error, escaped for display and shortened. May be empty.
    public let found: String
    /// The host that giving URLs should have; empty if the error is not about the host.
    let expectedHost: String

    /// Whether the URL certainly belongs to a different site: its host cannot be confused with a host that
    /// the service accepts.
    let isElsewhere: Bool

    /// Whether the URL could be an imitation of a giving URL. True if the authority contains an `@`. Also
    /// true if the service does not accept the host, and the authority is malformed or its host can be
    /// confused with an accepted host.
    public var isPretence: Bool { code == .userinfoNotAllowed || code == .hostNotAllowed && !isElsewhere }

    init(
        _ code: Code, at offset: Int, found: String = "", expectedHost: String = "", isElsewhere: Bool = false
    ) {
        self.code = code
        self.isElsewhere = isElsewhere
        self.offset = offset
        self.found = found
        self.expectedHost = expectedHost
    }

    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// The kind of failure: always `malformed`.
    public var category: FailureCategory { .malformed }

    /// The complete message in one line: the problem, followed by the remedy or, for some errors, the reason.
    public var message: String {
        let start = "\(summary.prefix(1).uppercased())\(summary.dropFirst())"
        return isStrictlyElsewhere ? "\(start): \(reason)." : "\(start). \(remedy)"
    }

    /// A clause that describes the error, without a period.
    public var summary: String {
        switch code {
        case .empty: "there is no URL"
        case .tooLong: "the URL has more than \(offset) bytes"
        case .forbiddenCharacter: "the URL contains a character that no URL can contain: \"\(found)\""
        case .badPercentEncoding: "the URL contains a % without two hex digits after it"
        case .notAbsolute: "the URL does not begin with https:// and a host"
        case .schemeNotAllowed: "the URL begins with \(found): instead of https:"
        case .userinfoNotAllowed: "this tag points to \(found), which is hidden behind an @"
        case .hostNotAllowed where isElsewhere: "this URL points to \(found), not to \(expectedHost)"
        case .hostNotAllowed where found.isEmpty: "the URL has no host"
        case .hostNotAllowed: "this tag points to \(found), not to \(expectedHost)"
        case .otherDestination: "this URL points to \(found), not to \(expectedHost)"
        case .portNotAllowed: "the URL has the port \(found)"
        case .invalidUTF8: "the decoded URL is not UTF-8"
        case .controlCharacter: "the decoded URL contains a control character"
        case .bidiControl: "the decoded URL contains a character that changes the direction of text"
        case .missingOrg: "the URL has no organization"
        case .dotSegment: "the path contains the segment \"\(found)\""
        case .encodedSeparator: "the path contains an encoded slash or backslash: \"\(found)\""
        case .unexpectedPath: "the path has an unexpected part"
        case .reservedPath: "\"\(found)\" is a page of the service, not an organization"
        case .invalidOrg: "\"\(found)\" is not a valid organization name"
        case .duplicateParameter: "the parameter \(found) appears twice"
        case .parameterCase: "the parameter \(found) is not written in lower case"
        case .unsupportedVersion: "the URL has an unsupported version"
        case .invalidFund: "\"\(found)\" is not a valid fund id"
        case .invalidRecurring: "the parameter r is \"\(found)\" instead of 0 or 1"
        case .invalidTag: "\"\(found)\" is not a valid tag id"
        case .invalidMirror: "the parameter m does not contain valid mirrored data: \"\(found)\""
        case .invalidSUN: "the parameters picc_data and cmac are not a valid pair"
        case .conflictingEvidence: "the URL contains both m and picc_data"
        case .invalidToken: "\"\(found)\" is not a valid payment token"
        case .invalidPlan: "\"\(found)\" is not a valid plan code"
        }
    }

    /// The reason for the error; empty if `summary` explains it sufficiently.
    public var reason: String {
        switch code {
        case .forbiddenCharacter:
            "such a URL is not corrected, because other programs might correct it differently"
        case .hostNotAllowed where isElsewhere: "a tap would not open the giving page"
        case .userinfoNotAllowed: "the part before an @ is a user name, not a host"
        case .dotSegment, .encodedSeparator: "different programs interpret this path in different ways"
        case .unexpectedPath:
            found.isEmpty
                ? "there is an empty part between two slashes" : "the path must end before \"\(found)\""
        case .invalidOrg:
            "a name has 1 to 64 letters, digits, dots, underscores or hyphens, and begins and ends with a letter or digit"
        case .duplicateParameter: "the URL does not show which value is meant"
        case .parameterCase where found == "F":
            "the parameter would be ignored, and the gift would go to the default fund"
        case .parameterCase where found == "R":
            "the parameter would be ignored, and a monthly gift would not be offered first"
        case .parameterCase: "the parameter would be ignored"
        case .unsupportedVersion: "the URL contains v=\(found), but only version 1 is supported"
        case .invalidFund:
            "an id has 1 to 32 letters, digits, dots, underscores or hyphens, and begins and ends with a letter or digit"
        case .invalidTag: "an id has 1 to 16 letters, digits, underscores or hyphens"
        case .invalidToken: "a token has 22 letters, digits, underscores or hyphens"
        case .invalidPlan:
            "a code has 1 to 32 letters, digits, dots, underscores or hyphens, and begins and ends with a letter or digit"
        case .invalidMirror:
            "m must be a UID of 14 hex digits, optionally followed by a lower-case x and a counter of 6 hex digits"
        case .invalidSUN: "picc_data must have 32 hex digits and cmac 16, and a URL needs both"
        default: ""
        }
    }

    /// The advice to the user, as a sentence.
    public var remedy: String {
        switch code {
        case .empty, .notAbsolute, .schemeNotAllowed: "Enter the whole URL, starting with https://."
        case .tooLong: "Check the copied text: a giving URL seldom has more than 130 bytes."
        case .forbiddenCharacter, .badPercentEncoding, .invalidUTF8:
            "Copy the whole URL again, without any characters around it."
        case .hostNotAllowed where isElsewhere: "Use a URL that begins with https://\(expectedHost)/."
        case .hostNotAllowed where found.isEmpty: "Enter the whole URL, starting with https://."
        case .userinfoNotAllowed, .hostNotAllowed: "Do not pay."
        case .otherDestination:
            "The URL may be intentional, but it is not a giving URL of this service."
        case .portNotAllowed: "Remove the port."
        case .controlCharacter, .bidiControl:
            "Do not trust how the URL looks; write it again without hidden characters."
        case .missingOrg: "Put a slash and the organization's name after the host."
        case .dotSegment, .encodedSeparator: "Write only the organization's name after the host."
        case .unexpectedPath: "Remove this part. A fund's id belongs in the parameter f."
        case .reservedPath: "Open the URL in a browser; to give, use the organization's registered name."
        case .invalidOrg: "Write the name as the organization registered it."
        case .duplicateParameter: "Remove the repeated parameter."
        case .parameterCase: "Write the parameter in lower case."
        case .unsupportedVersion: "Correct the parameter v, or update the program that reads the tag."
        case .invalidFund: "Write the fund's id, or remove f to use the default fund."
        case .invalidRecurring: "Write r=1 to offer a monthly gift first, or r=0 otherwise."
        case .invalidTag: "Write the id from the registry, or remove t."
        case .invalidToken, .invalidPlan: "Copy the whole link again from the message that contained it."
        case .invalidMirror: "Remove m, or write its placeholder 00000000000000x000000."
        case .invalidSUN: "Remove both, or write 32 zeros for picc_data and 16 for cmac as placeholders."
        case .conflictingEvidence: "Keep only the parameter that the tag's chip fills in."
        }
    }

    /// The remedy in the form that is printed after `hint:`: without an initial capital letter and without a
    /// period.
    package var hint: String {
        remedy.prefix(1).lowercased() + remedy.dropFirst().dropLast(remedy.hasSuffix(".") ? 1 : 0)
    }

    /// Whether profile `strict` refused a URL of a different site. In this case, `reason` is more useful than
    /// `remedy`.
    private var isStrictlyElsewhere: Bool { code == .hostNotAllowed && isElsewhere }
}

/// A warning about an accepted URL, such as a deviation from the rules.
public enum InvocationWarning: Hashable, Sendable {
    /// The URL is not the canonical URL of its destination.
    case nonCanonical
    /// The URL has the port 443, or a colon without a port.
    case explicitPort
    /// A slash follows the organization.
    case trailingSlash
    /// The URL has a fragment, which is ignored: browsers do not send it to a server.
    case fragmentDropped
    /// The URL has an unknown parameter, which is ignored. `name` is percent-decoded.
    case unknownParameter(name: String)
    /// The URL contains a placeholder instead of mirrored data, because the chip's mirror is off. A
    /// placeholder is not evidence of a tap.
    case mirrorPlaceholder
    /// Profile `tap` accepted a deviation that profile `strict` would refuse with this error code.
    case deviation(InvocationError.Code)

    /// The name of the warning, which is stable and is also the `code` of JSON warnings.
    public var code: String {
        switch self {
        case .nonCanonical: "nonCanonical"
        case .explicitPort: "explicitPort"
        case .trailingSlash: "trailingSlash"
        case .fragmentDropped: "fragmentDropped"
        case .unknownParameter: "unknownParameter"
        case .mirrorPlaceholder: "mirrorPlaceholder"
        case .deviation(let code): code.rawValue
        }
    }

    /// The name of the unknown parameter; nil for other warnings. The name is not escaped: call
    /// `escapedForDisplay()` before displaying it.
    public var name: String? {
        if case .unknownParameter(let name) = self { name } else { nil }
    }
}
