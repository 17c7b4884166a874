import InvocationRouter

/// A problem with a batch. All of them are reported at once, before the first tag is written.
public struct BatchProblem: Error, Hashable, Sendable {
    /// The stable codes that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The table.
        case notATable, unknownColumn, doubledColumn, noSeatColumn, malformedRecurring
        // The whole job.
        case noRows, tooManyRows, invalidName, uncountableSeats
        // A row: where it is.
        case noSeat, invalidSeat, doubledSeat, invalidCampus
        // A row: where it leads.
        case noDestination, twoDestinations, unknownOrganization, organizationInactive, unknownFund,
            fundClosed
        case recurringNotOffered, oneTimeNotOffered, invalidURL, unclearURL, insecureURL, holdsEvidence,
            noMirror,
            doesNotFit
    }

    /// A step that a program can offer to the user, in its own words.
    public enum Help: Hashable, Sendable {
        /// To list the organizations; or to list the funds of one.
        case organizations, funds(of: String)
        /// To use a table, which can list any seats.
        case table
        /// To write the URL without the mirrored part, and to request the mirror.
        case askForMirror
        /// To request no mirror; or no managed tags.
        case noMirror, noMirrorOrManaged
    }

    /// The problem's code.
    public var code: Code
    /// The line of the table, starting at 1; nil if there is none, or if the whole batch is concerned.
    public var line: Int?
    /// The seat as typed, which may be unsafe to print; nil if the problem concerns the whole job.
    public var seat: String?
    /// A description of the problem, safe to print: text from the table is escaped.
    public var words: String
    /// The step that a program can offer; mostly nil, because `words` says what is valid.
    public var help: Help?

    /// Creates a problem.
    public init(
        _ code: Code, line: Int? = nil, seat: String? = nil, _ words: String, help: Help? = nil
    ) {
        self.code = code
        self.line = line
        self.seat = seat
        self.words = words.escapedForDisplay()
        self.help = help
    }

    /// The seat in a printable form, cut to a readable length.
    public var shownSeat: String? {
        seat.map { $0.prefix(64).escapedForDisplay() + ($0.count > 64 ? "…" : "") }
    }
}
