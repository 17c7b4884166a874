/// The result of checking a giving URL before it is written to a tag: its problems, and possible
/// improvements.
public struct URLCheck: Hashable, Sendable {
    /// The URL as given by the caller.
    public let url: String
    /// The URL as parsed with profile `strict`, or the error if it was refused.
    public let result: Result<Invocation, InvocationError>
    /// The problems that prevent writing the URL to a tag. Empty if the URL can be written.
    public let problems: [Problem]
    /// The warnings about the URL. They do not prevent writing.
    public let warnings: [InvocationWarning]
    /// The URL to write instead; nil if the given URL can be written unchanged, or if its meaning is
    /// uncertain.
    public let suggestion: String?
    /// The space that the URL requires in the given data area; nil if no area was given.
    public let budget: LengthBudget?
    /// Ways to shorten the URL, with the largest saving first. Empty if the URL fits or no area was given.
    public let shortenings: [Shortening]

    /// A problem that prevents writing a URL to a tag.
    public enum Problem: Hashable, Sendable {
        /// The URL is invalid in profile `strict`.
        case refused(InvocationError)
        /// Parsers would ignore a piece of the URL that was probably meant as a known parameter.
        case unclear(URLRefusal)
        /// The URL contains data that a chip mirrored during a tap. If this URL were written to a tag, every
        /// later tap would show the same data.
        case holdsEvidence
        /// The URL does not fit: the data area is too small by this number of bytes.
        case doesNotFit(excessBytes: Int)
    }

    /// A way to make a URL shorter.
    public struct Shortening: Hashable, Sendable {
        /// A change that makes a URL shorter.
        public enum Change: String, Sendable, CaseIterable {
            /// Write the suggested URL, which has no percent-encoding, port, trailing slash, fragment or
            /// unknown parameters.
            case spelling
            /// Omit the placeholder. Without a placeholder, the chip does not mirror data, so taps can be
            /// neither counted nor verified.
            case placeholder
            /// Omit the tag's id (parameter `t`).
            case tag
            /// Give the fund a shorter id, for example one with only a few digits.
            case fund
            /// Register a shorter id for the organization.
            case org
        }

        /// The kind of change.
        public let change: Change
        /// The number of bytes that the change saves. For the id of a fund or an organization, this is the
        /// number saved by the shortest possible id, which has one character.
        public let savesBytes: Int
        /// Whether the URL fits after this change alone.
        public let isEnough: Bool
    }

    /// Whether the URL has no problems and can be written.
    public var isGood: Bool { problems.isEmpty }

    /// Checks a URL before it is written to a tag. If a data area is given, also checks whether the URL fits.
    ///
    /// - Parameters:
    ///   - url: The URL to check.
    ///   - areaBytes: The size of the data area in bytes, as declared by the capability container; nil if
    ///     unknown.
    ///   - layout: The layout of the message in the data area.
    ///   - hosts: The hosts that the service accepts.
    public init(
        _ url: String, areaBytes: Int? = nil, layout: LengthBudget.Layout = .type2(),
        hosts: HostList = .standard
    ) {
        self.url = url
        result = Result { () throws(InvocationError) in try Invocation.parse(url, hosts: hosts) }
        let bytes = url.utf8.count
        budget = areaBytes.map { LengthBudget(urlBytes: bytes, areaBytes: $0, layout: layout) }

        var problems: [Problem] = []
        switch result {
        case .success(let invocation):
            warnings = invocation.warnings.filter { $0 != .nonCanonical && $0 != .mirrorPlaceholder }
            if invocation.evidence != nil { problems.append(.holdsEvidence) }
            do throws(URLRefusal) {
                let rewrite = try URLRewrite(url, hosts: hosts)
                suggestion = rewrite.written == url ? nil : rewrite.written
            } catch {
                problems.append(.unclear(error))
                suggestion = error.corrected
            }
        case .failure(let error):
            warnings = []
            problems.append(.refused(error))
            suggestion = CorrectedURL.of(url, hosts: hosts)
        }
        if let budget, !budget.fits {
            problems.append(.doesNotFit(excessBytes: budget.excessBytes))
            shortenings = Self.shortenings(of: result, bytes: bytes, suggestion: suggestion) { bytes in
                LengthBudget(urlBytes: bytes, areaBytes: budget.areaBytes, layout: layout).fits
            }
        } else {
            shortenings = []
        }
        self.problems = problems
    }

    private static func shortenings(
        of result: Result<Invocation, InvocationError>, bytes: Int, suggestion: String?,
        fits: (_ bytes: Int) -> Bool
    ) -> [Shortening] {
        var savings: [(Shortening.Change, Int)] = []
        if let suggestion { savings.append((.spelling, bytes - suggestion.utf8.count)) }
        if let invocation = try? result.get() {
            if let placeholder = invocation.placeholderToWrite {
                savings.append((.placeholder, placeholder.text.utf8.count))
            }
            if let tag = invocation.tag { savings.append((.tag, "&t=".utf8.count + tag.utf8.count)) }
            if let fund = invocation.fund { savings.append((.fund, fund.utf8.count - 1)) }
            if let org = invocation.org { savings.append((.org, org.utf8.count - 1)) }
        }
        return savings.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { change, saved in
            Shortening(change: change, savesBytes: saved, isEnough: fits(bytes - saved))
        }
    }
}

extension Invocation {
    /// The URL to write to a tag (`docs/invocation-url.md` §7): the canonical URL, followed by the tag's id
    /// and a placeholder for mirrored data, if present. Nil if there is no canonical URL.
    public var writtenForm: String? {
        canonical.map { $0 + additions }
    }

    /// The placeholder to write: the placeholder in the URL, or the placeholder for the kind of mirrored data
    /// in the URL; nil if the URL contains neither.
    var placeholderToWrite: Placeholder? {
        switch evidence {
        case .mirror: .mirror
        case .sun: .sun
        case nil: placeholder
        }
    }
}
