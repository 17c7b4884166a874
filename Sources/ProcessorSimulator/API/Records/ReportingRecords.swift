import TextKit

/// The resources of Stripe Reporting. A report run stays pending.
///
/// Source: Stripe API reference, "Report Runs".
enum ReportingRecords {
    static let all: [RecordedResource] = [
        RecordedResource(
            type: "reporting.report_run", prefix: "frr", path: "/v1/reporting/report_runs",
            initial: ["status": "pending"],
            complete: { call, _ in _ = try types.object(call.required("report_type"), by: "report_type") })
    ]

    /// The types of reports.
    static let types = FixedObjects(
        path: "/v1/reporting/report_types", type: "reporting.report_type",
        objects: [
            ("balance.summary", 1, "Balance summary"),
            ("balance_change_from_activity.itemized", 3, "Itemized balance change from activity"),
            ("payout_reconciliation.itemized", 5, "Itemized payout reconciliation"),
            ("payouts.itemized", 3, "Itemized payouts"),
        ].map(reportType))

    private static func reportType(id: String, version: Int64, name: String)
        -> (id: String, fields: JSONObject)
    {
        let fields: JSONObject = [
            "data_available_end": 0, "data_available_start": 0, "default_columns": nil, "livemode": false,
            "name": name, "updated": 0, "version": version,
        ]
        return ("\(id).\(version)", fields)
    }
}
