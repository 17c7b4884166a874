import TimeKit

/// The terms on receipts and statements, in one language.
struct PaperWords {
    /// The BCP 47 language tag.
    let language: String
    /// The titles of a receipt and of a statement.
    let receipt, statement: String
    /// The labels of rows and columns.
    let donor, date, issued, fund, gift, charged, wentBack, total, coveredFee, coveredFeeColumn, sum: String
    /// The notices about a receipt's validity.
    let void, replacedBy, replaces, nothingLeft: String
    /// The texts for a monthly gift, an erased donor and a year without gifts.
    let monthly, forgotten, noGifts: String
    /// The names of the months, and the punctuation after the day of the month.
    let months: [String], dayEnd: String

    /// Returns a date as text, such as `29 November 2026` or `29. November 2026`.
    func shown(_ date: CalendarDate) -> String {
        "\(date.day)\(dayEnd) \(months[date.month - 1]) \(date.year)"
    }

    static let english = PaperWords(
        language: "en", receipt: "Receipt", statement: "Statement of gifts", donor: "Donor", date: "Date",
        issued: "Issued", fund: "Fund", gift: "Gift", charged: "Charged", wentBack: "Refunded",
        total: "Amount given", coveredFee: "Including the processing fee", coveredFeeColumn: "Fee covered",
        sum: "Total", void: "VOID since", replacedBy: "replaced by", replaces: "Replaces",
        nothingLeft: "the whole gift was returned", monthly: "monthly gift",
        forgotten: "erased at the donor's request", noGifts: "No gifts in this year.",
        months: CalendarDate.englishMonths, dayEnd: "")

    static let german = PaperWords(
        language: "de", receipt: "Quittung", statement: "Übersicht der Spenden", donor: "Spender",
        date: "Datum", issued: "Ausgestellt", fund: "Zweck", gift: "Spende", charged: "Belastet",
        wentBack: "Erstattet", total: "Gespendeter Betrag", coveredFee: "Davon für die Zahlungsgebühr",
        coveredFeeColumn: "Gebühr", sum: "Summe", void: "UNGÜLTIG seit", replacedBy: "ersetzt durch",
        replaces: "Ersetzt", nothingLeft: "die gesamte Spende wurde zurückgezahlt",
        monthly: "monatliche Spende", forgotten: "auf Wunsch gelöscht",
        noGifts: "Keine Spenden in diesem Jahr.",
        months: [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
            "November", "Dezember",
        ], dayEnd: ".")
}
