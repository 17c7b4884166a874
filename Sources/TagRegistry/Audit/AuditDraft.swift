import InvocationRouter
import TagKit
import TagSecurity

/// The findings about one tag while they are made.
struct AuditDraft {
    let look: TagLook
    let record: AuditRecord
    let rules: AuditRules
    let lock: LockReading
    let held: HeldMessage
    private(set) var findings: [AuditFinding] = []

    init(_ look: TagLook, _ record: AuditRecord, rules: AuditRules) {
        (self.look, self.record, self.rules) = (look, record, rules)
        lock = LockReading(look)
        held = HeldMessage(look.message)
    }

    /// Adds a finding; of one code the first one stays.
    mutating func add(
        _ code: AuditFinding.Code, _ words: String, _ remedy: AuditRemedy, isNotice: Bool = false
    ) {
        guard !findings.contains(where: { $0.code == code }) else { return }
        findings.append(AuditFinding(code, words, remedy: rules.words(remedy), isNotice: isNotice))
    }

    // MARK: What to do

    /// How the tag of a seat gets what it should hold.
    var rewriting: AuditRemedy {
        guard let row = record.row, let batch = record.batch else { return Self.takingOff }
        let seat = AuditRemedy.Seat(row.seat, of: batch)
        return canBeRewritten ? .rewrite(seat) : .exchange(seat)
    }

    /// How a seat gets another tag, since this one is not to be trusted.
    var exchanging: AuditRemedy {
        guard let row = record.row, let batch = record.batch else { return Self.takingOff }
        return .exchange(AuditRemedy.Seat(row.seat, of: batch))
    }

    /// What is done with a tag that belongs nowhere.
    static let takingOff: AuditRemedy = "take it off, and keep it until you know who put it there"

    /// Whether this registry can write the tag: it is not locked, and its password, if any, is ours.
    private var canBeRewritten: Bool {
        guard !lock.isTouched, look.state != .readOnly else { return false }
        return lock.passwordFrom == nil || record.tag?.secretOf != nil
    }

    // MARK: Whose it is

    /// A tag that has no seat.
    mutating func checkStranger(at standing: BatchRow?) {
        let place = standing.map { " at \($0.seat)" } ?? ""
        if let url = held.url, let error = refusal(of: url), error.isPretence {
            add(.pretence, "its address only looks like ours: \(url.shortened)", Self.takingOff)
        }
        guard let tag = record.tag else {
            add(
                .unknownTag, "nobody has registered the tag\(place); \(held.sentence)",
                .both(Self.takingOff, .giveSeat))
            return
        }
        let seat = record.lastSeat.map { ", last \($0)" } ?? ""
        let why =
            switch record.givenUp?.kind {
            case .begun: "it was begun and never finished\(seat)"
            case .replaced: "it was replaced by another tag\(seat)"
            case .undone: "it was taken back from its seat\(seat)"
            case .setAside: "it was set aside"
            default: "it has lost its seat\(seat)"
            }
        add(
            .looseTag, "it has no seat\(place): \(why); \(held.sentence)",
            .both("take it off", .history(canBeErased: tag.lock != .permanent)))
    }

    /// Whether it is where it belongs.
    mutating func checkPlace(_ row: BatchRow, _ standing: BatchRow?) {
        if !rules.scope.isThroughOrganization(of: row) {
            let org = row.org ?? "another host"
            add(
                .wrongOrganization,
                "it belongs to \(row.seat) of the batch \(row.batch), which leads to \(org) and not to "
                    + (rules.scope.org ?? ""),
                "take it to \(row.seat), and look for the tag that belongs here")
        }
        if let standing {
            guard standing.place != row.place else { return }
            let batch = standing.batch == row.batch ? "" : " of the batch \(row.batch)"
            add(
                .wrongPlace, "it belongs to \(row.seat)\(batch), and you stand at \(standing.seat)",
                "take it to \(row.seat), and look there for the tag of \(standing.seat)")
        } else if !rules.scope.isThroughBatch(of: row) {
            add(
                .wrongPlace, "it belongs to \(row.seat) of the batch \(row.batch)",
                "take it to \(row.seat), and look for the tag that belongs here")
        }
    }

    // MARK: The chip

    /// Whether it is the chip that was written.
    mutating func checkChip(
        _ tag: RegisteredTag, _ row: BatchRow, _ batch: Batch, _ originality: Originality
    ) {
        if tag.product != look.chip.product {
            add(
                .doubled,
                "it has the UID of \(row.seat)'s tag, and the chip is \(look.chip.product) and not \(tag.product)",
                exchanging)
        } else if tag.isDoubled {
            add(
                .doubled, "two chips have shown this UID: one of them is a copy",
                .both(exchanging, "hold both tags up first, if you have them"))
        }
        if case .notGenuine = originality {
            let wasGenuine = tag.originality == .genuine
            add(
                .notGenuine,
                wasGenuine
                    ? "\(originality.summary), and it was genuine when it was written: this is another chip"
                    : originality.summary,
                wasGenuine || batch.genuineOnly
                    ? exchanging : "nothing, as long as it works; it may wear out early",
                isNotice: !wasGenuine && !batch.genuineOnly)
        }
        if let known = record.counter, let shown = shownCounter, shown < known {
            add(
                .counterBackwards,
                "its tap counter stands at \(shown), and \(known) was seen before: it may be a copy",
                .both(exchanging, "anybody can type a counter into an address, so ask first who did"))
        }
    }

    /// The counter that the chip lays into its URL; nil where it lays none there.
    private var shownCounter: UInt32? {
        guard let mirror = look.mirror, mirror.content != .uid, let url = held.url,
            let invocation = try? Invocation.parse(url, profile: .tap, hosts: rules.hosts),
            case .mirror(_, let counter) = invocation.evidence
        else { return nil }
        return counter
    }

    /// Why an address is none of ours; nil where it is.
    func refusal(of url: String) -> InvocationError? {
        do throws(InvocationError) {
            _ = try Route.parse(url, profile: .tap, hosts: rules.hosts)
            return nil
        } catch {
            return error
        }
    }
}
