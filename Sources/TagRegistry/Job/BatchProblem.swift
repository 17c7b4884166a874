import InvocationRouter

/// One thing that is wrong with a job; all of them are told at once, before the first tag.
public struct BatchProblem: Error, Hashable, Sendable {
    /// The stable names that programs compare.
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

    /// What a program can offer: a fact, for which each program has words of its own.
    public enum Help: Hashable, Sendable {
        /// To list the organizations; to list the funds of this one.
        case organizations, funds(of: String)
        /// To give a table, which lists any seats.
        case table
        /// To write the URL without what a chip mirrors, and to ask for the mirror.
        case askForMirror
        /// To ask for no mirror; or for no managed tags.
        case noMirror, noMirrorOrManaged
    }

    /// What is wrong.
    public var code: Code
    /// The line of the table, from 1; nil where there is none, or where it concerns all.
    public var line: Int?
    /// The seat as typed, which may be unsafe to print; nil if the problem concerns the whole job.
    public var seat: String?
    /// A description of the problem, safe to print: text from the table is escaped.
    public var words: String
    /// What a program can offer against it; mostly nil, as the words say what would have been right.
    public var help: Help?

    /// A problem.
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
