extension Timestamp {
    /// The moment for people, with the clock by which it is told: `2026-11-21 09:00:00 UTC`.
    public var inUTC: String {
        String(iso8601.dropLast().map { $0 == "T" ? " " : $0 }) + " UTC"
    }
}
