public import FailureKit

/// The reason why a giving URL is not written to a tag, with the URL that was probably meant, if known.
///
/// The messages are for people. They are safe to print, and do not name commands.
public struct URLRefusal: Failure, Hashable, Sendable {
    /// The kinds of mistakes in a query or fragment. Parsers would ignore the affected piece, although it was
    /// probably meant as a known parameter.
    public enum Code: String, Sendable, CaseIterable {
        /// A name resembles the name of a known parameter, as in `fund`, `reccuring` or `piccdata`.
        case parameterTypo
        /// A name is a single letter that is not a parameter in version 1.
        case unknownLetter
        /// A value has no name, as in `=12`.
        case namelessValue
        /// The `=` between a name and its value is missing, as in `f12`.
        case missingEquals
        /// Two parameters are separated by something other than `&`, such as `&amp;` or `;`.
        case wrongSeparator
        /// The URL has `v=1` but no `r`. Probably, `v=1` was written instead of `r=1`.
        case versionAsRecurring
        /// Parameters follow a `#`, so they would never be sent to a server.
        case fragmentParameters
    }

    /// The cause of a refusal.
    public enum Cause: Hashable, Sendable {
        /// The URL is invalid in profile `strict`.
        case invalid(InvocationError)
        /// Parsers would ignore a piece that was probably meant as a known parameter.
        case unclear(Code)
    }

    /// The reason why the URL was refused.
    public let cause: Cause
    /// The position of the problem, in bytes from the start of the URL.
    public let offset: Int
    /// The text that caused the refusal, escaped for display and shortened.
    public let found: String
    /// The name of the parameter that was probably meant, such as `f`, or `org` for the organization; nil if
    /// no parameter can be guessed.
    public let meant: String?
    /// The URL that was probably meant; nil if this URL is too uncertain to be suggested.
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

    /// Creates the refusal of a URL that is invalid in profile `strict`. If a wrong separator between
    /// parameters could have caused the error, the refusal reports the separator as the cause.
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
            .unclear(piece.code), at: piece.offset, found: bytes.span.excerpt(bytes.indices),
            meant: piece.meant, of: url, hosts: hosts)
    }

    /// The code of the cause. Codes are stable, so programs can compare them.
    public var code: String {
        switch cause {
        case .invalid(let error): error.code.rawValue
        case .unclear(let code): code.rawValue
        }
    }

    /// The same value as `code`.
    public var failureCode: String { code }

    /// The kind of failure: always `malformed`.
    public var category: FailureCategory { .malformed }

    /// A clause that describes the problem, without a period.
    public var summary: String {
        switch cause {
        case .invalid(let error): error.summary
        case .unclear(.parameterTypo), .unclear(.unknownLetter):
            "\"\(foundName)\" is not a parameter of giving URLs"
        case .unclear(.namelessValue): "the value in \"\(found)\" has no name"
        case .unclear(.missingEquals): "\"\(found)\" has no = between the name and the value"
        case .unclear(.wrongSeparator): "the parameters in \"\(found)\" are not separated by a plain &"
        case .unclear(.versionAsRecurring): "the URL has v=1, but no r"
        case .unclear(.fragmentParameters): "the URL has parameters after #: \"\(found)\""
        }
    }

    /// The reason for the refusal; may be empty.
    public var reason: String {
        switch cause {
        case .invalid(let error): error.reason
        case .unclear(.versionAsRecurring):
            "v is the version of the URL format; r=1 offers a monthly gift first"
        case .unclear(.fragmentParameters):
            "phones never send the part after #, so its parameters would be lost"
        case .unclear(.unknownLetter):
            "the parameter would be ignored; its name is probably mistyped"
        case .unclear where meant == "org": "the organization belongs in the path, after the host"
        case .unclear(.wrongSeparator): "\(meant ?? "the text after the separator") would be ignored" + loss
        case .unclear:
            "this part of the URL would be ignored" + loss
                + (meant.map { "; \($0) was probably meant" } ?? "")
        }
    }

    /// The next step for the user: a question with the suggested URL, or an instruction.
    public var remedy: String {
        switch (corrected, cause) {
        case (let corrected?, _): "did you mean this URL? \(corrected)"
        case (nil, .invalid(let error)): error.hint
        case (nil, .unclear(.unknownLetter)):
            "write f= with the id of a fund, or r=1 to offer a monthly gift first"
        case (nil, .unclear): "write f= with the id of a fund, and r=1 for a monthly gift, separated by &"
        }
    }

    private var foundName: Substring { found.prefix { $0 != "=" } }

    /// A clause that begins with a comma and describes the effect of ignoring this part of the URL. Empty if
    /// the intended parameter is neither the fund nor the monthly gift.
    private var loss: String {
        switch meant {
        case "f": ", and the gift would go to the default fund"
        case "r": ", and a monthly gift would not be offered first"
        default: ""
        }
    }
}

extension InvocationError {
    /// Whether a wrong separator in the query could have caused the error.
    fileprivate var isOfQuery: Bool {
        switch code {
        case .duplicateParameter, .unsupportedVersion, .invalidFund, .invalidRecurring, .invalidTag,
            .invalidMirror, .invalidSUN:
            true
        default: false
        }
    }
}
