import Bookings
package import DataFolderKit
import Documents
import Payees

extension BookingProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.bookings }
}

/// Bookings, whose work is paid before there is a job, and the earnings of payees.
extension APIRoute {
    package static let bookings: [APIRoute] = [
        post(
            "/api/payees", "createPayee", "Enroll somebody who is paid for jobs",
            [
                .maybe("org", .text(), "who sells the work; needed where the key reaches several"),
                .always("name", .text()), .always("time_zone", .text(), "America/Chicago"),
            ], answers: ShownPayee.fields.schema
        ) { try await $0.enroll() },
        get(
            "/api/payees/{payee}", "getPayee", "A payee, and how far its account is", for: .money,
            answers: ShownPayee.fields.schema
        ) { try await $0.shown($0.payee()) },
        post(
            "/api/payees/{payee}/onboarding-link", "createOnboardingLink",
            "A page where payouts are set up: a fresh one for each request, good once and for 300 seconds",
            [
                .always("refresh_url", .text(), "where a link leads that is used up or too old"),
                .always("return_url", .text(), "where the page leads back"),
            ],
            answers: .object([
                .always("object", .text(of: ["onboarding_link"])), .always("payee", .text()),
                .always("url", .text()),
            ])
        ) { try await $0.onboardingLink() },
        get(
            "/api/payees/{payee}/jobs", "listJobs", "A payee's jobs as the payee sees them, newest first",
            for: .money, APIPage.fields, answers: .page(of: PayeeJob.fields.schema)
        ) { visit in
            let (payee, page) = (try await visit.payee(), APIPage(visit.fields))
            try await visit.data.read { transaction in
                try page.check { try transaction.bookingJob($0)?.request.payee == payee.id }
            }
            let jobs = try await visit.data.products.bookings.jobs(
                ofPayee: payee.id, behind: page.behind, limit: page.asked)
            return page.document(jobs.map(\.document))
        },
        get(
            "/api/payees/{payee}/earnings", "getEarnings",
            "What a payee has earned with completed jobs, by its own clock", for: .money,
            [.maybe("currency", .text(), "usd unless said")], answers: PayeeEarnings.fields.schema
        ) { try await $0.earnings() },
        get(
            "/api/payees/{payee}/earnings/history", "listEarnings",
            "The completed jobs with which a payee has earned something, newest first", for: .money,
            [
                .maybe("period", .cases(of: EarningsPeriod.self), "all unless said"),
                .maybe("since", .text(), "completed on this day or later, as 2026-01-31"),
                .maybe("until", .text(), "completed on this day or before, by the payee's clock"),
            ] + APIPage.fields, answers: .page(of: EarningEntry.fields.schema)
        ) { try await $0.earningsHistory() },
        get(
            "/api/payees/{payee}/earnings/years/{year}", "getEarningsOfYear",
            "A payee's earnings of a calendar year, by month and by its own clock", for: .money,
            [.maybe("currency", .text(), "usd unless said")], answers: EarningsYear.fields.schema
        ) { try await $0.earningsOfYear() },
        post(
            "/api/payments/create-intent", "createIntent",
            "Quote work: what is reviewed and paid within 30 minutes; there is no job yet",
            [
                .always("payee", .text(), "who does the work"), .always("title", .text()),
                .maybe("address", .text()), .always("price_minor", .number(1 ... .max)),
                .maybe("currency", .text(), "usd unless said"), .always("payer_name", .text()),
                .always("payer_email", .text()),
            ], answers: ShownQuote.fields.schema
        ) { try await $0.createIntent() },
        post(
            "/api/payments/confirm", "confirmPayment",
            "Pay a quote, which makes its job; without method the processor is asked what the sheet has paid",
            [
                .always("quote", .text()),
                .maybe("method", .text(), "what the wallet gave: pm_card_visa"),
                .maybe("client", .networkAddress, "the network address from which the payer pays"),
            ], answers: ShownQuote.fields.schema, triesCards: true
        ) { try await $0.confirm() },
        get(
            "/api/jobs/{job}", "getJob", "A job, as the platform sees it", for: .money,
            answers: ShownJob.fields.schema
        ) { try await $0.data.products.bookings.shown($0.job().id).document },
        post(
            "/api/jobs/{job}/complete", "completeJob", "The work is done: its money goes to the payee",
            answers: ShownJob.fields.schema
        ) { visit in
            try await visit.perform("complete") { bookings, job, transaction in
                try bookings.perform(.complete, on: job.id, by: .payee(job.request.payee), in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/cancel", "cancelJob", "Cancel a job and refund its payer",
            answers: ShownJob.fields.schema
        ) { visit in
            try await visit.perform("cancel") { bookings, job, transaction in
                try bookings.perform(.cancel, on: job.id, by: .platform, in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/refund", "refundJob",
            "Refund a part of a job's price to the payer: first from what is held, then from what the payee has",
            [.always("amount_minor", .number(1 ... .max), "how much of the price")],
            answers: ShownJob.fields.schema
        ) { try await $0.refundJob() },
        post(
            "/api/payout/{job}", "payOutJob", "Pay a completed job out; one that failed is tried again",
            answers: .object([
                .always("success", .truth), .always("payment", .text()),
                .always("job", PayeeJob.fields.schema),
            ])
        ) { try await $0.payOut() },
    ]
}
