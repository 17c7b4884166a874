public import InvocationRouter
public import TimeKit

/// The unchecked input for a new batch: the rows as typed, and their common settings.
public struct BatchJob: Hashable, Sendable {
    /// The settings of the new batch.
    public var batch: Batch
    /// The rows, in the order in which their tags are to be written.
    public var rows: [Row]
    /// Whether taps are counted by seat. If so, each giving URL has a unique id in its `t` parameter.
    public var countsSeats: Bool

    /// One row as typed. A missing value is an empty string.
    public struct Row: Hashable, Sendable {
        /// The line number in the table, or nil if the row is not from a table.
        public var line: Int?
        /// The seat's name as typed.
        public var seat: String
        /// The campus of the seat as typed.
        public var campus: String
        /// The organization's id or name as typed.
        public var org: String
        /// The fund as typed.
        public var fund: String
        /// Whether the donation page offers a monthly gift first. Nil if not specified.
        public var recurring: Bool?
        /// A complete URL, used instead of an organization and a fund.
        public var url: String

        /// Creates a row from typed values. Omitted values are empty.
        public init(
            line: Int? = nil, seat: String, campus: String = "", org: String = "", fund: String = "",
            recurring: Bool? = nil, url: String = ""
        ) {
            self.line = line
            self.seat = seat
            self.campus = campus
            self.org = org
            self.fund = fund
            self.recurring = recurring
            self.url = url
        }
    }

    /// Creates a job without checking it.
    public init(batch: Batch, rows: [Row], countsSeats: Bool = false) {
        self.batch = batch
        self.rows = rows
        self.countsSeats = countsSeats
    }

    /// Fills in each row's missing values from `common`. If `common` has a URL, a row without a destination
    /// gets that URL. A row that already has a URL gets only the campus.
    public mutating func fill(from common: Row) {
        for index in rows.indices {
            if rows[index].campus.isEmpty { rows[index].campus = common.campus }
            guard rows[index].url.isEmpty else { continue }
            if rows[index].org.isEmpty, rows[index].fund.isEmpty, rows[index].recurring == nil,
                !common.url.isEmpty
            {
                rows[index].url = common.url
                continue
            }
            if rows[index].org.isEmpty { rows[index].org = common.org }
            if rows[index].fund.isEmpty { rows[index].fund = common.fund }
            rows[index].recurring = rows[index].recurring ?? common.recurring
        }
    }

    /// Returns the names of the organizations that ``checked(in:rooms:takesAnyRoom:hosts:at:makeID:)`` looks
    /// up.
    public func organizationNames(hosts: HostList) -> Set<String> {
        Set(
            rows.compactMap { row in
                guard !row.url.isEmpty else { return row.org.isEmpty ? nil : row.org }
                return (try? Invocation.parse(row.url, hosts: hosts))?.org
            })
    }

    /// The batch's name as it is stored, with normalized white space.
    public var keptName: String { shownText(batch.name) ?? batch.name }

    /// Checks the whole job and creates its rows.
    ///
    /// - Parameters:
    ///   - directory: The organizations in ``organizationNames(hosts:)``.
    ///   - rooms: The memory sizes of the allowed chips. Must not be empty.
    ///   - takesAnyRoom: If true, the batch is restricted to the chips that have room for every URL, and at
    ///     least one chip must have room. If false, every chip must have room for every URL.
    ///   - hosts: The hosts of this service. The first one is used in generated URLs.
    ///   - now: The current time.
    ///   - makeID: A function that returns a new, unique tag id on each call.
    /// - Returns: The plan to store.
    /// - Throws: ``BatchRefusal`` with all problems, sorted by line.
    public func checked(
        in directory: BatchDirectory, rooms: [ChipRoom], takesAnyRoom: Bool, hosts: HostList,
        at now: Timestamp, makeID: () -> String
    ) throws(BatchRefusal) -> BatchPlan {
        var job = self
        job.batch.name = keptName
        var check = BatchCheck(job: job, directory: directory, hosts: hosts)
        check.checkWhole()
        for room in rooms { check.checkChip(room.product) }
        var plan = BatchPlan(batch: job.batch, rows: [], destinations: [], rewritten: [], notes: [])
        for (index, row) in rows.prefix(BatchRow.most).enumerated() {
            let id = batch.isManaged || countsSeats ? makeID() : nil
            guard let made = check.row(row, number: index + 1, id: id, at: now) else { continue }
            plan.rows.append(made.row)
            if let destination = made.destination { plan.destinations.append(destination) }
        }
        plan.batch.products = check.products(for: plan.rows, among: rooms, takesAny: takesAnyRoom)
        plan.rewritten = check.rewritten
        plan.notes = check.notes
        guard check.problems.isEmpty else {
            let sorted = check.problems.enumerated().sorted {
                ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
            }
            throw BatchRefusal(problems: sorted.map(\.element), rows: rows.count)
        }
        return plan
    }
}

/// A generator of the tag ids that are used in URLs.
public enum TagIdentifier {
    /// Returns an id of ten lower-case letters and digits of Crockford's base 32. It encodes 50 random bits,
    /// so that the ids of other seats cannot be guessed.
    public static func make(random: UInt64) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<10).map { alphabet[Int(random >> (UInt64($0) * 5) & 31)] })
    }
}
