import InvocationRouter
import TagKit
import TimeKit

/// A check of a job. It processes the rows in order and collects all problems.
struct BatchCheck {
    let job: BatchJob
    let directory: BatchDirectory
    let hosts: HostList
    private(set) var problems: [BatchProblem] = []
    private(set) var notes: [BatchNote] = []
    private(set) var rewritten: [RewrittenRow] = []
    /// For each seat name, the line or number of the first row that has this name. The case of letters is
    /// ignored.
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

    mutating func remember(_ changes: [URLRewrite.Change], url: String, of row: BatchJob.Row) {
        guard !changes.isEmpty else { return }
        rewritten.append(RewrittenRow(line: row.line, seat: row.seat, url: url, changes: changes))
    }

    /// Checks the settings of the whole job: the batch's name, the number of rows, and the mirror.
    mutating func checkWhole() {
        if shownText(job.batch.name) == nil || job.batch.name.contains("/") {
            let flaw = textFlaw(job.batch.name) ?? "contains a /"
            refuse(.invalidName, nil, "the batch's name \(flaw)")
        }
        if job.rows.isEmpty { refuse(.noRows, nil, "the batch has no rows") }
        if job.rows.count > BatchRow.most {
            refuse(.tooManyRows, nil, RegistryError(.tooManyRows, String(job.rows.count)).summary)
        }
        if job.batch.isManaged, job.batch.mirror != .none {
            refuse(
                .noMirror, nil,
                "the URL of a managed tag cannot contain mirrored data", help: .noMirrorOrManaged)
        }
    }

    /// Checks whether an accepted chip supports the batch's protection and mirror. Without this check, every
    /// tag with this chip would be rejected later.
    mutating func checkChip(_ product: String) {
        let chip = Chip.supportedType2.first { $0.product == product }
        if let lack = Self.lack(of: chip, for: job.batch.protection) {
            let other = chip == nil ? "" : ", or lock the tags permanently"
            refuse(.noProtection, nil, "\(product) \(lack); accept only NTAG213, 215 or 216\(other)")
        }
        guard job.batch.mirror != .none, chip?.features.contains(.mirror) != true else { return }
        let reason =
            chip?.features.contains(.mirrorByPage) == true
            ? "the chip can mirror only its UID" : "the chip has no mirror"
        refuse(
            .noMirror, nil,
            "\(product) cannot show its UID and tap counter, because \(reason); "
                + "accept only NTAG213, 215 or 216, or omit the mirror")
    }

    /// Returns the reason why a chip cannot have the protection, as a predicate; nil if it can. `chip` is nil
    /// for a chip that is not of NFC Forum Type 2.
    private static func lack(of chip: Chip?, for protection: TagProtection) -> String? {
        switch protection {
        case .none: return nil
        case .permanent:
            return chip == nil ? "cannot be locked permanently, because keys protect its files" : nil
        case .password:
            guard let chip else { return "has no password, because keys protect its files" }
            switch chip.memory?.protection {
            case .some(.configuration): return nil
            case .some(.ultralightC): return "has no password, but a 3DES key, which few readers support"
            case nil: return "has no password"
            }
        }
    }

    /// Checks one row, and records its problems.
    ///
    /// - Returns: The row to store, with its destination if the batch is managed; nil if the row has
    ///   problems.
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
            refuse(.noSeat, typed, "the row has no seat")
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

    /// Returns the URL to write to the tag; nil if no such URL can be created. Records a problem if the batch
    /// has a mirror and the URL is not a giving URL.
    private mutating func written(_ aim: BatchAim, id: String?, for typed: BatchJob.Row) -> String? {
        if job.batch.isManaged, let id { return try? Route.managedTag(id: id).url(hosts: hosts) }
        guard let org = aim.org else {
            guard job.batch.mirror == .none else {
                refuse(.noMirror, typed, "a mirror is supported only for giving URLs", help: .noMirror)
                return nil
            }
            return aim.url
        }
        return try? Invocation.make(
            org: org, fund: aim.fund, recurring: aim.recurring, tag: id,
            placeholder: job.batch.mirror == .none ? nil : .mirror, hosts: hosts)
    }

    /// Returns the products whose chips have room for every URL. If too few chips have room, records a
    /// problem for each URL that does not fit, and returns all products.
    ///
    /// If `takesAny` is true, one product with room is enough. Otherwise, every product must have room.
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
                    "the longest URL fits only on \(names.joined(separator: " and ")), "
                        + "so this batch does not accept other chips"))
            return names
        }
        let judged = takesAny ? Array(rooms.suffix(1)) : rooms
        for (row, typed) in zip(rows, job.rows(matching: rows)) {
            guard let room = judged.first(where: { !fits(row, $0) }) else { continue }
            let budget = budget(row, room)
            refuse(
                .doesNotFit, typed,
                "the URL needs \(budget.usedBytes) bytes, which is \(budget.excessBytes) more than the "
                    + "\(room.product) has (\(row.url))")
        }
        return rooms.map(\.product)
    }

    private func budget(_ row: BatchRow, _ room: ChipRoom) -> LengthBudget {
        LengthBudget(urlBytes: row.url.utf8.count, areaBytes: room.areaBytes, layout: room.layout)
    }

    /// Returns the destination of a row. Records a problem and returns nil if the destination is invalid.
    mutating func aim(of row: BatchJob.Row) -> BatchAim? {
        let hasParts = !row.org.isEmpty || !row.fund.isEmpty || row.recurring != nil
        if !row.url.isEmpty {
            guard !hasParts else {
                refuse(
                    .twoDestinations, row,
                    "a row with a URL cannot also have an organization, a fund or a recurring value")
                return nil
            }
            return aim(ofURL: row.url, row)
        }
        guard !row.org.isEmpty else {
            refuse(
                .noDestination, row, "the destination is missing: enter an organization or a URL")
            return nil
        }
        guard let organization = directory.organization(row.org) else {
            refuse(
                .unknownOrganization, row,
                "no organization is called \"\(row.org)\"", help: .organizations)
            return nil
        }
        return aim(
            organization, fund: row.fund.isEmpty ? nil : row.fund, recurring: row.recurring ?? false, row)
    }

    /// Returns the destination for an organization and a fund. Records a problem and returns nil if the
    /// organization or the fund does not accept the gifts that the row requests.
    private mutating func aim(
        _ organization: DirectoryOrganization, fund: String?, recurring: Bool, _ row: BatchJob.Row
    ) -> BatchAim? {
        let before = problems.count
        if organization.status != .active {
            refuse(
                .organizationInactive, row,
                "\(organization.id) accepts no gifts: it is \(organization.status.rawValue)")
        } else if !organization.isPayable {
            note(.notPayable(organization.id))
        }
        if let id = fund ?? organization.defaultFund {
            check(organization.fund(id), id, of: organization, recurring: recurring, row)
        }
        guard problems.count == before,
            let url = try? Invocation.make(
                org: organization.id, fund: fund, recurring: recurring, hosts: hosts)
        else { return nil }
        return BatchAim(url: url, org: organization.id, fund: fund, recurring: recurring)
    }

    private mutating func check(
        _ fund: DirectoryFund?, _ id: String, of organization: DirectoryOrganization, recurring: Bool,
        _ row: BatchJob.Row
    ) {
        guard let fund else {
            refuse(
                .unknownFund, row, "\(organization.id) has no fund \"\(id)\"",
                help: .funds(of: organization.id))
            return
        }
        if !fund.isOpen {
            refuse(.fundClosed, row, "the fund \(id) of \(organization.id) is closed")
        } else if recurring, !fund.offersMonthly {
            refuse(.recurringNotOffered, row, "the fund \(id) of \(organization.id) accepts no monthly gifts")
        } else if !recurring, !fund.offersOneTime {
            refuse(
                .oneTimeNotOffered, row, "the fund \(id) of \(organization.id) accepts only monthly gifts")
        }
    }

    /// Returns the destination for a complete URL. Records a problem and returns nil if the URL is ambiguous
    /// or invalid, or if it belongs to another host and does not use https.
    private mutating func aim(ofURL url: String, _ row: BatchJob.Row) -> BatchAim? {
        do throws(URLRefusal) {
            return aim(of: try URLRewrite(url, hosts: hosts), row)
        } catch {
            let better = error.corrected.map { "; the URL should probably be \($0)" } ?? ""
            switch error.cause {
            case .unclear:
                refuse(.unclearURL, row, "\(error.summary): \(error.reason)\(better)")
                return nil
            case .invalid(let invalid):
                return aim(ofForeign: url, refused: invalid, better, row)
            }
        }
    }

    private mutating func aim(of rewrite: URLRewrite, _ row: BatchJob.Row) -> BatchAim? {
        let invocation = rewrite.invocation
        if invocation.evidence != nil || invocation.placeholder != nil {
            refuse(
                .holdsEvidence, row, "the URL contains data that only a chip's mirror may insert",
                help: .askForMirror)
            return nil
        }
        if invocation.tag != nil {
            refuse(.invalidURL, row, "the URL contains the id of a tag; remove the t parameter")
            return nil
        }
        guard let org = invocation.org, let canonical = invocation.canonical else { return nil }
        if let organization = directory.organization(org) {
            let found = aim(organization, fund: invocation.fund, recurring: invocation.recurring, row)
            let spelled = try? URLRewrite(
                rewrite.original, org: organization.id, host: hosts.primary, hosts: hosts)
            if let found, let spelled { remember(spelled.changes, url: found.url, of: row) }
            return found
        }
        guard directory.isEmpty else {
            refuse(
                .unknownOrganization, row, "no organization is called \"\(org)\"",
                help: .organizations)
            return nil
        }
        remember(rewrite.changes, url: canonical, of: row)
        note(
            .words(
                "\(canonical) could not be checked: there are no organizations in the data folder"
            ))
        return BatchAim(
            url: canonical, org: org, fund: invocation.fund, recurring: invocation.recurring)
    }

    private mutating func aim(
        ofForeign url: String, refused: InvocationError, _ better: String, _ row: BatchJob.Row
    ) -> BatchAim? {
        do throws(InvocationError) {
            _ = try Invocation.parse(url, profile: .tap, hosts: hosts)
            refuse(.invalidURL, row, refused.summary + better)
        } catch  where error.code == .otherDestination {
            guard url.utf8.count <= 1024 else {
                refuse(.invalidURL, row, "the URL has \(url.utf8.count) bytes; the maximum is 1024")
                return nil
            }
            if let other = url.unicodeScalars.first(where: { !$0.utf8.allSatisfy(Self.isURLByte) }) {
                let place = String(Character(other)).escapedForDisplay()
                refuse(
                    .invalidURL, row,
                    "a URL cannot contain the character \"\(place)\"; write it percent-encoded"
                )
                return nil
            }
            guard url.lowercased().hasPrefix("https://") else {
                refuse(.insecureURL, row, "the URL is not secure: it must begin with https://")
                return nil
            }
            let (written, changes) = URLRewrite.elsewhere(url)
            if let obstacle = PhoneUse(uri: written).android.obstacle {
                refuse(.invalidURL, row, "phones cannot open the URL: \(obstacle.summary)")
                return nil
            }
            remember(changes, url: written, of: row)
            return BatchAim(url: written)
        } catch {
            refuse(.invalidURL, row, error.summary + better)
        }
        return nil
    }

    /// Returns whether RFC 3986 §2 allows the byte in a URL.
    private static func isURLByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x7E: !"\"<>\\^`{|}".utf8.contains(byte)
        default: false
        }
    }
}

extension BatchJob {
    /// Returns the typed rows from which these checked rows were created.
    fileprivate func rows(matching made: [BatchRow]) -> [Row] { made.map { rows[$0.number - 1] } }
}

/// The destination of a row.
struct BatchAim: Hashable {
    /// The URL without the tag's id and without the placeholder of a mirror.
    var url: String
    /// The organization's id in one of this service's giving URLs, or nil for any other URL.
    var org: String?
    /// The fund in the URL, or nil for the default fund.
    var fund: String?
    /// Whether the donation page offers a monthly gift first.
    var recurring = false
}
