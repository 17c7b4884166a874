/// The problems of a URL that is to be written to a tag, and possible improvements.
public struct URLCheck: Hashable, Sendable {
    /// The URL as given by the caller.
    public let url: String
    /// The invocation read with profile `strict`, or the reason why it was refused.
    public let result: Result<Invocation, InvocationError>
    /// The problems that prevent writing; empty if the URL can be written.
    public let problems: [Problem]
    /// The deviations that do not prevent writing.
    public let warnings: [InvocationWarning]
    /// The intended URL in the form to write; nil if it equals the given URL or is uncertain.
    public let suggestion: String?
    /// The bytes that the URL needs in a tag's data area; nil if no area is given.
    public let budget: LengthBudget?
    /// The changes that would shorten the URL, the largest saving first; empty if the URL fits.
    public let shortenings: [Shortening]

    /// A problem that prevents writing a URL.
    public enum Problem: Hashable, Sendable {
        /// The URL is invalid in profile `strict`.
        case refused(InvocationError)
        /// A piece that readers would ignore was probably meant as a known parameter.
        case unclear(URLRefusal)
        /// The URL contains data that a chip mirrored at one tap. Every later tap would show the same data.
        case holdsEvidence
        /// The data area is too small by this number of bytes.
        case doesNotFit(excessBytes: Int)
    }

    /// A way to make a URL shorter.
    public struct Shortening: Hashable, Sendable {
        /// The changes that can shorten a URL.
        public enum Change: String, Sendable, CaseIterable {
            /// Write the suggested URL, without percent-encoding, port, trailing slash, fragment and unknown
            /// parameters.
            case spelling
            /// Omit the placeholder. Taps are then neither counted nor verified.
            case placeholder
            /// Omit the tag's id.
            case tag
            /// Give the fund a shorter id of decimal digits.
            case fund
            /// Register a shorter id for the organization.
            case org
        }

        /// The kind of change.
        public let change: Change
        /// The number of octets that the change saves; for a fund or an organization, the maximum.
        public let savesBytes: Int
        /// Whether this change alone makes the URL fit.
        public let isEnough: Bool
    }

    /// Whether the URL can be written.
    public var isGood: Bool { problems.isEmpty }

    /// Checks a URL that is to be written, and its length if a tag's data area is given.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - areaBytes: The size declared by the capability container, in bytes; nil if no tag is given.
    ///   - layout: The layout of the message in the area.
    ///   - hosts: The hosts that giving URLs may have.
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
    /// The URL to write (`docs/invocation-url.md` §7): the canonical form, the tag's id, and the placeholder of the
    /// chip's values. Nil if there is no canonical form.
    public var writtenForm: String? {
        canonical.map { $0 + (tag.map { "&t=" + $0 } ?? "") + (placeholderToWrite?.text ?? "") }
    }

    /// The placeholder in the URL, or the placeholder for the evidence in the URL.
    var placeholderToWrite: Placeholder? {
        switch evidence {
        case .mirror: .mirror
        case .sun: .sun
        case nil: placeholder
        }
    }
}
