import TextKit

/// The resources of Stripe Identity. The simulator does not check any identity documents.
///
/// Source: Stripe API reference, "Identity".
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
    ]

    private static let session = "/v1/identity/verification_sessions/{session}"
}
