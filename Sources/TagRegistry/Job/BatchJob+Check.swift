public import InvocationRouter
public import TimeKit

extension BatchJob {
    /// The names of organizations that ``checked(in:rooms:takesAnyRoom:hosts:at:makeID:)`` has to know.
    public func organizationNames(hosts: HostList) -> Set<String> {
        Set(
            rows.compactMap { row in
                guard !row.url.isEmpty else { return row.org.isEmpty ? nil : row.org }
                return (try? Invocation.parse(row.url, hosts: hosts))?.org
            })
    }

    /// The name under which the batch is kept: as it was typed, with the white space in order.
    public var keptName: String { shownText(batch.name) ?? batch.name }

    /// Checks the whole job before the first tag, and makes its rows.
    ///
    /// - Parameters:
    ///   - directory: Who knows the organizations that ``organizationNames(hosts:)`` asks for.
    ///   - rooms: The chips that are allowed; not empty.
    ///   - takesAnyRoom: A URL that fits some of them narrows the choice; else it has to fit all.
    ///   - hosts: Our hosts; the first stands in the URLs that are made.
    ///   - makeID: A new tag id a call, never the same.
    /// - Throws: ``BatchRefusal`` with all problems, by line.
    public func checked(
        in directory: BatchDirectory, rooms: [ChipRoom], takesAnyRoom: Bool, hosts: HostList,
        at now: Timestamp, makeID: () -> String
    ) throws(BatchRefusal) -> BatchPlan {
        var job = self
        job.batch.name = keptName
        var check = BatchCheck(job: job, directory: directory, hosts: hosts)
        check.checkWhole()
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
