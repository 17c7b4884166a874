import DatabaseKit
import PaymentCore
import TimeKit

extension GivingService {
    /// Returns the data that is stored about a donor, read in one snapshot.
    ///
    /// - Throws: ``DirectoryError`` or ``GivingError`` if the donor does not exist.
    public func export(_ name: DonorName) async throws -> DonorExport {
        try await database.read { transaction in
            let donor = try transaction.donor(name)
            var gifts: [Gift] = []
            try transaction.forEachGift(GiftQuery(donor: donor.id)) { gifts.append($0) }
            var receipts: [Receipt] = []
            while case let page = try transaction.receipts(
                ofDonor: donor.id, after: receipts.last?.number, limit: 200), !page.isEmpty
            {
                receipts += page
            }
            let late = try Set(gifts.map(\.organization)).sorted().flatMap {
                try transaction.lateChanges(of: $0, donor: donor.id)
            }
            return DonorExport(
                donor, gifts: gifts, monthlyGifts: try transaction.monthlyGifts(ofDonor: donor.id),
                receipts: receipts, notes: try transaction.notes(aboutDonor: donor.id), late: late)
        }
    }

    /// Erases a donor's data. Ends the monthly gifts, deletes the donor's customers at the processor, and
    /// removes the donor's details from the gifts and receipts. The ledger, the gifts and the receipts
    /// remain.
    ///
    /// Pending calls to the processor are finished first, because they contain the donor's name. Customers
    /// that are missing from the books are found at the processor by the donor's e-mail address.
    ///
    /// - Throws: ``DirectoryError`` or ``GivingError`` if the donor does not exist; `PaymentError` with code
    ///   `outcomeUnknown` if the processor does not respond, or `wrongState` if the donor makes more gifts in
    ///   the meantime. In these two cases, call the function again.
    public func forget(_ name: DonorName) async throws -> ForgottenDonor {
        let donor = try await database.read { try $0.donor(name) }
        var (ended, deleted): (Int, Set<String>) = (0, [])
        // If a gift is made in the meantime, the check before the erasure detects it.
        for _ in 1...5 {
            for gift in try await database.read({ try $0.monthlyGifts(ofDonor: donor.id) }) {
                if try await end(gift) { ended += 1 }
                if let schedule = gift.schedule,
                    let customer = try await payments.deleteCustomer(ofSchedule: schedule)
                {
                    deleted.insert(customer)
                }
            }
            for customer in try await customers(of: donor).subtracting(deleted).sorted() {
                try await payments.delete(customer: customer)
                deleted.insert(customer)
            }
            let erased = try await database.write { [deleted] transaction -> (gifts: Int, DonorErasure)? in
                try transaction.hasNothingLeft(ofDonor: donor, butDeleted: deleted)
                    ? erase(donor, in: transaction) : nil
            }
            guard let (gifts, erasure) = erased else { continue }
            return ForgottenDonor(
                erasure: erasure, gifts: gifts, monthlyGiftsEnded: ended, customersDeleted: deleted.count)
        }
        throw PaymentError(.wrongState, "the donor made another gift during the erasure; try again")
    }

    private func erase(_ donor: Donor, in transaction: Transaction) throws -> (gifts: Int, DonorErasure) {
        // Someone who tests stolen cards may have typed the address in other spellings.
        for email in try transaction.typedAddresses(ofDonor: donor) {
            try transaction.forgetPayer(email: email)
        }
        try transaction.forgetParameters(ofDonor: donor.id)
        let address = EmailAddress(donor.email)?.key ?? donor.email
        try transaction.forgetSignIns(ofDonor: donor.id, email: address)
        return (try transaction.loseDonor(donor.id), try transaction.forgetDonor(donor.id))
    }

    /// Finishes the pending calls for a donor's one-time gifts, and returns the customers of these gifts,
    /// including customers that exist only at the processor.
    private func customers(of donor: Donor) async throws -> Set<String> {
        for id in try await database.read({ try $0.oneTimePayments(ofDonor: donor.id) })
        where try await database.read({ try !$0.calls(about: id).isEmpty }) {
            try await payments.finishCalls(about: id)
        }
        let (known, addresses, gaps) = try await database.read { transaction in
            (
                try transaction.customers(ofDonor: donor),
                try transaction.typedAddresses(ofDonor: donor, lowercased: false),
                try transaction.openGaps().map { $0.since...max($0.since, $0.found) }
            )
        }
        let key = EmailAddress(donor.email)?.key
        let found = try await payments.customers(
            ofKind: GivingPolicy.kind, emails: addresses, in: gaps
        ) { email in key != nil && EmailAddress(email)?.key == key }
        return try await database.read { transaction in
            known.union(try found.filter { try transaction.mayDelete($0, of: donor) }.map(\.id))
        }
    }

    /// Ends a monthly gift at the processor.
    ///
    /// - Returns: Whether the gift was ended. False if it has no subscription at the processor or had already
    ///   ended.
    private func end(_ gift: RecurringGift) async throws -> Bool {
        guard let id = gift.schedule else { return false }
        try await payments.finishCalls(about: id)
        guard let schedule = try await database.read({ try $0.schedule(id) }), schedule.state != .canceled,
            schedule.subscription != nil
        else { return false }
        _ = try await change(gift.id, .cancel)
        return true
    }
}

extension Transaction {
    /// Returns all monthly gifts of a donor, newest first.
    func monthlyGifts(ofDonor donor: String) throws -> [RecurringGift] {
        var all: [RecurringGift] = []
        while case let page = try recurringGifts(
            organization: nil, donor: donor, includingDeclined: true, after: all.last?.id, limit: 200),
            !page.isEmpty
        {
            all += page
        }
        return all
    }
}

extension Transaction {
    fileprivate func oneTimePayments(ofDonor donor: String) throws -> [String] {
        var ids: [String] = []
        try forEachGift(GiftQuery(donor: donor)) { gift in
            if let payment = gift.payment, gift.recurring == nil { ids.append(payment) }
        }
        return ids
    }

    /// Returns the stored ids of the customers for a donor's one-time gifts.
    fileprivate func customers(ofDonor donor: Donor) throws -> Set<String> {
        var ids = Set((try self.donor(donor.id)?.customers ?? []).compactMap(\.id))
        for id in try oneTimePayments(ofDonor: donor.id) {
            ids.formUnion([try payment(id)?.customer].compactMap { $0 })
        }
        return ids
    }

    /// Returns whether all of a donor's customers are deleted and no pending call can create another
    /// customer.
    fileprivate func hasNothingLeft(ofDonor donor: Donor, butDeleted deleted: Set<String>) throws -> Bool {
        guard try customers(ofDonor: donor).isSubset(of: deleted) else { return false }
        let schedules = try monthlyGifts(ofDonor: donor.id).compactMap(\.schedule)
        return try schedules.allSatisfy { try schedule($0)?.customer == nil && calls(about: $0).isEmpty }
            && oneTimePayments(ofDonor: donor.id).allSatisfy { try calls(about: $0).isEmpty }
    }

    /// Returns whether a customer that was found by a donor's e-mail address may be deleted. A customer is
    /// kept if its gift in the books does not belong to the donor.
    ///
    /// A customer whose schedule is missing from the books is kept if the customer's metadata does not
    /// contain the kind of payment.
    fileprivate func mayDelete(_ customer: FoundCustomer, of donor: Donor) throws -> Bool {
        if let id = customer.schedule {
            guard let schedule = try schedule(id) else { return customer.hasKind }
            return try recurring(schedule.subject)?.donor == donor.id
        }
        guard let payment = try customer.payment.flatMap({ try payment($0) }) else { return true }
        return try gift(payment.subject)?.donor == donor.id
    }
}

extension Transaction {
    /// Returns the spellings of the donor's e-mail address that the books contain.
    ///
    /// - Parameter lowercased: Whether to convert the addresses to lower case.
    fileprivate func typedAddresses(ofDonor donor: Donor, lowercased: Bool = true) throws -> Set<String> {
        var addresses = Set([donor.email, EmailAddress(donor.email)?.key ?? donor.email])
        for gift in try monthlyGifts(ofDonor: donor.id) { addresses.formUnion([gift.giver?.email ?? ""]) }
        try forEachGift(GiftQuery(donor: donor.id)) { addresses.formUnion([$0.giver?.email ?? ""]) }
        return Set(lowercased ? addresses.map { $0.lowercased() } : Array(addresses)).subtracting([""])
    }

    /// Removes a donor's id and details from the donor's gifts and monthly gifts.
    ///
    /// - Returns: The number of changed gifts, not counting monthly gifts.
    fileprivate func loseDonor(_ donor: String) throws -> Int {
        for var gift in try monthlyGifts(ofDonor: donor) {
            (gift.donor, gift.giver) = (nil, nil)
            try save(gift)
        }
        var count = 0
        try forEachGift(GiftQuery(donor: donor)) { gift in
            var gift = gift
            (gift.donor, gift.giver) = (nil, nil)
            try save(gift)
            try forgetClosedDonor(ofGift: gift.id)
            count += 1
        }
        return count
    }
}
