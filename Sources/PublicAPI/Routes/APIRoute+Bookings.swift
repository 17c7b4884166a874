import Bookings
package import DataFolderKit
import Documents
import Payees
import StaffAccess

extension BookingProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.bookings }
}

/// Operations on bookings, which become jobs after they are paid, and on the earnings of payees.
extension APIRoute {
    static let bookings: [APIRoute] = [
        post(
            "/api/payees", "createPayee", "Enroll a payee for jobs",
            [
                .optional(
                    "org", .text(),
                    "the organization that the payee works for; required if the API key can access several organizations"
                ),
                .required("name", .text()), .required("time_zone", .text(), "America/Chicago"),
            ], records: .enrollPayee, answers: PayeeDetails.schema
        ) { try await $0.enroll() },
        get(
            "/api/payees/{payee}", "getPayee", "Get a payee, with the setup status of its account",
            for: .money, answers: PayeeDetails.schema
        ) { try await $0.shown($0.payee()) },
        post(
            "/api/payees/{payee}/onboarding-link", "createOnboardingLink",
            "Create a link to set up payouts; it works once and expires after 300 seconds",
            [
                .required(
                    "refresh_url", .text(),
                    "the URL of the page to open if the link has been used or has expired"),
                .required("return_url", .text(), "the URL of the page to which the payee returns"),
            ],
            records: .onboardPayee,
            answers: .object([
                .required("object", .text(of: ["onboarding_link"])), .required("payee", .text()),
                .required("url", .text()),
            ])
        ) { try await $0.onboardingLink() },
        list(
            "/api/payees/{payee}/jobs", "listJobs", "List a payee's jobs as shown to the payee, newest first",
            for: .money, of: PayeeJob.schema
        ) { context, page in
            let payee = try await context.payee()
            try await context.data.read { transaction in
                try page.check { try transaction.bookingJob($0)?.request.payee == payee.id }
            }
            return try await context.data.products.bookings.jobs(
                ofPayee: payee.id, after: page.after, limit: page.asked
            ).map(\.document)
        },
        get(
            "/api/payees/{payee}/earnings", "getEarnings",
            "Get a payee's earnings from completed jobs. Periods are in the payee's time zone", for: .money,
            [.currency], answers: PayeeEarnings.schema
        ) { try await $0.earnings() },
        get(
            "/api/payees/{payee}/earnings/history", "listEarnings",
            "List the completed jobs for which a payee has earned money, newest first", for: .money,
            [
                .optional("period", .cases(of: EarningsPeriod.self), "default: all"),
                .optional("since", .text(), "only jobs completed on or after this day, such as 2026-01-31"),
                .optional(
                    "until", .text(), "only jobs completed on or before this day, in the payee's time zone"),
            ] + APIPage.fields, answers: .page(of: EarningEntry.schema)
        ) { try await $0.earningsHistory() },
        get(
            "/api/payees/{payee}/earnings/years/{year}", "getEarningsOfYear",
            "Get a payee's earnings for each month of a calendar year in the payee's time zone", for: .money,
            [.currency], answers: EarningsYear.schema
        ) { try await $0.earningsOfYear() },
        post(
            "/api/payments/create-intent", "createIntent",
            "Create a quote, which the payer can pay within 30 minutes",
            [
                .required("payee", .text(), "the payee's id"), .required("title", .text()),
                .optional("address", .text()), .required("price_minor", .number(1 ... .max)),
                .currency, .required("payer_name", .text()),
                .required("payer_email", .text()),
            ], records: .quoteBooking, answers: BookingQuoteDetails.schema
        ) { try await $0.createIntent() },
        post(
            "/api/payments/confirm", "confirmPayment",
            "Pay a quote and create its job. If method is omitted, the payment from the payment sheet is used",
            [
                .required("quote", .text()),
                .optional("method", .text(), "a payment method of the processor, such as pm_card_visa"),
                .payersAddress,
            ], records: .payBooking, answers: BookingQuoteDetails.schema, triesCards: true
        ) { try await $0.confirm() },
        get(
            "/api/jobs/{job}", "getJob", "Get a job", for: .money,
            answers: BookingJobDetails.schema
        ) { try await $0.data.products.bookings.shown($0.job().id).document },
        post(
            "/api/jobs/{job}/complete", "completeJob", "Complete a job and pay the payee",
            records: .completeBooking, answers: BookingJobDetails.schema
        ) { context in
            try await context.perform("complete") { bookings, job, transaction in
                try bookings.perform(.complete, on: job.id, by: .payee(job.request.payee), in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/cancel", "cancelJob", "Cancel a job and refund its payer",
            records: .cancelBooking, answers: BookingJobDetails.schema
        ) { context in
            try await context.perform("cancel") { bookings, job, transaction in
                try bookings.perform(.cancel, on: job.id, by: .platform, in: transaction)
            }
        },
        post(
            "/api/jobs/{job}/refund", "refundJob",
            "Refund all or part of a job's price, first from held money and then from the payee's account",
            [.required("amount_minor", .number(1 ... .max), "the amount to refund")],
            records: .refundBooking, answers: BookingJobDetails.schema
        ) { try await $0.refundJob() },
        post(
            "/api/payout/{job}", "payOutJob", "Pay out a completed job, or retry a failed payout",
            records: .payOutBooking,
            answers: .object([
                .required("success", .bool), .required("payment", .text()),
                .required("job", PayeeJob.schema),
            ])
        ) { try await $0.payOut() },
    ]
}
