import PaymentCore
import TimeKit

/// How donors are told: notices are kept with what they are about, and told after.
extension GivingService {
    /// Notices that no donor was told of yet, each with whom it is for.
    ///
    /// They are given again until ``told(_:)`` says that they were told: what ends in between loses none. Those of a donor who
    /// was forgotten are for nobody, and count as told.
    ///
    /// - Parameter limit: How many of each kind at most.
    public func noticesToSend(limit: Int) async throws -> [DonorNotice] {
        let begin = Identifiers.first("note", at: clock.now().adding(seconds: -DonorNotice.lifeSeconds))
        let found = try await units.read { unit in
            try GivingNotice.Kind.allCases.flatMap { kind in
                try unit.waitingNotices(kind: kind.rawValue, behind: begin, limit: limit)
            }.map { ($0.id, try unit.donorNotice($0)) }
        }
        try await told(found.filter { $0.1 == nil }.map(\.0))
        return found.compactMap(\.1)
    }

    /// Keeps that notices were told.
    public func told(_ ids: [String]) async throws {
        guard !ids.isEmpty else { return }
        let now = clock.now()
        try await units.write { unit in
            for id in ids { _ = try unit.tell(notice: id, at: now) }
        }
    }
}

extension GivingUnit {
    /// A notice with whom it is for; nil where that is nobody any more.
    fileprivate func donorNotice(_ notice: OutboxNotice) throws -> DonorNotice? {
        let number = notice.data["receipt_number"] ?? notice.data["void_receipt_number"]
        let paper = try number.flatMap(ReceiptNumber.init).flatMap { try receipt($0) }
        let email = try paper?.donorEmail ?? recurring(notice.subject)?.giver?.email
        return email.flatMap(EmailAddress.init).map { address in
            DonorNotice(
                id: notice.id, to: address, title: notice.title, body: notice.body, receipt: paper,
                time: notice.time)
        }
    }
}
