/// What a person does after a walk, seat by seat.
public struct AuditStep: Hashable, Sendable {
    /// The batch of the seat; nil for a stranger.
    public var batch: String?
    /// The seat; for a stranger the one at which it was, where somebody said so; nil where it is about a whole batch.
    public var seat: String?
    /// The tag; nil where none is known.
    public var uid: String?
    /// The code of the gravest finding; nil where no tag was seen.
    public var code: AuditFinding.Code?
    /// What is the matter.
    public var words: String
    /// What to do.
    public var remedy: String
}

extension AuditWalk {
    /// What to do next: first the strangers, which people may tap at this moment, then the seats in order, and for each
    /// of them its gravest finding; last what is to be locked, when all of it is right.
    ///
    /// - Parameter words: Returns the words for a step.
    public func steps(inWords words: (AuditRemedy) -> String) -> [AuditStep] {
        strangers.compactMap(step) + seats.compactMap { step($0, words) }
            + unlocked.map { Self.lockStep($0.0, $0.1, words) }
    }

    private static func lockStep(
        _ batch: String, _ tags: Int, _ words: (AuditRemedy) -> String
    ) -> AuditStep {
        AuditStep(
            batch: batch, code: .batchNotLocked,
            words:
                "it was planned to be permanently locked, and \(tags == 1 ? "1 tag is" : "\(tags) tags are") "
                + "not: anybody can rewrite \(tags == 1 ? "it" : "them")",
            remedy: words(.lockEach(batch: batch)))
    }

    private func step(_ stranger: AuditSighting) -> AuditStep? {
        guard let finding = stranger.worst ?? stranger.findings.first else { return nil }
        return AuditStep(
            seat: stranger.standing, uid: stranger.uid, code: finding.code, words: finding.words,
            remedy: finding.remedy)
    }

    private func step(_ seat: Seat, _ words: (AuditRemedy) -> String) -> AuditStep? {
        var step = AuditStep(
            batch: seat.row.batch, seat: seat.row.seat, uid: seat.row.uid, words: "", remedy: "")
        switch seat.result {
        case .right: return nil
        case .wrong:
            guard let finding = seat.sighting?.worst else { return nil }
            (step.code, step.words, step.remedy) = (finding.code, finding.words, finding.remedy)
        case .neverSeen:
            step.words = "its tag was not seen"
            let remedy = batches[seat.row.batch].map {
                AuditRemedy.findOrExchange(AuditRemedy.Seat(seat.row.seat, of: $0))
            }
            step.remedy = words(remedy ?? "go there and hold it up")
        case .renewed:
            step.words = "its tag was written after it was seen"
            step.remedy = "hold it up once more"
        case .withoutTag:
            step.words = "it has no tag"
            step.remedy = words(.write(batch: seat.row.batch))
        }
        return step
    }
}
