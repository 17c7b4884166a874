import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import Payees
@testable import PublicAPI

/// Payouts of jobs over the API, and their refusals.
@Suite struct APIJobPayoutTests {
    // B3-19, B3-20, B3-21, B3-27, B3-46
    @Test("a payout is refused with the required codes, and made once")
    func payout() async throws {
        try await APIBench.with { bench in
            let none = try await bench.call("POST", "/api/payout/job_none")
            #expect(none.status == 404 && none.code == "job_not_found")
            #expect(none.message?.hasPrefix("Job not found") == true)
            let (payee, job) = try await bench.job()
            let payment = try await bench.data.products.bookings.job(job, for: .platform).payment
            let early = try await bench.call("POST", "/api/payout/\(job)")
            #expect(early.status == 409 && early.code == "not_completed")
            try await bench.call("POST", "/api/jobs/\(job)/complete", once: "done")
            #expect(try await bench.call("POST", "/api/jobs/\(job)/complete", once: "done").status == 200)
            let twice = try await bench.call("POST", "/api/jobs/\(job)/complete")
            #expect(twice.status == 409 && twice.code == "wrong_state")
            for once in ["a", "a", "b"] {
                let paid = try await bench.call("POST", "/api/payout/\(job)", once: once)
                #expect(paid.status == 200 && paid["success"] == true)
                #expect(paid["payment"]?.string == payment)
                #expect(paid["job"]?["payout_status"]?.string == "processing")
            }
            let account = try #require(try await bench.data.read { try $0.payeeProfile(payee)?.account })
            let held = try await bench.data.read { try $0.balances(prefix: "payee:\(account)") }
            #expect(held.map(\.amount.minorUnits) == [-12_000])
        }
    }

    // B3-26
    @Test("a payout that the processor refuses is 502 and failed, and is retried under another key")
    func processorFails() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            let account = try #require(try await bench.data.read { try $0.payeeProfile(payee)?.account })
            // The service does not know yet that the account was rejected.
            try await bench.data.controls.onboard(account, .rejected)
            try await bench.call("POST", "/api/jobs/\(job)/complete")
            let refused = try await bench.call("POST", "/api/payout/\(job)", once: "a")
            #expect(refused.status == 502 && refused.code == "processor_failed")
            #expect(try await bench.call("GET", "/api/jobs/\(job)")["payout_status"] == "failed")
            try await bench.data.controls.onboard(account, .complete)
            let paid = try await bench.call("POST", "/api/payout/\(job)", once: "b")
            #expect(paid.status == 200 && paid["job"]?["payout_status"]?.string == "processing")
        }
    }

    // B3-22, B3-23
    @Test("a payout is refused if the job's payment is missing or has not succeeded")
    func withoutPayment() async throws {
        for (state, status, code) in [
            (nil, 404, "payment_not_found"), (.processing, 409, "payment_not_succeeded"),
            (.requiresPaymentMethod, 409, "payment_not_succeeded"),
        ] as [(PaymentState?, Int, String)] {
            try await APIBench.with { bench in
                let (_, job) = try await bench.job()
                let payment = try await bench.data.products.bookings.job(job, for: .platform).payment
                try await bench.call("POST", "/api/jobs/\(job)/complete")
                // No request creates such a job. A damaged database may contain one.
                try await bench.data.write { transaction, _ in
                    guard let state else {
                        try transaction.run("DELETE FROM payment_release")
                        return try transaction.run("DELETE FROM payment")
                    }
                    var found = try #require(try transaction.payment(payment))
                    found.state = state
                    try transaction.save(found)
                }
                let refused = try await bench.call("POST", "/api/payout/\(job)")
                #expect(refused.status == status && refused.code == code, "\(code)")
            }
        }
    }

    // B3-20, B3-21, B3-22, B3-23, B3-24, B3-25, B3-26
    @Test(
        "a refused payout has the required status code, except 409 for a job that is not completed",
        arguments: [
            (.notCompleted, 409, 400), (.paymentNotFound, 404, 404), (.paymentNotSucceeded, 409, 409),
            (.alreadyPaid, 409, 409), (.notConnected, 400, 400), (.processorFailed, 502, 502),
            (.payoutsSetupRequired, 403, 403), (.disputed, 409, 409), (.approvalRequired, 409, 409),
            (.wrongState, 409, 409),
        ] as [(PayeeError.Code, Int, Int)])
    func codes(code: PayeeError.Code, status: Int, documented: Int) throws {
        let error = APIError(PayeeError(code))
        #expect(error.status == status && error.code == code.rawValue)
        let missing = APIError(BookingError(.jobNotFound))
        #expect(missing.status == 404 && missing.message.hasPrefix("Job not found"))
        // The table in docs/api.md has this status, and the required one in the next column.
        let page = try String(
            contentsOf: SharedFixtures.projectFolder.appending(path: "docs/api.md"), encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.contains("`\(code.rawValue)`") })
        let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
        #expect(cells[1].hasPrefix("\(status)") && cells[2].hasPrefix("\(documented)"), "\(row)")
    }
}
