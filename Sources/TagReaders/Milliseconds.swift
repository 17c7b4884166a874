extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000) / 1000
    }

    /// The duration rounded to whole milliseconds, as digits without a unit.
    var formattedMilliseconds: String { String(Int64(milliseconds.rounded())) }

    /// The duration in seconds with up to one decimal place, as text for messages: `1 second`, `0.5 seconds`.
    var formattedSeconds: String {
        let tenths = Int64((milliseconds / 100).rounded())
        let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        return number == "1" ? "1 second" : "\(number) seconds"
    }
}
