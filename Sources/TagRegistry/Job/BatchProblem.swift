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
        case recurringNotOffered, oneTimeNotOffered, invalidURL, insecureURL, holdsEvidence, noMirror,
            doesNotFit
    }

    /// What is wrong.
    public var code: Code
    /// The line of the table, from 1; nil where there is none, or where it concerns all.
    public var line: Int?
    /// The seat; nil where it concerns all.
    public var seat: String?
    /// What is wrong, in a sentence.
    public var words: String
    /// The command that helps; mostly empty, as the words say what would have been right.
    public var remedy: String

    /// A problem.
    public init(
        _ code: Code, line: Int? = nil, seat: String? = nil, _ words: String, remedy: String = ""
    ) {
        self.code = code
        self.line = line
        self.seat = seat
        self.words = words
        self.remedy = remedy
    }

    /// What is wrong, and what helps, for whoever has a command line.
    public var sentence: String { remedy.isEmpty ? words : "\(words); \(remedy)" }
}
