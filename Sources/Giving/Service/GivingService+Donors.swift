import PaymentCore

extension GivingService {
    /// Everything that is kept about a donor, of one moment.
    ///
    /// - Throws: ``DirectoryError`` or ``GivingError`` where there is no such donor.
    public func export(_ name: DonorName) async throws -> DonorExport {
        try await units.read { unit in
            let donor = try unit.donor(name)
            var gifts: [Gift] = []
            try unit.forEachGift(GiftQuery(donor: donor.id)) { gifts.append($0) }
            var receipts: [Receipt] = []
            while case let page = try unit.receipts(
                ofDonor: donor.id, behind: receipts.last?.number, limit: 200), !page.isEmpty
            {
                receipts += page
            }
            let late = try Set(gifts.map(\.organization)).sorted().flatMap {
                try unit.lateChanges(of: $0, donor: donor.id)
            }
            return DonorExport(
                donor, gifts: gifts, monthlyGifts: try unit.monthlyGifts(ofDonor: donor.id),
                receipts: receipts, late: late)
        }
    }

    /// Forgets who a donor is: monthly gifts end, customers at the processor are deleted, and then, in one unit of
    /// work, name, address and number go from everything that is kept. Ledger, gifts and receipts stay.
    ///
    /// What the processor was asked about the donor is brought to its end first: a request without an answer holds the
    /// name, and sent again with another one it would be refused. Nothing is erased until that is done.
    ///
    /// - Throws: ``DirectoryError`` or ``GivingError`` where there is no such donor; `PaymentError` with code
    ///   `outcomeUnknown` when the processor does not answer: then it is asked for again.
    public func forget(_ name: DonorName) async throws -> ForgottenDonor {
        let (donor, monthly) = try await units.read { unit in
            let donor = try unit.donor(name)
            return (donor, try unit.monthlyGifts(ofDonor: donor.id))
        }
        var (ended, deleted) = (0, 0)
        for gift in monthly {
            if try await end(gift) { ended += 1 }
            if let schedule = gift.schedule, try await payments.deleteCustomer(ofSchedule: schedule) {
                deleted += 1
            }
        }
        deleted += try await deleteCustomers(of: donor)
        let (gifts, erasure) = try await units.write { unit in
            // A card tester may have typed the address in other forms.
            for email in try unit.typedAddresses(ofDonor: donor) { try unit.forgetPayer(email: email) }
            try unit.forgetParameters(ofDonor: donor.id)
            let address = EmailAddress(donor.email)?.key ?? donor.email
            try unit.forgetSignIns(ofDonor: donor.id, email: address)
            return (try unit.loseDonor(donor.id), try unit.forgetDonor(donor.id))
        }
        return ForgottenDonor(
            erasure: erasure, gifts: gifts, monthlyGiftsEnded: ended, customersDeleted: deleted)
    }

    /// Deletes the customers of a donor's one-time gifts, after finishing their pending calls.
    ///
    /// - Returns: The number of deleted customers.
    private func deleteCustomers(of donor: Donor) async throws -> Int {
        let payments = try await units.read { unit in
            var ids: [String] = []
            try unit.forEachGift(GiftQuery(donor: donor.id)) { gift in
                if let payment = gift.payment, gift.recurring == nil { ids.append(payment) }
            }
            return ids
        }
        var customers = Set((donor.customers ?? []).map(\.id))
        for id in payments {
            if try await units.read({ try !$0.calls(about: id).isEmpty }) {
                try await self.payments.finishCalls(about: id)
            }
            if let customer = try await units.read({ try $0.payment(id)?.customer }) {
                customers.insert(customer)
            }
        }
        for customer in customers.sorted() { try await self.payments.delete(customer: customer) }
        return customers.count
    }

    /// - Returns: False where there was nothing to end.
    private func end(_ gift: RecurringGift) async throws -> Bool {
        guard let id = gift.schedule else { return false }
        try await payments.finishCalls(about: id)
        guard let schedule = try await units.read({ try $0.schedule(id) }), schedule.state != .canceled,
            schedule.subscription != nil
        else { return false }
        _ = try await change(gift.id, .cancel)
        return true
    }
}

extension RecurringRecords {
    /// All monthly gifts of a donor, newest first.
    func monthlyGifts(ofDonor donor: String) throws -> [RecurringGift] {
        var all: [RecurringGift] = []
        while case let page = try recurringGifts(
            organization: nil, donor: donor, includingDeclined: true, behind: all.last?.id, limit: 200),
            !page.isEmpty
        {
            all += page
        }
        return all
    }
}

extension GiftRecords where Self: RecurringRecords & ClosingRecords {
    /// Returns every form in which a donor has typed the address, in lower case.
    fileprivate func typedAddresses(ofDonor donor: Donor) throws -> Set<String> {
        var addresses = Set([donor.email, EmailAddress(donor.email)?.key ?? donor.email])
        for gift in try monthlyGifts(ofDonor: donor.id) { addresses.formUnion([gift.giver?.email ?? ""]) }
        try forEachGift(GiftQuery(donor: donor.id)) { addresses.formUnion([$0.giver?.email ?? ""]) }
        return Set(addresses.map { $0.lowercased() }).subtracting([""])
    }

    /// Takes a donor's id, and what they wrote about themselves, from gifts and monthly gifts.
    ///
    /// - Returns: How many gifts there were.
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
