import DatabaseKit
import PaymentCore
import TimeKit

/// The delivery of notices to donors. A notice is stored together with the change that it reports. Later, a
/// process claims the notice, sends it and marks it as sent.
extension GivingService {
    /// Claims unsent notices, starting with the oldest notices of each kind. A claimed notice that is not
    /// marked as sent within five minutes can be claimed again.
    ///
    /// - Parameter limit: The maximum number of notices of each kind.
    /// - Returns: The ids of the claimed notices.
    public func takeNotices(limit: Int) async throws -> [String] {
        let now = clock.now()
        let begin = Identifiers.first("note", at: now.adding(seconds: -DonorNotice.lifeSeconds))
        let isAny = try await database.read { transaction in
            try GivingNotice.Kind.allCases.contains {
                try !transaction.waitingNotices(kind: $0.rawValue, after: begin, limit: 1).isEmpty
            }
        }
        guard isAny else { return [] }
        // Counted: a notice is claimed by changing its row, so if two servers claim it at the same time, one of
        // their transactions runs again and finds the claim.
        return try await database.writeCounted { transaction in
            try GivingNotice.Kind.allCases.flatMap { kind in
                try transaction.takeNotices(
                    kind: kind.rawValue, after: begin, limit: limit, at: now,
                    until: now.adding(seconds: DonorNotice.takenSeconds))
            }.map(\.id)
        }
    }

    /// Returns a notice with its recipient. Returns nil if the notice does not exist or must not be sent, for
    /// example because the donor's data was deleted.
    public func donorNotice(_ id: String) async throws -> DonorNotice? {
        try await database.read { transaction in
            try transaction.notice(id).flatMap { try transaction.donorNotice($0) }
        }
    }

    /// Marks notices that were sent, or that must not be sent, as done.
    public func markSent(_ ids: [String]) async throws {
        guard !ids.isEmpty else { return }
        let now = clock.now()
        // Counted: each notice is marked in its own row, and nothing else is read.
        try await database.writeCounted { transaction in
            for id in ids { _ = try transaction.markSent(notice: id, at: now) }
        }
    }
}

extension Transaction {
    /// Returns a notice with its recipient. Returns nil if the notice must not be sent, or if the recipient's
    /// e-mail address is missing or invalid.
    func donorNotice(_ notice: OutboxNotice) throws -> DonorNotice? {
        let number = notice.data["receipt_number"] ?? notice.data["void_receipt_number"]
        let paper = try number.flatMap(ReceiptNumber.init).flatMap { try receipt($0) }
        // A later notice explains why the receipt is void.
        if notice.data["receipt_number"] != nil, paper?.state == .void { return nil }
        let email = try paper?.donorEmail ?? recurring(notice.subject)?.giver?.email
        return email.flatMap(EmailAddress.init).map { address in
            DonorNotice(
                id: notice.id, to: address, title: notice.title, body: notice.body, receipt: paper,
                time: notice.time)
        }
    }
}
