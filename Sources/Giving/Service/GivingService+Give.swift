import DatabaseKit
import MoneyKit
public import PaymentCore
import TimeKit

extension GivingService {
    /// Makes a one-time gift or starts a monthly gift.
    ///
    /// For 24 hours, a request with the same key and parameters returns the same gift without another charge.
    /// If the first request was interrupted, the repeated request completes it.
    ///
    /// - Returns: The gift. Its status is `failed` if the charge was declined, or `processing` if the
    ///   processor did not respond.
    /// - Throws: ``GivingError`` if the request is invalid; `PaymentError` if the fraud guard rejects the
    ///   attempt, or with code `processorRefused` if the processor refuses the request itself, for example
    ///   because the payment method does not exist; ``UnfinishedGift`` if processing was interrupted.
    public func give(_ request: GiftRequest) async throws -> Gift {
        let begun = try await begin(request)
        let (refusal, found) = try await execute(begun) { [self] in try ending(of: begun.gift, in: $0) }
        return try await outcome(of: begun, refusal: refusal, found: found)
    }

    /// Does the same as ``give(_:)``, but does not return the gift.
    func execute(_ request: GiftRequest) async throws {
        let begun = try await begin(request)
        let refusal = try await execute(begun) { _ in }.refusal
        // Without open calls, the outcome was booked by an earlier request and must be read. If calls were sent and
        // none was refused, there is no error to report.
        guard refusal != nil || begun.calls.isEmpty else { return }
        _ = try await outcome(of: begun, refusal: refusal, found: nil)
    }

    /// A saved gift, and its open calls to the processor.
    private typealias Begun = (gift: Gift, calls: [ProcessorCall])
    /// A gift, and its failure code if the processor refused the request itself.
    private typealias Ending = (gift: Gift, code: String?)

    private func begin(_ request: GiftRequest) async throws -> Begun {
        try request.checkDonor()
        // Counted: the key of the request and the donor's address are unique, so the same gift or the same new
        // donor cannot begin twice. A known donor's row is changed (`touch`), so the donor cannot be erased at the
        // same time. The organization, the fund and the payee are only read. If one of them is changed at the same
        // time, the result is the same as if the change had followed the gift, because such a change does not
        // depend on gifts. The limits on declined cards may admit one more attempt for each server.
        return try await database.writeCounted { transaction in try decide(request, in: transaction) }
    }

    /// Sends the open calls for a gift, and reads a value after the last response is recorded.
    ///
    /// - Parameter reading: The closure that reads the value.
    /// - Returns: The processor's refusal, if any, and the value. For a monthly gift, the value is nil.
    private func execute<Found: Sendable>(
        _ begun: Begun, reading: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        try await orUnfinished(begun.gift) {
            let (refusal, found) = try await payments.executeTolerantly(
                begun.calls, isCounted: true, reading: reading)
            guard let recurring = begun.gift.recurring else { return (refusal, found) }
            try await bookFirstPeriod(of: recurring)
            return (refusal, nil)
        }
    }

    private func outcome(of begun: Begun, refusal: PaymentError?, found: Ending?) async throws -> Gift {
        let (gift, code) = try await orUnfinished(begun.gift) {
            if let found { return found }
            return try await database.read { try ending(of: begun.gift, in: $0) }
        }
        if let code {
            throw refusal ?? PaymentError(.processorRefused, "the failure code is \(code)")
        }
        return gift
    }

    private func ending(of begun: Gift, in transaction: Transaction) throws -> Ending {
        let gift = try transaction.gift(begun.id) ?? begun
        return (gift, try gift.status == .failed ? transaction.requestRefusal(of: gift) : nil)
    }

    private func orUnfinished<Value>(_ gift: Gift, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            throw UnfinishedGift(gift: gift.id, cause: error)
        }
    }

    /// Returns a quote: the total charge and the part that the organization would receive.
    public func quote(_ request: GiftRequest) async throws -> Quote {
        try await database.read { transaction in
            let (organization, _) = try destination(of: request, in: transaction)
            return try quote(request, for: organization)
        }
    }

    private func bookFirstPeriod(of recurring: String) async throws {
        guard let schedule = try await database.read({ try $0.recurring(recurring)?.schedule }) else {
            return
        }
        do {
            try await payments.refresh(schedule: schedule)
        } catch let error as PaymentError where error.code == .outcomeUnknown {}
    }

    private func decide(_ request: GiftRequest, in transaction: Transaction) throws -> (Gift, [ProcessorCall])
    {
        let now = clock.now()
        let asked = request.key.map {
            AnsweredRequest(key: $0, fingerprint: request.fingerprint, subject: "", time: now)
        }
        transaction.prefetch(
            { if let asked { _ = try $0.earlier(asked) } },
            { _ = try $0.organization(request.organization) },
            { if let fund = request.fund { _ = try $0.fund(fund, of: request.organization) } },
            { if let email = EmailAddress(request.email) { _ = try $0.donor(email: email) } })
        if let asked, let earlier = try transaction.earlier(asked) {
            let gift = try transaction.existingGift(earlier.subject)
            let subject =
                try gift.payment ?? gift.recurring.flatMap { try transaction.recurring($0)?.schedule }
            return (gift, try subject.map { try transaction.calls(about: $0) } ?? [])
        }
        let (organization, fund) = try destination(of: request, in: transaction)
        let quote = try quote(request, for: organization)
        let (gift, call) = try begin(request, organization, fund, quote, in: transaction)
        if var asked {
            asked.subject = gift.id
            try transaction.save(asked)
        }
        return (gift, [call])
    }

    func quote(_ request: GiftRequest, for organization: Organization) throws -> Quote {
        try Quote(
            of: request.amount(for: organization), coveringFee: request.coversFee, by: rule(of: organization))
    }

    /// Returns the organization and the fund for a request. Throws an error if they do not accept the gift.
    ///
    /// The default fund is used only if the request does not name a fund.
    func destination(of request: GiftRequest, in transaction: Transaction) throws -> (Organization, Fund) {
        let organization = try transaction.existingOrganization(by: request.organization)
        try organization.checkGifts(payee: organization.account.flatMap { try transaction.payee($0) })
        guard let name = request.fund ?? organization.defaultFund else {
            throw GivingError(.unknownFund, wanted: try transaction.missingFund(of: organization.id))
        }
        guard let fund = try transaction.fund(name, of: organization.id) else {
            throw GivingError(.unknownFund, String(name.prefix(32)))
        }
        try fund.checkGifts(isRecurring: request.isRecurring)
        return (organization, fund)
    }

    private func begin(
        _ request: GiftRequest, _ organization: Organization, _ fund: Fund, _ quote: Quote,
        in transaction: Transaction
    ) throws -> (Gift, ProcessorCall) {
        let giver = try DonorDetails(name: request.name, email: request.email, phone: request.phone)
        let (found, isNew) = try donor(of: giver, in: transaction)
        var donor = found
        let amount = Money(quote.minorUnits(of: .base), quote.total.currency)
        var gift = Gift(
            id: ids.make("gift"), organization: organization.id, fund: fund.id, fundName: fund.name,
            timeZone: organization.timeZone, donor: donor.id, giver: giver, amount: amount,
            coveredFeeMinor: quote.minorUnits(of: .coveredFee), feeMinor: quote.applicationFee.minorUnits,
            status: .processing, tap: request.tap, created: clock.now())
        var order = PaymentOrder(
            kind: GivingPolicy.kind, subject: gift.id, form: .destination(payee: organization.account ?? ""),
            quote: quote,
            method: request.method,
            payer: giver.payer(from: request.client),
            statementDescriptor: organization.statementDescriptor)
        order.metadata = GiftMetadata.of(gift, tag: try gift.tap.flatMap { try transaction.tap($0)?.uid })
        guard request.isRecurring else {
            let known = donor.customer(of: giver)
            order.customer =
                known?.id.map(PayerCustomer.known)
                ?? .made(NewCustomer(requestedFor: known?.payment, isBeside: request.donorWaits))
            let (payment, call) = try payments.begin(order, in: transaction)
            if known == nil { donor.expectCustomer(of: giver, payment: payment.id) }
            if isNew || known == nil { try transaction.save(donor) } else { try transaction.touch(donor) }
            gift.payment = payment.id
            try transaction.save(gift, replacing: nil)
            return (gift, call)
        }
        if isNew { try transaction.save(donor) } else { try transaction.touch(donor) }
        let day = organization.monthlyDay(at: clock.now())
        order.day = day
        var recurring = RecurringGift(
            id: ids.make("rec"), organization: organization.id, fund: fund.id, donor: donor.id,
            giver: giver, amount: amount,
            coveredFeeMinor: gift.coveredFeeMinor, status: .processing, firstGift: gift.id,
            dayOfMonth: day.day, tap: request.tap,
            created: clock.now())
        order.subject = recurring.id
        let (schedule, call) = try payments.beginMonthly(order, in: transaction)
        recurring.schedule = schedule.id
        gift.recurring = recurring.id
        try transaction.save(recurring)
        try transaction.save(gift, replacing: nil)
        return (gift, call)
    }

    /// Returns the donor with the e-mail address of `giver`, or a new donor if the address is unknown. An
    /// existing donor is not changed.
    ///
    /// - Returns: The donor, and whether the donor is new and must be saved.
    func donor(of giver: DonorDetails, in transaction: Transaction) throws -> (Donor, isNew: Bool) {
        guard let address = EmailAddress(giver.email) else { throw GivingError.invalidEmail(giver.email) }
        if let known = try transaction.donor(email: address) { return (known, false) }
        return (Donor(id: ids.make("donor"), email: giver.email, created: clock.now()), true)
    }
}

extension DonorDetails {
    /// Returns the payer's details for the processor and the fraud guard.
    ///
    /// - Parameter client: The network address of the donor's client, or nil if unknown.
    func payer(from client: String?) -> Payer {
        Payer(name: name, email: email, phone: phone, client: client)
    }
}

extension Transaction {
    /// Returns the gift's failure code if the payer cannot resolve the failure, for example because the
    /// request was invalid. Returns nil if the gift has no failure, or if the payer can resolve it, for
    /// example after a declined card.
    func requestRefusal(of gift: Gift) throws -> String? {
        let schedule = try gift.recurring.flatMap { try recurring($0)?.schedule }
        let failure =
            try gift.payment.flatMap { try payment($0)?.failure }
            ?? schedule.flatMap { try self.schedule($0) }.flatMap { $0.state == .canceled ? $0.failure : nil }
        return failure.flatMap { $0.isOfPayer ? nil : $0.code }
    }
}

extension Transaction {
    /// Returns a clause about an organization without an open fund, such as `GraceChurch has no fund yet`.
    fileprivate func missingFund(of organization: String) throws -> String {
        let closed = try funds(of: organization, limit: 6).map(\.id)
        guard !closed.isEmpty else { return "\(organization) has no fund yet" }
        let shown = closed.prefix(5).joined(separator: ", ") + (closed.count > 5 ? ", …" : "")
        return "\(organization) has no open fund: \(shown) \(closed.count == 1 ? "is" : "are") closed"
    }

    /// Returns the organization for the first path segment of a URL: an id, compared case-insensitively, or
    /// an exact alias. Returns nil for any other segment.
    func organization(by name: String) throws -> Organization? {
        try organization(name) ?? organization(alias: name)
    }

    /// Returns the organization for the first path segment of a URL.
    ///
    /// - Throws: ``GivingError`` with code `unknownOrganization`.
    func existingOrganization(by name: String) throws -> Organization {
        if let organization = try organization(by: name) { return organization }
        throw GivingError(.unknownOrganization, String(name.prefix(64)))
    }

    /// Returns the organization with this id. Unlike ``existingOrganization(by:)``, does not accept an alias.
    ///
    /// - Throws: ``GivingError`` with code `unknownOrganization`.
    func knownOrganization(_ id: String) throws -> Organization {
        if let organization = try organization(id) { return organization }
        throw GivingError(.unknownOrganization, String(id.prefix(64)))
    }

    /// Returns the monthly gift with this id.
    ///
    /// - Throws: ``GivingError`` with code `notFound`.
    func existingRecurring(_ id: String) throws -> RecurringGift {
        if let recurring = try recurring(id) { return recurring }
        throw GivingError.noMonthlyGift(id)
    }

    /// Returns the gift with this id.
    ///
    /// - Throws: ``GivingError`` with code `notFound`.
    func existingGift(_ id: String) throws -> Gift {
        if let gift = try gift(id) { return gift }
        throw GivingError(.notFound, "gift \(id.prefix(40))")
    }
}

/// Access to gifts by idempotency key. The giving pages use the key to identify a gift.
extension GivingService {
    /// Returns the gift that was requested with this key within the last 24 hours, or nil.
    ///
    /// If the gift is still processing, first asks the processor for the outcome, unless a call for this gift
    /// was created less than ten seconds ago.
    public func details(key: String) async throws -> GiftDetails? {
        guard let gift = try await gift(key: key) else { return nil }
        try await ask(about: gift)
        return try await database.read { try $0.details(ofGift: gift.id) }
    }

    /// Returns whether a gift was requested with this key within the last 24 hours.
    public func hasGift(key: String) async throws -> Bool { try await gift(key: key) != nil }

    /// Makes a gift. If the same gift was already requested with this key and was declined, retries it with
    /// the payment method of this request.
    ///
    /// - Parameters:
    ///   - request: The request, with its key.
    ///   - nextKey: The key for a new gift, in case the declined gift cannot be retried.
    /// - Returns: The key of the gift that was made or retried.
    /// - Throws: The errors of ``give(_:)`` and ``retry(_:method:client:attempt:key:)``;
    ///   `idempotencyConflict` if a different gift was made with the key.
    public func giveOrRetry(_ request: GiftRequest, nextKey: String) async throws -> String {
        guard let key = request.key else { throw GivingError(.invalidKey) }
        do {
            try await execute(request)
            return key
        } catch let error as GivingError where error.code == .idempotencyConflict {
            let wanted = try await database.read { try $0.organization(by: request.organization) }
            guard let details = try await details(key: key), details.isAnswer(to: request, for: wanted),
                details.gift.status == .failed
            else { throw error }
            return try await retry(
                key: key, method: request.method, attempt: details.attempts, client: request.client,
                nextKey: nextKey)
        }
    }

    /// Retries the declined gift with this key, using another card. If the payment cannot be retried, makes a
    /// new gift. Does nothing if the gift has not failed.
    ///
    /// A new gift is made, for example, after the first charge of a monthly gift was declined.
    ///
    /// - Parameters:
    ///   - key: The key of the declined gift.
    ///   - method: The payment method to charge.
    ///   - attempt: The number of attempts at the time when the donor was asked for another card. If the
    ///     number has changed since then, the payment is not charged again.
    ///   - client: The client's network address, for the limits on attempts, or nil if unknown.
    ///   - nextKey: The key for a new gift, if one is needed.
    /// - Returns: The key of the gift that was retried or made, or `key` if the gift has not failed.
    /// - Throws: The errors of ``give(_:)`` and ``retry(_:method:client:attempt:key:)``.
    public func retry(
        key: String, method: String, attempt: Int, client: String?, nextKey: String
    ) async throws -> String {
        guard let details = try await details(key: key) else {
            throw GivingError(.notFound, "gift for this page")
        }
        guard details.gift.status == .failed else { return key }
        guard !details.takesAnotherCard else {
            _ = try await retry(details.gift.id, method: method, client: client, attempt: attempt)
            return key
        }
        guard var request = details.again(method: method, client: client, key: nextKey) else {
            throw GivingError(.notFound, "donor for this gift")
        }
        request.donorWaits = true
        return try await giveOrFind(request, nextKey)
    }

    /// Makes a gift. If a different gift was already made with the key, keeps that gift.
    ///
    /// - Returns: The key.
    private func giveOrFind(_ request: GiftRequest, _ key: String) async throws -> String {
        do {
            try await execute(request)
        } catch let error as GivingError where error.code == .idempotencyConflict {}
        return key
    }

    private func gift(key: String) async throws -> Gift? {
        let since = clock.now().adding(seconds: -AnsweredRequest.memory)
        return try await database.read { transaction in
            try transaction.request(key, since: since).flatMap { try transaction.gift($0.subject) }
        }
    }

    /// Asks the processor for the outcome of a pending gift. Does nothing if one of the gift's open calls is
    /// less than ten seconds old, because the response to the call may still arrive.
    private func ask(about gift: Gift) async throws {
        guard gift.status == .processing else { return }
        let latest = clock.now().adding(seconds: -10)
        let (schedule, isYoung) = try await database.read { transaction in
            let schedule = try gift.recurring.flatMap { try transaction.recurring($0)?.schedule }
            let calls = try (gift.payment ?? schedule).map { try transaction.calls(about: $0) } ?? []
            return (schedule, calls.contains { $0.created > latest })
        }
        guard !isYoung, let subject = gift.payment ?? schedule else { return }
        _ = try await payments.tolerating {
            try await payments.finishCalls(about: subject)
            if let payment = gift.payment {
                try await payments.refresh(payment: payment)
            } else if let schedule {
                try await payments.refresh(schedule: schedule)
            }
        }
    }
}
