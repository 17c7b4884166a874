import Processor
import TextKit

/// The route that rejects a connected account.
///
/// Source: Stripe API reference, "Reject an account".
enum AccountRejectionRoutes {
    static let all: [Route] = [
        .post("/v1/accounts/{account}/reject", simulates: ["reason"]) { call in
            let account = try call.object(Account.self)
            let reason = try call.required("reason")
            try require(
                reasons.contains(reason), "Invalid reason: must be one of \(reasons.joined(separator: ", "))",
                parameter: "reason")
            return try call.shown(call.work.reject(account, for: reason))
        }
    ]

    private static let reasons = ["fraud", "terms_of_service", "other"]
}
