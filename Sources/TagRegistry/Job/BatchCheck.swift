import InvocationRouter
import TimeKit

/// Checks the rows of a job one after another, and remembers everything that is wrong.
struct BatchCheck {
    let job: BatchJob
    let directory: BatchDirectory
    let hosts: HostList
    private(set) var problems: [BatchProblem] = []
    private(set) var notes: [BatchNote] = []
    private(set) var rewritten: [RewrittenRow] = []
    /// The line, or the number, of the first row of each seat, without case.
    private var seats: [String: Int] = [:]

    init(job: BatchJob, directory: BatchDirectory, hosts: HostList) {
        self.job = job
        self.directory = directory
        self.hosts = hosts
    }

    mutating func refuse(
        _ code: BatchProblem.Code, _ row: BatchJob.Row? = nil, _ words: String,
        help: BatchProblem.Help? = nil
    ) {
        problems.append(
            BatchProblem(
                code, line: row?.line, seat: row.flatMap { $0.seat.isEmpty ? nil : $0.seat }, words,
                help: help))
    }

    mutating func note(_ note: BatchNote) {
        if !notes.contains(note) { notes.append(note) }
    }

    /// Notes the changes to a row's URL.
    mutating func remember(_ changes: [URLRewrite.Change], url: String, of row: BatchJob.Row) {
        guard !changes.isEmpty else { return }
        rewritten.append(RewrittenRow(line: row.line, seat: row.seat, url: url, changes: changes))
    }

    /// What concerns no row alone.
    mutating func checkWhole() {
        if shownText(job.batch.name) == nil || job.batch.name.contains("/") {
            let flaw = textFlaw(job.batch.name) ?? "holds a /"
            refuse(.invalidName, nil, "the batch's name \(flaw)")
        }
        if job.rows.isEmpty { refuse(.noRows, nil, "the job has no rows") }
        if job.rows.count > BatchRow.most {
            refuse(.tooManyRows, nil, RegistryError(.tooManyRows, String(job.rows.count)).summary)
        }
        if job.batch.isManaged, job.batch.mirror != .none {
            refuse(
                .noMirror, nil,
                "a managed tag's URL has no place for a mirror", help: .noMirrorOrManaged)
        }
    }

    /// One row, where all is right with it.
    mutating func row(
        _ typed: BatchJob.Row, number: Int, id: String?, at now: Timestamp
    ) -> (row: BatchRow, destination: ManagedDestination?)? {
        let before = problems.count
        let seat = seat(of: typed, number: number)
        let campus = typed.campus.isEmpty ? nil : shownText(typed.campus)
        if !typed.campus.isEmpty, let flaw = textFlaw(typed.campus) {
            refuse(.invalidCampus, typed, "the campus \(flaw)")
        }
        guard let aim = aim(of: typed), let seat, problems.count == before else { return nil }
        guard let url = written(aim, id: id, for: typed) else { return nil }
        var row = BatchRow(
            batch: job.batch.name, number: number, seat: seat, campus: campus, org: aim.org, fund: aim.fund,
            recurring: aim.recurring, url: url, changed: now)
        row.tagID = job.batch.isManaged || aim.org != nil ? id : nil
        guard job.batch.isManaged, let id else { return (row, nil) }
        let first = ManagedDestination.Aim(aim, since: now)
        return (
            row,
            ManagedDestination(id: id, aim: first, place: TagPlace(batch: job.batch.name, row: number))
        )
    }

    private mutating func seat(of typed: BatchJob.Row, number: Int) -> String? {
        guard !typed.seat.isEmpty else {
            refuse(.noSeat, typed, "the row names no seat")
            return nil
        }
        guard let seat = shownText(typed.seat) else {
            refuse(.invalidSeat, typed, "the seat's name \(textFlaw(typed.seat) ?? "cannot be shown")")
            return nil
        }
        if let first = seats[seat.lowercased()] {
            let place = typed.line == nil ? "row" : "line"
            refuse(.doubledSeat, typed, "the seat \"\(seat)\" already appears in \(place) \(first)")
            return nil
        }
        seats[seat.lowercased()] = typed.line ?? number
        return seat
    }

    /// What stands on the tag.
    private mutating func written(_ aim: BatchAim, id: String?, for typed: BatchJob.Row) -> String? {
        if job.batch.isManaged, let id { return try? Route.managedTag(id: id).url(hosts: hosts) }
        guard let org = aim.org else {
            guard job.batch.mirror == .none else {
                refuse(.noMirror, typed, "a mirror has its place in giving URLs alone", help: .noMirror)
                return nil
            }
            return aim.url
        }
        return try? Invocation.make(
            org: org, fund: aim.fund, recurring: aim.recurring, tag: id,
            placeholder: job.batch.mirror == .none ? nil : .mirror, hosts: hosts)
    }

    /// The chips that hold every URL.
    mutating func products(for rows: [BatchRow], among rooms: [ChipRoom], takesAny: Bool) -> [String] {
        guard let longest = rows.max(by: { $0.url.utf8.count < $1.url.utf8.count }) else {
            return rooms.map(\.product)
        }
        func fits(_ row: BatchRow, _ room: ChipRoom) -> Bool { budget(row, room).fits }
        let large = rooms.filter { fits(longest, $0) }
        if large.count == rooms.count { return rooms.map(\.product) }
        if takesAny, !large.isEmpty {
            let names = large.map(\.product)
            note(
                .words(
                    "the URLs are too long for an \(rooms.first { !fits(longest, $0) }?.product ?? ""); "
                        + "this batch takes \(names.joined(separator: " and "))"))
            return names
        }
        let judged = takesAny ? Array(rooms.suffix(1)) : rooms
        for (row, typed) in zip(rows, job.rows(matching: rows)) {
            guard let room = judged.first(where: { !fits(row, $0) }) else { continue }
            let budget = budget(row, room)
            refuse(
                .doesNotFit, typed,
                "the URL takes \(budget.usedBytes) bytes, and an \(room.product) has \(room.areaBytes): "
                    + "\(budget.excessBytes) too many (\(row.url))")
        }
        return rooms.map(\.product)
    }

    private func budget(_ row: BatchRow, _ room: ChipRoom) -> LengthBudget {
        LengthBudget(urlOctets: row.url.utf8.count, areaBytes: room.areaBytes, layout: room.layout)
    }
}

extension BatchJob {
    /// The typed rows that were made into these.
    fileprivate func rows(matching made: [BatchRow]) -> [Row] { made.map { rows[$0.number - 1] } }
}
