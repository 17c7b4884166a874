/// Names for seats that nobody has listed: `--count 120 --place "rows A-F"`.
public enum SeatNames {
    /// So many names, in the order in which a person walks.
    ///
    /// `rows A-F` and `rows A-C, E` share the seats out evenly: `A1`, `A2`, …; numbered rows, as in `rows 1-10`, give
    /// `Row 1 Seat 1`. Any other text is put before a number: `Lobby 1`; without text the numbers stand alone.
    ///
    /// - Parameter count: At least 1; no more than ``BatchRow/most`` is of use.
    /// - Throws: ``BatchProblem`` with code `uncountableSeats` where the seats cannot be shared out evenly.
    public static func names(count: Int, place: String) throws(BatchProblem) -> [String] {
        let count = min(count, BatchRow.most + 1)
        let words = place.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return (1...max(count, 1)).map(String.init) }
        guard let rows = rows(words) else { return (1...max(count, 1)).map { "\(words) \($0)" } }
        guard count.isMultiple(of: rows.count) else {
            let less = count / rows.count * rows.count
            throw BatchProblem(
                .uncountableSeats,
                "\(count) seats cannot be shared out evenly over \(rows.count) rows; "
                    + (less == 0 ? "" : "\(less) and ")
                    + "\(less + rows.count) can, or list the seats in a table (--csv)")
        }
        return rows.flatMap { row in
            (1...count / rows.count).map { row.isNumber ? "Row \(row.name) Seat \($0)" : "\(row.name)\($0)" }
        }
    }

    /// The rows of `rows A-F`, `row 3` or `A-F`; nil for any other text.
    private static func rows(_ words: String) -> [(name: String, isNumber: Bool)]? {
        let lower = words.lowercased()
        let word = ["rows ", "row ", "reihen ", "reihe "].first { lower.hasPrefix($0) }
        let rest = words.dropFirst(word?.count ?? 0)
        // Without the word only what is a range is one: "Lobby" is a place, "A-F" are rows.
        guard word != nil || rest.contains(where: dashes.contains) else { return nil }
        var all: [(name: String, isNumber: Bool)] = []
        for part in rest.split(separator: ",") {
            let ends = part.split(whereSeparator: dashes.contains).map { $0.filter { !$0.isWhitespace } }
            guard let first = ends.first, ends.count <= 2, let part = range(first, ends.last ?? first) else {
                return nil
            }
            all += part
        }
        let names = Set(all.map(\.name))
        return all.isEmpty || names.count != all.count ? nil : all
    }

    private static let dashes: Set<Character> = ["-", "–", "—"]

    private static func range(_ first: String, _ last: String) -> [(name: String, isNumber: Bool)]? {
        if let low = Int(first), let high = Int(last), (0...high).contains(low), high < 1000 {
            return (low...high).map { (String($0), true) }
        }
        guard let low = letter(first), let high = letter(last), low <= high else { return nil }
        return (low...high).map { (String(Character(Unicode.Scalar($0))), false) }
    }

    /// A single letter A to Z, taken as a capital.
    private static func letter(_ text: String) -> UInt8? {
        guard let scalar = text.uppercased().unicodeScalars.first, text.utf8.count == 1,
            ("A"..."Z").contains(scalar)
        else { return nil }
        return UInt8(scalar.value)
    }
}
