public import FailureKit

/// The reason for refusing to write a giving URL to a tag.
///
/// The sentences are for people, are safe to print and contain no command. `corrected` is the suggested URL.
public struct URLRefusal: Failure, Hashable, Sendable {
    /// The kinds of unclear pieces that profile `strict` would ignore.
    public enum Code: String, Sendable, CaseIterable {
        /// The name resembles a known one, as in `fund`, `reccuring` or `piccdata`.
        case parameterTypo
        /// The name is a single letter that version 1 does not define.
        case unknownLetter
        /// A value has no name, as in `=12`.
        case namelessValue
        /// A name is directly followed by its value, without `=`, as in `f12`.
        case missingEquals
        /// Something other than `&` separates two parameters, such as `&amp;` or `;`.
        case wrongSeparator
        /// The URL has `v=1` but no `r`.
        case versionAsRecurring
        /// Parameters come after a `#`, so no server receives them.
        case fragmentParameters
    }

    /// The cause of a refusal.
    public enum Cause: Hashable, Sendable {
        /// The URL is invalid in profile `strict`.
        case invalid(InvocationError)
        /// Readers ignore a piece that was probably meant as a known parameter.
        case unclear(Code)
    }

    /// The cause of the refusal.
    public let cause: Cause
    /// The position of the problem, in bytes from the start of the URL.
    public let offset: Int
    /// The text at that position, escaped and cut to a readable length.
    public let found: String
    /// The name of the intended parameter, such as `f`, or `org` for the organization; nil if it is unknown.
    public let meant: String?
    /// The intended URL; nil if it is too uncertain to suggest.
    public let corrected: String?

    private init(
        _ cause: Cause, at offset: Int, found: String, meant: MeantParameter? = nil, of url: String,
        hosts: HostList
    ) {
        self.cause = cause
        self.offset = offset
        self.found = found
        self.meant =
            switch meant {
            case .known(let name): name.text
            case .organization: "org"
            case nil: nil
            }
        corrected = CorrectedURL.of(url, hosts: hosts)
    }

    /// Creates the refusal of a URL that is invalid in profile `strict`. The cause can be a wrong separator.
    init(_ error: InvocationError, of url: String, hosts: HostList) {
        let text = url.utf8.span
        let pieces = QueryPiece.all(in: URLParts(of: text).query, of: text)
        if error.isOfQuery, let piece = UnclearPiece.firstSeparated(in: pieces) {
            self.init(piece, of: url, hosts: hosts)
        } else {
            self.init(.invalid(error), at: error.offset, found: error.found, of: url, hosts: hosts)
        }
    }

    init(_ piece: UnclearPiece, of url: String, hosts: HostList) {
        let bytes = Array(piece.raw.utf8)
        self.init(
            .unclear(piece.code), at: piece.offset, found: bytes.span.excerpt(0..<bytes.count),
            meant: piece.meant, of: url, hosts: hosts)
    }

    /// The stable code for programs.
    public var code: String {
        switch cause {
        case .invalid(let error): error.code.rawValue
        case .unclear(let code): code.rawValue
        }
    }

    /// The stable error code.
    public var failureCode: String { code }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }

    /// A description of the problem, as a clause without a full stop.
    public var summary: String {
        switch cause {
        case .invalid(let error): error.summary
        case .unclear(.parameterTypo): "a giving URL has no parameter \"\(foundName)\""
        case .unclear(.unknownLetter): "a giving URL has no parameter \"\(foundName)\""
        case .unclear(.namelessValue): "the value in \"\(found)\" has no name"
        case .unclear(.missingEquals): "\"\(found)\" has no = after its name"
        case .unclear(.wrongSeparator): "the parameters in \"\(found)\" are not separated by a plain &"
        case .unclear(.versionAsRecurring): "the URL has v=1, but no r"
        case .unclear(.fragmentParameters): "parameters after #: \"\(found)\""
        }
    }

    /// The reason for the refusal.
    public var reason: String {
        switch cause {
        case .invalid(let error): error.reason
        case .unclear(.versionAsRecurring):
            "v is the version of the URL; r=1 offers a monthly gift first"
        case .unclear(.fragmentParameters):
            "phones never send the part after #, so its parameters would be lost"
        case .unclear(.unknownLetter):
            "the parameter would be ignored; all parameters have one letter, so it is probably a typing error"
        case .unclear where meant == "org": "the organization belongs in the path, after the host"
        case .unclear(.wrongSeparator): "\(meant ?? "what follows it") would be ignored" + loss
        case .unclear:
            "this part of the URL would be ignored" + (meant.map { "; it probably means \($0)" } ?? "") + loss
        }
    }

    /// The next step, as a sentence.
    public var remedy: String {
        switch (corrected, cause) {
        case (let corrected?, _): "did you mean this URL? \(corrected)"
        case (nil, .invalid(let error)): error.hint
        case (nil, .unclear(.unknownLetter)): "f= names a fund, r=1 offers a monthly gift first"
        case (nil, .unclear): "write f= with the id of a fund, and r=1 for a monthly gift, separated by &"
        }
    }

    private var foundName: Substring { found.prefix { $0 != "=" } }

    /// The consequence for a gift, with a leading colon; empty if the consequence is unknown.
    private var loss: String {
        switch meant {
        case "f": ": the gift would go to the default fund"
        case "r": ": a monthly gift would not be offered first"
        default: ""
        }
    }
}

extension InvocationError {
    /// Whether the error is from one of the checks 22 to 29, which validate the query.
    fileprivate var isOfQuery: Bool {
        switch code {
        case .duplicateParameter, .unsupportedVersion, .invalidFund, .invalidRecurring, .invalidTag,
            .invalidMirror, .invalidSUN:
            true
        default: false
        }
    }
}
