import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// Payouts from the completed job to the payee's bank.
@Suite struct BookingPayoutTests {
    @Test("a payout is pending, then processing, then paid")  // B3-08, X-22
    func statuses() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(method: "pm_card_bypassPending")
        var seen = [try await world.payout(job.id)]
        _ = try await world.bookings.perform(.complete, on: job.id, by: world.asDriver)
        seen.append(try await world.payout(job.id))
        #expect(
            try await world.bookings.payees.payOutBalance(of: world.driver.id).map(\.amount.minorUnits) == [
                120_00
            ])
        seen.append(try await world.payout(job.id))
        try await world.pass(days: 3)
        seen.append(try await world.payout(job.id))
        #expect(seen == [.pending, .processing, .processing, .paid])
        #expect(try await world.held() == [0])
        #expect(try await world.problems() == [])
    }

    @Test("nothing is paid out before the job is completed")  // B3-21, B3-44
    func notCompleted() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job()
        try await world.pass(days: 30)
        try await world.bookings.settleDue()
        #expect(try await world.refusal(job.id) == "not_completed")
        #expect(try await world.held() == [120_00])
        #expect(try await world.ledger(.payee(world.account)) == 0)
    }

    @Test("a payout of an unknown or another payee's job is refused")  // B3-20, B3-61, X-24
    func strangers() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let other = try await world.calm.driver(on: world.processor)
        let job = try await world.completed()
        #expect(try await world.refusal("job_none") == "job_not_found")
        #expect(try await world.refusal(job.id, by: .payee(other.id)) == "job_not_found")
        #expect(try await world.refusal(job.id, by: world.asPayer) == "not_yours")
        let error = await #expect(throws: BookingError.self) {
            try await world.bookings.perform(.complete, on: job.id, by: .payee(other.id))
        }
        #expect(error == BookingError(.jobNotFound, job.id))
    }

    @Test("the transfer's metadata names the job that it pays")  // B3-27
    func transferNamesJob() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.completed()
        let release = try await world.file.read { try $0.releases(ofPayment: job.payment) }.first
        let transfer = try await world.processor.transfer(#require(release?.transfer))
        #expect(transfer.amount == 120_00 && transfer.destination == world.account)
        #expect(transfer.metadata["job_id"] == job.id)
        #expect(transfer.metadata["payment_id"] == job.payment)
    }

    @Test("repeated payouts move the money once, and a paid one is refused")  // B3-24, B3-46, X-25
    func twice() async throws {
        var rules = BookingRules()
        rules.release.auto = false
        let world = try await BookingWorld.make(rules: rules)
        defer { world.remove() }
        let job = try await world.completed()
        #expect(try await world.payout(job.id) == .pending)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { try await world.bookings.payOut(job.id, by: .platform) }
            }
            try await group.waitForAll()
        }
        #expect(try await world.bookings.payOut(job.id, by: .platform).payoutStatus == .processing)
        #expect(try await world.ledger(.payee(world.account)) == -120_00)
        let transfers = try await world.processor.transfers(to: world.account, ListQuery(limit: 10)).data
        #expect(transfers.map(\.amount) == [120_00])
        _ = try await world.bookings.payees.payOutBalance(of: world.driver.id)
        try await world.pass(days: 3)
        #expect(try await world.refusal(job.id) == "already_paid")
    }

    @Test("a payout survives the loss of the processor's response")  // B3-46, X-25
    func silence() async throws {
        let plan = ProcessorFaultPlan(rules: (1...3).map { .init(.transfer, $0, .answerLost) })
        let world = try await BookingWorld.make { FaultyProcessor($0, plan) { _ in } }
        defer { world.remove() }
        let job = try await world.completed()
        #expect(try await world.payout(job.id) == .processing)
        #expect(try await world.bookings.payOut(job.id, by: world.asDriver).payoutStatus == .processing)
        _ = try await world.calm.payments.reconcile()
        try await world.calm.settleDue()
        #expect(try await world.ledger(.payee(world.account)) == -120_00)
        #expect(
            try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 9) }.count == 1)
    }

    @Test("a payout to an account that cannot receive money is refused, and succeeds once it can")  // B3-25
    func notConnected() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job()
        // The processor restricts the account, and reports it.
        _ = try await world.processor.completeOnboarding(world.account, .rejected)
        _ = try await world.calm.payments.reconcile()
        _ = try await world.bookings.perform(.complete, on: job.id, by: .platform)
        #expect(try await world.refusal(job.id, by: .platform) == "not_connected")
        #expect(try await world.refusal(job.id, by: world.asDriver) == "payouts_setup_required")
        #expect(try await world.held() == [120_00])
        _ = try await world.processor.completeOnboarding(world.account, .complete)
        _ = try await world.calm.payments.reconcile()
        #expect(try await world.bookings.payOut(job.id, by: world.asDriver).payoutStatus == .processing)
        #expect(try await world.held() == [0])
    }

    @Test("a payout that the processor refuses is held, failed and retried")  // B3-26
    func refused() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job()
        // The service does not know yet that the account was rejected.
        _ = try await world.processor.completeOnboarding(world.account, .rejected)
        _ = try await world.bookings.perform(.complete, on: job.id, by: .platform)
        #expect(try await world.failed(job.id))
        #expect(try await world.held() == [120_00])
        #expect(try await world.refusal(job.id, by: .platform) == "processor_failed")
        try await world.bookings.settleDue()
        #expect(try await world.failed(job.id))
        _ = try await world.processor.completeOnboarding(world.account, .complete)
        #expect(try await world.bookings.payOut(job.id, by: .platform).payoutStatus == .processing)
        #expect(try await world.held() == [0])
        #expect(try await world.problems() == [])
    }

    @Test("the payee is notified once, with its share")  // B3-28, B3-47
    func notice() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.completed()
        _ = try await world.calm.payments.reconcile()
        _ = try await world.calm.confirm(job.quote, by: world.asPayer)
        let notices = try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 9) }
        let notice = try #require(notices.first)
        #expect(notices.count == 1)
        #expect(notice.kind == "payment" && notice.recipient == .payee)
        #expect(notice.title == "Payout Sent")
        #expect(notice.body == "$120.00 has been sent to your account.")
        #expect(notice.subject == job.id)
        #expect(notice.data == ["job_id": job.id, "amount": "120.00", "payee": world.driver.id])
    }

    @Test("the first jobs of a new payee wait for the platform's approval, and later ones do not")  // B3-57
    func newPayee() async throws {
        var rules = BookingRules()
        rules.release.holdIfCompletedBelow = 2
        let world = try await BookingWorld.make(rules: rules)
        defer { world.remove() }
        let jobs = [
            try await world.completed(), try await world.completed(), try await world.completed(),
        ]
        var seen: [PayoutStatus?] = []
        for job in jobs { seen.append(try await world.payout(job.id)) }
        #expect(seen == [.pending, .pending, .processing])
        try await world.pass(days: 30)
        try await world.bookings.settleDue()
        #expect(try await world.refusal(jobs[0].id) == "approval_required")
        #expect(try await world.bookings.payOut(jobs[0].id, by: .platform).payoutStatus == .processing)
        #expect(try await world.payout(jobs[1].id) == .pending)
    }

    @Test("a payout that the bank returns has failed, and is sent again")  // B3-08, X-22
    func sentBack() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let (first, second) = (try await world.completed(), try await world.completed())
        try await world.setBank(ProcessorConfiguration.noSuchBankAccount)
        _ = try await world.bookings.payOut(first.id, by: world.asDriver)
        #expect(
            try await world.bookings.payees.payOutBalance(of: world.driver.id).map(\.amount.minorUnits) == [
                240_00
            ])
        let third = try await world.completed()
        try await world.pass(days: 3)
        #expect(try await world.payout(first.id) == .failed)
        #expect(try await world.payout(second.id) == .failed)
        #expect(try await world.payout(third.id) == .processing)
        try await world.setBank("000123456789")
        #expect(try await world.bookings.payOut(first.id, by: world.asDriver).payoutStatus == .processing)
        try await world.pass(days: 3)
        for job in [first, second, third] { #expect(try await world.payout(job.id) == .paid) }
        #expect(try await world.ledger(.payee(world.account)) == 0)
        #expect(try await world.problems() == [])
    }

    @Test("a dispute freezes a job until it is paid out or refunded", arguments: [true, false])  // B3-63
    func dispute(isWon: Bool) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = try await world.job(method: "pm_card_createDispute")
        try await world.pass(days: 1)
        #expect(
            try await world.bookings.perform(.complete, on: job.id, by: world.asDriver).status == .disputed)
        #expect(try await world.refusal(job.id, by: .platform) == "disputed")
        let error = await #expect(throws: BookingError.self) {
            try await world.bookings.perform(.cancel, on: job.id, by: .platform)
        }
        #expect(error?.code == .disputed)
        #expect(try await world.bookings.settleDue() == 0)
        #expect(try await world.held() == [120_00])
        let dispute = try #require(try await world.file.read { try $0.openDisputes(limit: 1) }.first)
        try await world.bookings.payments.submit(
            evidence: isWon ? "winning_evidence" : "losing_evidence", for: dispute.id)
        try await world.bookings.settleDue()
        #expect(try await world.held() == [0])
        #expect(try await world.ledger(.payee(world.account)) == (isWon ? -120_00 : 0))
        #expect(
            try await world.bookings.job(job.id, for: .platform).status == (isWon ? .completed : .refunded))
        #expect(try await world.problems() == [])
    }

    // B3-53
    @Test(
        "canceling a job refunds everything, from held money or from the payee",
        arguments: [false, true])
    func cancelled(isReleased: Bool) async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let job = isReleased ? try await world.completed() : try await world.job()
        if isReleased {
            let error = await #expect(throws: BookingError.self) {
                try await world.bookings.perform(.cancel, on: job.id, by: world.asPayer)
            }
            #expect(error?.code == .notYours)
        }
        let cancelled = try await world.bookings.perform(
            .cancel, on: job.id, by: isReleased ? .platform : world.asPayer)
        #expect(cancelled.status == .refunded)
        #expect(cancelled.releaseAt == nil)
        #expect(cancelled.refundedMinor == 150_00)
        #expect(cancelled.earned.minorUnits == 0)
        if !isReleased {
            // The refund takes nothing from the payee's account.
            #expect(try await world.processor.transfers(to: world.account, ListQuery(limit: 9)).data.isEmpty)
            let holding = try await world.processor.balances(of: world.account)
            #expect(holding.allSatisfy { $0.available == 0 && $0.pending == 0 })
        }
        #expect(try await world.held() == [0])
        #expect(try await world.ledger(.payee(world.account)) == 0)
        #expect(try await world.ledger(.feeRevenue) == 0)
        #expect(try await world.refusal(job.id, by: .platform) == "wrong_state")
        #expect(try await world.bookings.payees.history(of: world.driver.id).entries == [])
        #expect(try await world.problems() == [])
    }

    @Test("a job is completed once, and not after it was canceled")
    func completedOnce() async throws {
        let world = try await BookingWorld.make()
        defer { world.remove() }
        let done = try await world.completed()
        let ended = try await world.bookings.perform(.cancel, on: world.job().id, by: .platform)
        for job in [done, ended] {
            let error = await #expect(throws: BookingError.self) {
                try await world.bookings.perform(.complete, on: job.id, by: world.asDriver)
            }
            #expect(error?.code == .wrongState)
        }
    }
}

extension BookingWorld {
    /// Returns the error code that a payout is refused with, or nil if it succeeds.
    fileprivate func refusal(_ job: String, by actor: BookingActor? = nil) async throws -> String? {
        await code { try await bookings.payOut(job, by: actor ?? asDriver) }
    }

    /// Sets the driver's bank account. Payouts to a nonexistent one are returned.
    fileprivate func setBank(_ number: String) async throws {
        let answer = await processor.exchange(
            APIRequest(
                method: "POST", path: "/v1/accounts/\(account)",
                body: Array("metadata[bank_account]=\(number)".utf8), apiKey: "sk_test_bookings"))
        #expect(answer.status == 200)
    }

    /// Whether the release of a job has failed.
    fileprivate func failed(_ job: String) async throws -> Bool {
        try await bookings.job(job, for: .platform).settlement == .failed
    }
}
