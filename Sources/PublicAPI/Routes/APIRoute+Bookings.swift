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
                .optional(
                    "org", .text(), "the organization that sells the work; required if the key has several"),
                .required("name", .text()), .required("time_zone", .text(), "America/Chicago"),
            ], answers: PayeeDetails.fields.schema
        ) { try await $0.enroll() },
        get(
            "/api/payees/{payee}", "getPayee", "A payee, and how far its account is", for: .money,
            answers: PayeeDetails.fields.schema
        ) { try await $0.shown($0.payee()) },
        post(
            "/api/payees/{payee}/onboarding-link", "createOnboardingLink",
            "A page where payouts are set up: a fresh one for each request, good once and for 300 seconds",
            [
                .required("refresh_url", .text(), "the page for a link that was used or has expired"),
                .required("return_url", .text(), "the page to which it returns"),
            ],
            answers: .object([
                .required("object", .text(of: ["onboarding_link"])), .required("payee", .text()),
                .required("url", .text()),
            ])
        ) { try await $0.onboardingLink() },
        get(
            "/api/payees/{payee}/jobs", "listJobs", "A payee's jobs as the payee sees them, newest first",
            for: .money, APIPage.fields, answers: .page(of: PayeeJob.fields.schema)
        ) { context in
            let (payee, page) = (try await context.payee(), APIPage(context.fields))
            try await context.data.read { transaction in
                try page.check { try transaction.bookingJob($0)?.request.payee == payee.id }
            }
            let jobs = try await context.data.products.bookings.jobs(
                ofPayee: payee.id, after: page.after, limit: page.asked)
            return page.document(jobs.map(\.document))
        },
        get(
            "/api/payees/{payee}/earnings", "getEarnings",
            "What a payee has earned with completed jobs, by its own clock", for: .money,
            [.optional("currency", .text(), "default: usd")], answers: PayeeEarnings.fields.schema
        ) { try await $0.earnings() },
        get(
            "/api/payees/{payee}/earnings/history", "listEarnings",
            "The completed jobs with which a payee has earned something, newest first", for: .money,
            [
                .optional("period", .cases(of: EarningsPeriod.self), "default: all"),
                .optional("since", .text(), "completed on this day or later, as 2026-01-31"),
                .optional("until", .text(), "completed on this day or before, by the payee's clock"),
            ] + APIPage.fields, answers: .page(of: EarningEntry.fields.schema)
        ) { try await $0.earningsHistory() },
        get(
            "/api/payees/{payee}/earnings/years/{year}", "getEarningsOfYear",
            "A payee's earnings of a calendar year, by month and by its own clock", for: .money,
            [.optional("currency", .text(), "default: usd")], answers: EarningsYear.fields.schema
        ) { try await $0.earningsOfYear() },
        post(
            "/api/payments/create-intent", "createIntent",
            "Quote work: what is reviewed and paid within 30 minutes; there is no job yet",
            [
                .required("payee", .text(), "the payee's id"), .required("title", .text()),
                .optional("address", .text()), .required("price_minor", .number(1 ... .max)),
                .optional("currency", .text(), "default: usd"), .required("payer_name", .text()),
                .required("payer_email", .text()),
            ], answers: BookingQuoteDetails.fields.schema
        ) { try await $0.createIntent() },
        post(
            "/api/payments/confirm", "confirmPayment",
            "Pay a quote, which makes its job; without method the processor is asked what the sheet has paid",
            [
                .required("quote", .text()),
                .optional("method", .text(), "the wallet's payment method, such as pm_card_visa"),
                .optional("client", .networkAddress, "the network address from which the payer pays"),
            ], answers: BookingQuoteDetails.fields.schema, triesCards: true
        ) { try await $0.confirm() },
        get(
            "/api/jobs/{job}", "getJob", "A job, as the platform sees it", for: .money,
            answers: BookingJobDetails.fields.schema
        ) { try await $0.data.products.bookings.shown($0.job().id).document },
        post(
            "/api/jobs/{job}/complete", "completeJob", "The work is done: its money goes to the payee",
            answers: BookingJobDetails.fields.schema
        ) { context in
            try await context.perform("complete") { bookings, job, transaction in
                try bookings.perform(.complete, on: job.id, by: .payee(job.request.payee), in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/cancel", "cancelJob", "Cancel a job and refund its payer",
            answers: BookingJobDetails.fields.schema
        ) { context in
            try await context.perform("cancel") { bookings, job, transaction in
                try bookings.perform(.cancel, on: job.id, by: .platform, in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/refund", "refundJob",
            "Refund a part of a job's price to the payer: first from what is held, then from what the payee has",
            [.required("amount_minor", .number(1 ... .max), "how much of the price")],
            answers: BookingJobDetails.fields.schema
        ) { try await $0.refundJob() },
        post(
            "/api/payout/{job}", "payOutJob", "Pay a completed job out; one that failed is tried again",
            answers: .object([
                .required("success", .bool), .required("payment", .text()),
                .required("job", PayeeJob.fields.schema),
            ])
        ) { try await $0.payOut() },
    ]
}
