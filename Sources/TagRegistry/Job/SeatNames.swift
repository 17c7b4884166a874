import DisplayKit

/// Functions that generate names for numbered seats, such as 120 seats in `rows A-F`.
public enum SeatNames {
    /// Returns `count` names, in the order of the seats.
    ///
    /// If `place` is a list of rows, such as `rows A-F` or `rows A-C, E`, the seats are divided evenly among
    /// the rows. Seats in lettered rows have names such as `A1`, and seats in numbered rows have names such
    /// as `Row 1 Seat 1`. Any other place is followed by a number, as in `Lobby 1`. If `place` is empty, the
    /// names are just numbers.
    ///
    /// - Parameters:
    ///   - count: The number of names, at least 1. A count above ``BatchRow/most`` + 1 is reduced to that
    ///     number.
    ///   - place: The place, such as `rows A-F`; may be empty.
    /// - Throws: ``BatchProblem`` with code `uncountableSeats` if the seats cannot be divided evenly, or if
    ///   rows are descending or repeated.
    public static func names(count: Int, place: String) throws(BatchProblem) -> [String] {
        let count = min(count, BatchRow.most + 1)
        let words = place.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return (1...max(count, 1)).map(String.init) }
        guard let rows = try rows(words) else { return (1...max(count, 1)).map { "\(words) \($0)" } }
        guard count.isMultiple(of: rows.count) else {
            let less = count / rows.count * rows.count
            throw BatchProblem(
                .uncountableSeats,
                "\(count) seat\(count == 1 ? "" : "s") cannot be divided evenly among \(rows.count) rows: "
                    + "use " + (less == 0 ? "" : "\(less) or ") + "\(less + rows.count) seats",
                help: .table)
        }
        return rows.flatMap { row in
            (1...count / rows.count).map { row.isNumber ? "Row \(row.name) Seat \($0)" : "\(row.name)\($0)" }
        }
    }

    /// Returns the rows in a string such as `rows A-F`, `row 3` or `A-F`; nil for any other text. Throws
    /// `uncountableSeats` for rows in descending order and for repeated rows.
    private static func rows(_ words: String) throws(BatchProblem) -> [(name: String, isNumber: Bool)]? {
        let lower = words.lowercased()
        let word = ["rows ", "row ", "reihen ", "reihe "].first { lower.hasPrefix($0) }
        let rest = words.dropFirst(word?.count ?? 0)
        // Without the word, only a range is read as rows: "Lobby" is a place, "A-F" are rows.
        guard word != nil || rest.contains(where: dashes.contains) else { return nil }
        var parts: [[String]] = []
        for part in rest.split(separator: ",") {
            let ends = part.split(whereSeparator: dashes.contains).map { $0.filter { !$0.isWhitespace } }
            guard let first = ends.first, ends.count <= 2, let last = ends.last, isRange(first, last) else {
                return nil
            }
            parts.append(first == last ? [first] : [first, last])
        }
        guard parts.allSatisfy({ range($0[0], $0[$0.count - 1]) != nil }) else {
            let turned = parts.map { part in
                let part = part.map { $0.uppercased() }
                return (range(part[0], part[part.count - 1]) == nil ? part.reversed() : part).joined(
                    separator: "-")
            }
            let text = words.prefix(word?.count ?? 0) + turned.joined(separator: ", ")
            throw BatchProblem(
                .uncountableSeats,
                "some rows in \"\(words)\" are in descending order; write \"\(text)\" instead")
        }
        let all = parts.flatMap { range($0[0], $0[$0.count - 1]) ?? [] }
        if let twice = Dictionary(grouping: all, by: \.name).first(where: { $0.value.count > 1 }) {
            throw BatchProblem(.uncountableSeats, "row \(twice.key) appears twice in \"\(words)\"")
        }
        return all.isEmpty ? nil : all
    }

    /// Returns whether two strings are the ends of a range, in either order.
    private static func isRange(_ first: String, _ last: String) -> Bool {
        range(first, last) != nil || range(last, first) != nil
    }

    private static let dashes: Set<Character> = ["-", "–", "—"]

    private static func range(_ first: String, _ last: String) -> [(name: String, isNumber: Bool)]? {
        if let low = Int(first), let high = Int(last), (0...high).contains(low), high < 1000 {
            return (low...high).map { (String($0), true) }
        }
        guard let low = letter(first), let high = letter(last), low <= high else { return nil }
        return (low...high).map { (String(Character(Unicode.Scalar($0))), false) }
    }

    /// Returns the ASCII code of a single letter A to Z, converted to upper case. Returns nil for any other
    /// text.
    private static func letter(_ text: String) -> UInt8? {
        guard let scalar = text.uppercased().unicodeScalars.first, text.utf8.count == 1,
            ("A"..."Z").contains(scalar)
        else { return nil }
        return UInt8(scalar.value)
    }
}

/// Returns a name normalized for display. Returns nil if ``textFlaw(_:)`` finds a flaw, such as more than 64
/// characters.
func shownText(_ text: String) -> String? { try? DisplayText(text, atMost: 64).text }

/// Returns the reason why a string is not a valid name, as a predicate such as `is empty`. Returns nil for a
/// valid name.
func textFlaw(_ text: String) -> String? { DisplayText.flaw(in: text, atMost: 64)?.summary }
