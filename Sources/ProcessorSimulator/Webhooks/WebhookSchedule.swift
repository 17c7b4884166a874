import TimeKit

/// When an attempt that failed is made again.
///
/// Source: Stripe documentation, "Process undelivered webhook events": a sandbox tries three times over a few hours.
struct WebhookSchedule {
    /// How long after each attempt the next one is made, in seconds.
    let pauses: [Int64]

    init(_ pauses: [Int64]) { self.pauses = pauses }

    /// The next attempt; nil after the last one.
    func next(after attempt: Int, failedAt now: Timestamp) -> Timestamp? {
        guard pauses.indices.contains(attempt - 1) else { return nil }
        return now.adding(seconds: pauses[attempt - 1])
    }
}
