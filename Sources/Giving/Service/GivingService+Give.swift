import MoneyKit
public import PaymentCore
import TimeKit

extension GivingService {
    /// Gives, once or monthly from now on.
    ///
    /// The same key with the same parameters answers the same gift and charges nothing, for 24 hours; where the first
    /// try was cut off, it is brought to its end.
    ///
    /// - Returns: The gift, also when it was declined: then it is `failed`, and nothing is booked. It is `processing`
    ///   when the processor did not answer: `reconcile` finds out.
    /// - Throws: ``GivingError`` for a request that cannot be carried out; `PaymentError` when the guard lets no card
    ///   through: nothing is kept then. `PaymentError` with code `processorRefused` when the request itself was refused,
    ///   a method that does not exist: the gift stays listed as failed, and nobody's card was declined.
    ///   ``UnfinishedGift`` when the work was broken off.
    public func give(_ request: GiftRequest) async throws -> Gift {
        let begun = try await begin(request)
        let (refusal, found) = try await carryOut(begun) { [self] in try ending(of: begun.gift, in: $0) }
        return try await outcome(of: begun, refusal: refusal, found: found)
    }

    /// Does as ``give(_:)``, for whom it is enough that it was done.
    func carryOut(_ request: GiftRequest) async throws {
        let begun = try await begin(request)
        let refusal = try await carryOut(begun) { _ in }.refusal
        // Who had nothing left to ask finds how it ended; who asked and was not refused was answered.
        guard refusal != nil || begun.calls.isEmpty else { return }
        _ = try await outcome(of: begun, refusal: refusal, found: nil)
    }

    /// A gift that is kept, and what is left to be asked for it.
    private typealias Begun = (gift: Gift, calls: [ProcessorCall])
    /// A gift as it has become, and for what code the processor refused the request itself.
    private typealias Ending = (gift: Gift, code: String?)

    private func begin(_ request: GiftRequest) async throws -> Begun {
        try request.checkDonor()
        return try await units.write { unit in try decide(request, in: unit) }
    }

    /// - Parameter look: Reads how it stands once the last answer was booked.
    /// - Returns: The refusal that it ended with, and what was found; nothing is where more came behind that answer.
    private func carryOut<Found: Sendable>(
        _ begun: Begun, look: @escaping @Sendable (Units.Unit) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        try await finishing(begun.gift) {
            let (refusal, found) = try await payments.carryOn(begun.calls, look: look)
            guard let recurring = begun.gift.recurring else { return (refusal, found) }
            try await bookFirstPeriod(of: recurring)
            return (refusal, nil)
        }
    }

    private func outcome(of begun: Begun, refusal: PaymentError?, found: Ending?) async throws -> Gift {
        let (gift, code) = try await finishing(begun.gift) {
            if let found { return found }
            return try await units.read { try ending(of: begun.gift, in: $0) }
        }
        if let code { throw refusal ?? PaymentError(.processorRefused, code) }
        return gift
    }

    private func ending(of begun: Gift, in unit: Units.Unit) throws -> Ending {
        let gift = try unit.gift(begun.id) ?? begun
        return (gift, try gift.status == .failed ? unit.requestRefusal(of: gift) : nil)
    }

    private func finishing<Value>(_ gift: Gift, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            throw UnfinishedGift(gift: gift.id, cause: error)
        }
    }

    /// What would be charged, and what of it reaches the church.
    public func quote(_ request: GiftRequest) async throws -> Quote {
        try await units.read { unit in
            let (organization, _) = try destination(of: request, in: unit)
            return try quote(request, for: organization)
        }
    }

    private func bookFirstPeriod(of recurring: String) async throws {
        guard let schedule = try await units.read({ try $0.recurring(recurring)?.schedule }) else { return }
        do {
            try await payments.refresh(schedule: schedule)
        } catch let error as PaymentError where error.code == .outcomeUnknown {}
    }

    private func decide(_ request: GiftRequest, in unit: Units.Unit) throws -> (Gift, [ProcessorCall]) {
        let now = clock.now()
        if let key = request.key,
            let earlier = try unit.request(key, since: now.adding(seconds: -AnsweredRequest.memory))
        {
            guard earlier.fingerprint == request.fingerprint else { throw GivingError(.idempotencyConflict) }
            guard let gift = try unit.gift(earlier.subject) else {
                throw GivingError(.notFound, earlier.subject)
            }
            let subject = try gift.payment ?? gift.recurring.flatMap { try unit.recurring($0)?.schedule }
            return (gift, try subject.map { try unit.calls(about: $0) } ?? [])
        }
        let (organization, fund) = try destination(of: request, in: unit)
        let quote = try quote(request, for: organization)
        let (gift, call) = try begin(request, organization, fund, quote, in: unit)
        if let key = request.key {
            try unit.save(
                AnsweredRequest(key: key, fingerprint: request.fingerprint, subject: gift.id, time: now))
        }
        return (gift, [call])
    }

    func quote(_ request: GiftRequest, for organization: Organization) throws -> Quote {
        try Quote(
            of: request.amount(for: organization), coveringFee: request.coversFee, by: rule(of: organization))
    }

    /// The organization and fund of a request, if a gift may be made to them.
    ///
    /// An unknown fund is never the default fund, and a closed one neither.
    func destination(of request: GiftRequest, in unit: Units.Unit) throws -> (Organization, Fund) {
        guard let organization = try unit.organization(by: request.organization) else {
            throw GivingError(.unknownOrganization, String(request.organization.prefix(64)))
        }
        guard organization.status == .active else {
            throw GivingError(.organizationInactive, organization.id)
        }
        guard let account = organization.account, let payee = try unit.payee(account), payee.takesCharges
        else {
            throw GivingError(.organizationNotPayable, organization.id)
        }
        guard let name = request.fund ?? organization.defaultFund else {
            throw GivingError(.unknownFund, wanted: try unit.missingFund(of: organization.id))
        }
        guard let fund = try unit.fund(name, of: organization.id) else {
            throw GivingError(.unknownFund, String(name.prefix(32)))
        }
        guard fund.isOpen else { throw GivingError(.fundClosed, fund.id) }
        guard request.isRecurring ? fund.offersMonthly : fund.offersOneTime else {
            throw GivingError(request.isRecurring ? .recurringNotOffered : .oneTimeNotOffered, fund.id)
        }
        return (organization, fund)
    }

    private func begin(
        _ request: GiftRequest, _ organization: Organization, _ fund: Fund, _ quote: Quote,
        in unit: Units.Unit
    ) throws -> (Gift, ProcessorCall) {
        let giver = try Giver(name: request.name, email: request.email, phone: request.phone)
        let (found, isNew) = try donor(of: giver, in: unit)
        var donor = found
        let amount = Money(quote.minorUnits(of: .base), quote.total.currency)
        var gift = Gift(
            id: ids.make("gift"), organization: organization.id, fund: fund.id, fundName: fund.name,
            timeZone: organization.timeZone, donor: donor.id, giver: giver, amount: amount,
            coveredFeeMinor: quote.minorUnits(of: .coveredFee), feeMinor: quote.applicationFee.minorUnits,
            status: .processing, tap: request.tap, created: clock.now())
        var order = PaymentOrder(
            kind: GivingPolicy<Units.Unit>.kind, subject: gift.id, payee: organization.account ?? "",
            quote: quote,
            method: request.method,
            payer: giver.payer(from: request.client),
            statementDescriptor: organization.statementDescriptor)
        order.metadata = GiftMetadata.of(gift, tag: try gift.tap.flatMap { try unit.tap($0)?.uid })
        guard request.isRecurring else {
            let known = donor.customer(of: giver)
            order.customer =
                known?.id.map(PayerCustomer.known)
                ?? .made(NewCustomer(requestedFor: known?.payment, isBeside: request.donorWaits))
            let (payment, call) = try payments.begin(order, in: unit)
            if known == nil { donor.expectCustomer(of: giver, payment: payment.id) }
            if isNew || known == nil { try unit.save(donor) }
            gift.payment = payment.id
            try unit.save(gift)
            return (gift, call)
        }
        if isNew { try unit.save(donor) }
        let day = organization.monthlyDay(at: clock.now())
        order.day = day
        var recurring = RecurringGift(
            id: ids.make("rec"), organization: organization.id, fund: fund.id, donor: donor.id,
            giver: giver, amount: amount,
            coveredFeeMinor: gift.coveredFeeMinor, status: .processing, firstGift: gift.id,
            dayOfMonth: day.day, tap: request.tap,
            created: clock.now())
        order.subject = recurring.id
        let (schedule, call) = try payments.beginMonthly(order, in: unit)
        recurring.schedule = schedule.id
        gift.recurring = recurring.id
        try unit.save(recurring)
        try unit.save(gift)
        return (gift, call)
    }

    /// The donor of an e-mail address. What else they wrote is their gift's, and changes nothing of theirs.
    ///
    /// - Returns: The donor, and whether it is new and has to be saved.
    func donor(of giver: Giver, in unit: Units.Unit) throws -> (Donor, isNew: Bool) {
        guard let address = EmailAddress(giver.email) else { throw GivingError.invalidEmail(giver.email) }
        if let known = try unit.donor(email: address) { return (known, false) }
        return (Donor(id: ids.make("donor"), email: giver.email, created: clock.now()), true)
    }
}

extension Giver {
    /// Who pays, as the processor and the guard of cards are told.
    ///
    /// - Parameter client: The address of the network from which they come, or nil where there is none.
    func payer(from client: String?) -> Payer {
        Payer(name: name, email: email, phone: phone, client: client)
    }
}

extension PaymentRecords where Self: RecurringRecords & ScheduleRecords {
    /// The code for which the processor refused what a gift asked for; nil where it did not, or the donor was refused.
    func requestRefusal(of gift: Gift) throws -> String? {
        let schedule = try gift.recurring.flatMap { try recurring($0)?.schedule }
        let failure =
            try gift.payment.flatMap { try payment($0)?.failure }
            ?? schedule.flatMap { try self.schedule($0) }.flatMap { $0.state == .canceled ? $0.failure : nil }
        return failure.flatMap { $0.isOfPayer ? nil : $0.code }
    }
}

extension DirectoryRecords {
    /// Why there is no fund that is meant where none is named: none is open.
    fileprivate func missingFund(of organization: String) throws -> String {
        let closed = try funds(of: organization, limit: 6).map(\.id)
        guard !closed.isEmpty else { return "\(organization) has no fund yet" }
        let shown = closed.prefix(5).joined(separator: ", ") + (closed.count > 5 ? ", …" : "")
        return "\(organization) has no open fund: \(shown) \(closed.count == 1 ? "is" : "are") closed"
    }

    /// The organization that a URL's first segment leads to: by its id without case, or by exactly this alias.
    func organization(by name: String) throws -> Organization? {
        try organization(name) ?? organization(alias: name)
    }
}
