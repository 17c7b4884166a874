extension Duration {
    /// Milliseconds as a number.
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000) / 1000
    }

    /// Whole milliseconds as text, for sentences.
    var formattedMilliseconds: String { String(Int64(milliseconds.rounded())) }
}
