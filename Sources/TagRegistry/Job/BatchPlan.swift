public import DatabaseKit
public import FailureKit
public import InvocationRouter

/// A job that has been checked, has no problems, and can be stored.
public struct BatchPlan: Hashable, Sendable {
    /// The settings of the planned batch.
    public var batch: Batch
    /// The rows of the batch, in order.
    public var rows: [BatchRow]
    /// The destinations of the batch's managed tags. Empty if the batch is not managed.
    public var destinations: [ManagedDestination]
    /// The rows whose planned URL differs from the typed URL, in order.
    public var rewritten: [RewrittenRow]
    /// Notes for the user; usually empty.
    public var notes: [BatchNote]

    /// Returns a copy of the plan that assigns the batch to this organization. Batches of different
    /// organizations can have the same short name.
    public func planned(by organization: String) -> BatchPlan {
        var plan = self
        plan.batch.name = Batch.name(batch.name, of: organization)
        for index in plan.rows.indices { plan.rows[index].batch = plan.batch.name }
        for index in plan.destinations.indices { plan.destinations[index].place?.batch = plan.batch.name }
        return plan
    }
}

/// A note for the user about a batch.
public enum BatchNote: Hashable, Sendable {
    /// The organization with this id cannot receive money yet.
    case notPayable(String)
    /// Any other note, as a clause.
    case words(String)
}

/// A row whose planned URL differs from the typed URL.
public struct RewrittenRow: Hashable, Sendable {
    /// The line number in the table, starting at 1, or nil if the row is not from a table.
    public var line: Int?
    /// The seat as typed; empty if the destination belongs to no seat.
    public var seat: String
    /// The planned URL, without the tag's id and without the mirror's placeholder.
    public var url: String
    /// The differences: each component of the typed URL that `url` omits or changes, and each component that
    /// `url` adds. Never empty.
    public var changes: [URLRewrite.Change]
}

/// A problem with a batch. All problems are reported together, before the first tag is written.
public struct BatchProblem: Error, Hashable, Sendable {
    /// Stable codes that programs compare.
    public enum Code: String, Sendable, CaseIterable {
        // Problems with the table.
        case notATable, unknownColumn, doubledColumn, noSeatColumn, malformedRecurring
        // Problems with the whole job.
        case noRows, tooManyRows, invalidName, uncountableSeats, noProtection
        // Problems with the location of a row.
        case noSeat, invalidSeat, doubledSeat, invalidCampus
        // Problems with the destination of a row.
        case noDestination, twoDestinations, unknownOrganization, organizationInactive, unknownFund,
            fundClosed
        case recurringNotOffered, oneTimeNotOffered, invalidURL, unclearURL, insecureURL, holdsEvidence,
            noMirror,
            doesNotFit
    }

    /// A suggestion that a program can show in its own words.
    public enum Help: Hashable, Sendable {
        /// List the organizations, or the funds of one organization.
        case organizations, funds(of: String)
        /// Use a table, which can list any seats.
        case table
        /// Use the URL without the mirrored data, and request a mirror for the batch.
        case askForMirror
        /// `noMirror`: remove the mirror from the batch. `noMirrorOrManaged`: remove the mirror, or do not
        /// use managed tags.
        case noMirror, noMirrorOrManaged
    }

    /// The code that identifies the kind of problem.
    public var code: Code
    /// The line in the table, starting at 1. Nil if the problem concerns the whole batch or the row has no
    /// line.
    public var line: Int?
    /// The seat as typed. The text may be unsafe to print; use ``shownSeat`` for display. Nil if the problem
    /// concerns the whole job.
    public var seat: String?
    /// A description of the problem, safe to print: text from the table is escaped.
    public var words: String
    /// A suggestion for the user, or nil.
    public var help: Help?

    /// Creates a problem. `words` is escaped, so that it is safe to print.
    public init(
        _ code: Code, line: Int? = nil, seat: String? = nil, _ words: String, help: Help? = nil
    ) {
        self.code = code
        self.line = line
        self.seat = seat
        self.words = words.escapedForDisplay()
        self.help = help
    }

    /// The seat's name, escaped for printing and shortened if it is very long.
    public var shownSeat: String? {
        seat.map { $0.prefix(64).escapedForDisplay() + ($0.count > 64 ? "…" : "") }
    }
}

/// A refusal of a job, with all of its problems.
public struct BatchRefusal: Failure, Hashable, Sendable {
    /// The problems, sorted by line. Never empty.
    public var problems: [BatchProblem]
    /// The number of rows in the job.
    public var rows: Int

    /// Creates a refusal of a job that has this number of rows.
    public init(problems: [BatchProblem], rows: Int) {
        self.problems = problems
        self.rows = rows
    }

    /// The stable code of the first problem.
    public var failureCode: String { problems.first?.code.rawValue ?? "refused" }

    /// The category of the failure: malformed input.
    public var category: FailureCategory { .malformed }

    /// A clause that states the number of problems.
    public var summary: String {
        problems.count == 1
            ? "1 problem was found, and nothing was saved"
            : "\(problems.count) problems were found, and nothing was saved"
    }

    /// The problems, one per line.
    public var reason: String { problems.map(\.words).joined(separator: "\n") }
}

/// The organizations that a batch, an audit or a destination refers to, looked up in advance.
public struct BatchDirectory: Sendable {
    /// The organizations, keyed by the names that refer to them.
    private let organizations: [String: DirectoryOrganization]
    /// Whether no organizations are registered. If so, a complete URL on one of this service's hosts is
    /// accepted without checking its organization and fund.
    public let isEmpty: Bool

    /// Creates a directory from organizations that were looked up in advance.
    ///
    /// - Parameters:
    ///   - organizations: The organizations, keyed by the names that refer to them.
    ///   - isEmpty: Whether no organizations are registered.
    public init(_ organizations: [String: DirectoryOrganization], isEmpty: Bool) {
        self.organizations = organizations
        self.isEmpty = isEmpty
    }

    func organization(_ name: String) -> DirectoryOrganization? { organizations[name] }
}

/// The memory available for a message on a factory-new chip.
public struct ChipRoom: Hashable, Sendable {
    /// The name of the chip's product, such as `NTAG213`.
    public var product: String
    /// The size of the data area in bytes, as declared by the chip's capability container.
    public var areaBytes: Int
    /// The layout of the data area: its TLVs (type-length-value blocks) other than the message.
    public var layout: LengthBudget.Layout

    /// Creates a description of the memory available on a product's chips.
    public init(product: String, areaBytes: Int, layout: LengthBudget.Layout) {
        self.product = product
        self.areaBytes = areaBytes
        self.layout = layout
    }
}

extension Transaction {
    /// Stores the batch of a checked job.
    ///
    /// - Throws: ``RegistryError`` with code `batchExists` if a batch with this name exists, or if one of the
    ///   rows' organizations already has another batch with the same short name.
    public func keep(_ plan: BatchPlan) throws {
        let name = plan.batch.shortName
        let organizations = Set(plan.rows.compactMap(\.org)).sorted()
        let known = try organizations.compactMap { try batch(name, of: $0) }
        if let there = try batch(plan.batch.name) ?? known.first {
            // An organization learns only its own name for the batch.
            throw RegistryError(.batchExists, plan.batch.organization == nil ? there.name : there.shortName)
        }
        try save(plan.batch)
        for row in plan.rows { try save(row) }
        for destination in plan.destinations { try save(destination) }
    }

    /// Removes a batch, and withdraws the batch's managed ids.
    ///
    /// - Throws: ``RegistryError`` with code `batchInUse` if a tag was ever written for the batch, even
    ///   partially.
    public func remove(_ batch: Batch) throws {
        guard try journalCount(batch: batch.name, kind: .begun) == 0 else {
            throw RegistryError(.batchInUse, batch.name)
        }
        while let destination = try destinations(of: batch.name, after: nil, limit: 1).first {
            var withdrawn = destination
            (withdrawn.state, withdrawn.place) = (.revoked, nil)
            try save(withdrawn)
        }
        try removeBatch(batch.name)
    }
}
