import Foundation
import MoneyKit
import TextKit

/// The positions of the columns in a bank's table.
struct BankColumns: Hashable {
    /// The index of the row with the column names. Some banks put other lines above this row.
    var header: Int
    var date: Int
    /// The index of the column with the signed amounts, or with only the credits.
    var amount: Int
    /// The index of the column that marks each amount as a credit or a debit, or nil if there is no such
    /// column.
    var direction: Int?
    var currency: Int?
    var texts: [Int]

    /// The number of rows at the start of the table that are searched for the column names.
    private static let deepestHeader = 30

    /// Finds the columns by the names in the layout. If the layout has no name for a column, uses the names
    /// that banks commonly use.
    ///
    /// - Throws: ``BankError`` with code `unknownColumn`, `noDateColumn` or `noAmountColumn`.
    init(of rows: [CSVTable.Row], _ layout: BankLayout) throws(BankError) {
        let heads = rows.prefix(Self.deepestHeader).map { $0.fields.map(Self.plain) }
        func place(_ given: String?, _ habits: [String], in head: [String]) -> Int? {
            guard let given else { return habits.lazy.compactMap { head.firstIndex(of: $0) }.first }
            return head.firstIndex(of: Self.plain(given))
        }
        for (index, head) in heads.enumerated() {
            guard let date = place(layout.date, Self.dates, in: head),
                let amount = place(layout.amount, Self.credits + Self.amounts, in: head)
            else { continue }
            (self.header, self.date, self.amount) = (index, date, amount)
            direction = place(nil, Self.directions, in: head)
            currency = place(nil, Self.currencies, in: head)
            if let text = layout.text {
                guard let column = place(text, [], in: head) else {
                    throw BankError(.unknownColumn, line: rows[index].line, text)
                }
                texts = [column]
            } else {
                texts = head.indices.filter { Self.texts.contains(head[$0]) }
            }
            return
        }
        let names = rows.first?.fields.filter { !$0.isEmpty }.joined(separator: ", ") ?? ""
        for name in [layout.date, layout.amount].compactMap(\.self)
        where !heads.contains(where: { $0.contains(Self.plain(name)) }) {
            throw BankError(.unknownColumn, line: rows.first?.line ?? 1, name)
        }
        let hasDate = heads.contains { place(layout.date, Self.dates, in: $0) != nil }
        throw BankError(hasDate ? .noAmountColumn : .noDateColumn, line: rows.first?.line ?? 1, names)
    }

    /// Returns a column name in lower case, without accents, punctuation or a currency at its end. For
    /// example, `Crédit (EUR)` becomes `credit`, and `Gutschrift in CHF` becomes `gutschrift`.
    static func plain(_ name: String) -> String {
        let folded = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
        var words = folded.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.count > 1, let last = words.last, last.hasPrefix("euro") || (try? Currency(last)) != nil {
            words.removeLast()
            if words.count > 1, words.last == "in" { words.removeLast() }
        }
        return words.joined(separator: " ")
    }

    // The names that banks use, as ``plain(_:)`` returns them. The first name that matches is used, so names for the
    // booking date come before names for the value date. Languages: en, de, fr, nl, es, pt, it, sv, da, no, pl.
    private static let dates = [
        "booking date", "posting date", "posted date", "date posted", "transaction date", "date", "post date",
        "buchungstag", "buchungsdatum", "buchung", "datum", "date de comptabilisation", "date operation",
        "date de l operation", "date d operation", "boekingsdatum", "boekdatum", "transactiedatum",
        "fecha operacion", "fecha de operacion", "fecha contable", "fecha", "data lancamento",
        "data movimento",
        "data mov", "data contabile", "data operazione", "data operacji", "data ksiegowania", "data",
        "bokforingsdag", "bokforingsdatum", "bogført dato", "bogføringsdato", "bokført dato", "dato",
        "value date", "wertstellung", "valutadatum", "valuta", "date valeur", "date de valeur", "fecha valor",
        "data valor", "data valuta",
    ]
    private static let credits = [
        "credit", "credit amount", "amount credit", "credits", "deposit", "deposits", "deposit amount",
        "paid in", "money in", "haben", "gutschrift", "gutschriften", "montant credit", "bij", "abono",
        "abonos", "haber", "credito", "ingreso", "ingresos", "entrate", "avere", "accrediti", "entradas",
        "insattning", "uznania",
    ]
    private static let amounts = [
        "amount", "transaction amount", "value", "betrag", "umsatz", "montant", "bedrag", "importe",
        "importo",
        "valor", "montante", "belopp", "beløb", "beløp", "kwota", "kwota operacji",
    ]
    private static let directions = [
        "credit debit", "debit credit", "credit debit indicator", "dr cr", "cr dr", "d c", "c d",
        "soll haben",
        "s h", "af bij", "sens",
    ]
    private static let currencies = [
        "currency", "currency code", "wahrung", "waehrung", "devise", "valuta code", "munt", "moneda",
        "divisa",
        "moeda", "valuta kod",
    ]
    private static let texts: Set<String> = [
        "description", "transaction description", "original description", "details", "memo", "narrative",
        "particulars", "reference", "transaction reference", "payee", "name", "text", "verwendungszweck",
        "buchungstext", "auftraggeber", "auftraggeber empfanger", "beguenstigter zahlungspflichtiger",
        "begunstigter zahlungspflichtiger", "name zahlungsbeteiligter", "zahlungspflichtige r",
        "avisierungstext",
        "kundenreferenz end to end", "libelle", "reference de l operation", "communication", "omschrijving",
        "naam omschrijving", "mededelingen", "concepto", "descripcion", "observaciones", "referencia",
        "descricao", "descrizione", "causale", "descrizione operazione", "tekst", "rubrik", "meddelande",
        "opis operacji", "tytul", "tytulem",
    ]
}
