import TimeKit

/// A parser for the dates in bank exports.
enum BankDate {
    /// Parses a date, with the day and the month in the given order. Returns nil if the text is not a date.
    ///
    /// These strings have the same meaning in both orders: `2026-01-31`, `2026/01/31`, `20260131`,
    /// `31.01.2026`, `31.1.26`, `31 Jan 2026` and `Jan 31, 2026`. In a date such as `01.02.2026`, the day
    /// comes first. The meaning of `01/02/2026` and of `1-2-2026` depends on the order. A time of day may
    /// follow the date.
    static func day(_ text: String, _ order: BankLayout.DateOrder) -> CalendarDate? {
        let words = words(of: text)
        guard let first = words.first else { return nil }
        if first.text.utf8.count == 8, let all = Int(first.text) {
            guard isTime(words.dropFirst()) else { return nil }
            return CalendarDate(year: all / 10_000, month: all / 100 % 100, day: all % 100)
        }
        guard words.count >= 3, isTime(words.dropFirst(3)) else { return nil }
        let (a, b, c) = (words[0], words[1], words[2])
        if let month = month(a.text) { return date(b.text, month, c.text, hasShortYear: true) }
        if let month = month(b.text) { return date(a.text, month, c.text, hasShortYear: true) }
        if a.text.utf8.count == 4 { return date(c.text, Int(b.text), a.text, hasShortYear: false) }
        let isDayFirst = order == .dayFirst || a.separator == "."
        let (day, month) = isDayFirst ? (a.text, b.text) : (b.text, a.text)
        // In a date with hyphens, two digits at the start may be a year.
        return date(day, Int(month), c.text, hasShortYear: a.separator != "-")
    }

    /// A run of digits or a run of letters, and the separator that follows it, if any.
    private struct Word {
        var text: String
        var separator: Character?
    }

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var isOpen = false
        for character in text.prefix(40) {
            let isDigit = character.isASCII && character.isNumber
            guard isDigit || character.isLetter else {
                if isOpen { words[words.count - 1].separator = character }
                isOpen = false
                continue
            }
            if isOpen, let last = words.last?.text.last, last.isNumber == isDigit {
                words[words.count - 1].text.append(character)
            } else {
                words.append(Word(text: String(character)))
            }
            isOpen = true
        }
        return words
    }

    private static func isTime(_ words: ArraySlice<Word>) -> Bool {
        words.allSatisfy { word in
            Int(word.text) != nil || ["t", "z", "am", "pm", "utc", "gmt"].contains(word.text.lowercased())
        }
    }

    private static func date(_ day: String, _ month: Int?, _ year: String, hasShortYear: Bool)
        -> CalendarDate?
    {
        guard day.utf8.count <= 2, let day = Int(day), let month, let number = Int(year) else { return nil }
        switch year.utf8.count {
        case 4: return CalendarDate(year: number, month: month, day: day)
        case 2 where hasShortYear: return CalendarDate(year: 2000 + number, month: month, day: day)
        default: return nil
        }
    }

    /// Returns the number of a month, 1 to 12, from its English name or the name's first three letters.
    /// Returns nil for any other text.
    private static func month(_ text: String) -> Int? {
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        let word = text.lowercased()
        return names.firstIndex { $0 == word || $0.prefix(3) == word }.map { $0 + 1 }
    }
}
