import Processor
import TextKit

/// The routes of `/v1/reviews`. The list is empty, because this processor does not review payments.
///
/// Source: Stripe API reference, "Reviews".
enum ReviewRoutes {
    static let all: [Route] = [
        .get("/v1/reviews", simulates: Filters.list) { call in try call.part(of: []) },
        .get("/v1/reviews/{review}") { call in throw ProcessorError.noSuch("review", call.path()) },
        .post("/v1/reviews/{review}/approve") { call in
            throw ProcessorError.noSuch("review", call.path())
        },
    ]
}
