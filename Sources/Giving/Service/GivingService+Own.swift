import DatabaseKit
import PaymentCore
import TimeKit

/// Access for donors to their own data. Requests for another donor's data throw a not-found error.
extension GivingService {
    /// Returns a donor's monthly gifts, and one page of the donor's gifts to all organizations, newest first.
    ///
    /// - Parameters:
    ///   - donor: The donor's id.
    ///   - gift: The id of the last gift on the previous page, or nil to start with the newest gift.
    /// - Throws: ``DirectoryError`` if the donor does not exist.
    public func ownGifts(of donor: String, after gift: String? = nil) async throws -> OwnGifts {
        try await database.read { transaction in
            let found = try transaction.gifts(GiftQuery(donor: donor, after: gift, limit: OwnGifts.page + 1))
            let (page, hasMore) = (found.prefix(OwnGifts.page), found.count > OwnGifts.page)
            let monthly = try transaction.monthlyGifts(ofDonor: donor).filter { !$0.neverBegan }
            let running = monthly.filter { $0.status != .canceled }
            let shown = (running + monthly.filter { $0.status == .canceled }).prefix(OwnGifts.mostMonthly)
            return OwnGifts(
                donor: try transaction.existingDonor(donor),
                monthly: try shown.compactMap { try transaction.named($0) },
                gifts: try page.compactMap { try transaction.named($0) }, next: hasMore ? page.last?.id : nil)
        }
    }

    /// Returns a donor's gift with its related data.
    ///
    /// - Throws: ``GivingError`` with code `notFound` if the gift does not exist or belongs to another donor.
    public func gift(_ id: String, of donor: String) async throws -> GiftDetails {
        let found = try await database.read { transaction -> GiftDetails? in
            // The owner is checked first, so that a request for another donor's gift takes as many lookups as one for
            // a missing gift.
            guard try transaction.gift(id)?.donor == donor else { return nil }
            return try transaction.details(ofGift: id)
        }
        guard let found else { throw GivingError(.notFound, "gift \(id.prefix(40))") }
        return found
    }

    /// Returns all receipts of a donor's gift, including void receipts, in order of issue.
    ///
    /// - Throws: The errors of ``gift(_:of:)``.
    public func receipts(ofGift id: String, of donor: String) async throws -> [Receipt] {
        let id = try await gift(id, of: donor).gift.id
        return try await database.read { try $0.receipts(ofGift: id) }.filter { $0.donor == donor }
    }

    /// Returns a donor's receipt.
    ///
    /// - Throws: ``GivingError`` with code `notFound` if the receipt does not exist or belongs to another
    ///   donor.
    public func receipt(_ number: String, of donor: String) async throws -> Receipt {
        guard let name = ReceiptNumber(number), let found = try await database.read({ try $0.receipt(name) }),
            found.donor == donor
        else { throw GivingError(.notFound, "receipt \(number.prefix(100))") }
        return found
    }

    /// Returns the organizations and years for which a donor has statements, sorted by organization id.
    ///
    /// - Throws: ``DirectoryError`` if the donor does not exist.
    public func ownStatements(of donor: String) async throws -> [OwnStatements] {
        let years = Dictionary(grouping: try await export(.id(donor)).statements, by: \.organization)
        return try await database.read { transaction in
            try years.keys.sorted().compactMap { id in
                try transaction.organization(id).map { organization in
                    OwnStatements(
                        organization: organization,
                        years: (years[id] ?? []).map(\.year).sorted(by: >))
                }
            }
        }
    }

    /// Returns one of a donor's monthly gifts, with the data that is needed to change it.
    ///
    /// - Throws: ``GivingError`` with code `notFound` if the monthly gift does not exist or belongs to
    ///   another donor.
    public func monthlyGift(_ id: String, of donor: String) async throws -> MonthlyGiftDetails {
        let now = clock.now()
        let found = try await database.read { transaction -> MonthlyGiftDetails? in
            guard let recurring = try transaction.recurring(id), recurring.donor == donor,
                let organization = try transaction.organization(recurring.organization),
                let fund = try transaction.fund(recurring.fund, of: organization.id)
            else { return nil }
            return MonthlyGiftDetails(
                recurring: recurring, organization: organization, fund: fund,
                openFunds: try transaction.funds(of: organization.id, limit: Fund.mostPerOrganization)
                    .filter { $0.isOpen && $0.offersMonthly },
                method: try recurring.schedule.flatMap { try transaction.schedule($0)?.methodChosenHere },
                today: organization.currentCalendar.date(of: now))
        }
        guard let found else { throw GivingError.noMonthlyGift(id) }
        return found
    }
}

extension Transaction {
    fileprivate func named(_ gift: Gift) throws -> NamedGift? {
        guard let organization = try organization(gift.organization) else { return nil }
        return NamedGift(gift: gift, organization: organization, fundName: gift.fundName)
    }

    fileprivate func named(_ recurring: RecurringGift) throws -> NamedMonthlyGift? {
        guard let organization = try organization(recurring.organization) else { return nil }
        let fund = try fund(recurring.fund, of: organization.id)
        return NamedMonthlyGift(
            recurring: recurring, organization: organization, fundName: fund?.name ?? recurring.fund)
    }
}
