import Processor
import TextKit

/// The resources of Stripe Identity, and the reports of Stripe Reporting.
///
/// Source: Stripe API reference, "Identity" and "Report Runs".
enum IdentityRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: "identity.verification_session", prefix: "vs", path: "/v1/identity/verification_sessions",
            initial: ["status": "requires_input"],
            references: [.init(parameter: "related_customer", type: "customer")], uses: ["return_url"],
            complete: { call, session in
                session["client_secret"] = .string(try call.work.newID("vs") + "_secret_test")
                session["url"] = .string("https://verify.stripe.com/start/" + (try call.work.newID("test")))
            },
            actions: [
                .init(
                    path: session + "/cancel", from: ["requires_input"],
                    changes: ["status": "canceled", "client_secret": nil, "url": nil], event: "canceled"),
                .init(
                    path: session + "/redact", from: ["requires_input", "canceled", "verified"],
                    changes: ["redaction": ["status": "redacted"] as JSONTree], event: "redacted"),
            ]),
        RecordedResource(
            type: "identity.verification_report", prefix: "vr", path: "/v1/identity/verification_reports"),
        RecordedResource(
            type: "reporting.report_run", prefix: "frr", path: "/v1/reporting/report_runs",
            initial: ["status": "pending"],
            complete: { call, _ in _ = try reportTypes.object(call.required("report_type"), by: "report_type")
            }),
    ]

    /// The types of reports.
    static let reportTypes = FixedObjects(
        path: "/v1/reporting/report_types", type: "reporting.report_type",
        objects: [
            ("balance.summary.1", "Balance summary"),
            ("balance_change_from_activity.itemized.3", "Itemized balance change from activity"),
            ("payout_reconciliation.itemized.5", "Itemized payout reconciliation"),
            ("payouts.itemized.3", "Itemized payouts"),
        ].map { id, name in
            let version = Int64(id.split(separator: ".").last.map(String.init) ?? "") ?? 1
            return (
                id,
                [
                    "data_available_end": 0, "data_available_start": 0, "default_columns": nil,
                    "livemode": false,
                    "name": name, "updated": 0, "version": version,
                ]
            )
        })

    private static let session = "/v1/identity/verification_sessions/{session}"
}
