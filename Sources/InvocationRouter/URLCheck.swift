/// What is wrong with a URL that shall be written, and what could be better.
public struct URLCheck: Hashable, Sendable {
    /// The URL as it was given.
    public let url: String
    /// What it says by profile `strict`, or why it is refused.
    public let result: Result<Invocation, InvocationError>
    /// What hinders writing it; empty when nothing does.
    public let problems: [Problem]
    /// What is not as it should be and does not hinder.
    public let warnings: [InvocationWarning]
    /// The intended URL as a writer would write it; nil if it is unchanged or uncertain.
    public let suggestion: String?
    /// How much of the area it takes, where an area was given.
    public let budget: LengthBudget?
    /// What would make it shorter, the largest saving first; empty where it fits.
    public let shortenings: [Shortening]

    /// Something that hinders writing a URL.
    public enum Problem: Hashable, Sendable {
        /// Profile `strict` refuses it.
        case refused(InvocationError)
        /// A piece that a reader would ignore was probably meant as a known parameter.
        case unclear(URLRefusal)
        /// It holds what a chip mirrored at one tap; every later tap would show the same.
        case holdsEvidence
        /// The area is too small, by this many bytes.
        case doesNotFit(excessBytes: Int)
    }

    /// A way to make a URL shorter.
    public struct Shortening: Hashable, Sendable {
        /// What to change.
        public enum Change: String, Sendable, CaseIterable {
            /// Write the suggestion: nothing encoded, no port, no slash, no fragment, no other parameter.
            case spelling
            /// Leave the place-holder out; taps are then not counted or proved.
            case placeholder
            /// Leave the tag's id out.
            case tag
            /// Give the fund a shorter id: decimal digits.
            case fund
            /// Register a shorter name for the organization.
            case org
        }

        /// What to change.
        public let change: Change
        /// How many octets that saves, with a fund or an organization at most.
        public let savesBytes: Int
        /// It alone makes the URL fit.
        public let isEnough: Bool
    }

    /// Nothing hinders writing it.
    public var isGood: Bool { problems.isEmpty }

    /// Checks a URL before it is written, and whether it fits if the size of the area is given.
    ///
    /// - Parameters:
    ///   - url: The URL to write.
    ///   - areaBytes: The size of the data area according to the capability container; nil if it is not known.
    ///   - layout: The layout of the data area.
    ///   - hosts: The hosts of giving URLs.
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
    /// The URL as a writer writes this invocation (`docs/invocation-url.md` §7): the canonical form, the tag's
    /// id, and the place-holder of what a chip fills in. Nil where the canonical form is.
    public var writtenForm: String? {
        canonical.map { $0 + (tag.map { "&t=" + $0 } ?? "") + (placeholderToWrite?.text ?? "") }
    }

    /// The place-holder that stands in the URL, or the one that its evidence took the place of.
    var placeholderToWrite: Placeholder? {
        switch evidence {
        case .mirror: .mirror
        case .sun: .sun
        case nil: placeholder
        }
    }
}
