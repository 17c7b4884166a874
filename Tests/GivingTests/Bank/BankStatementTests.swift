import DatabaseKit
import Giving
import MoneyKit
import SimulationKit
import TestSupport
import Testing
import TimeKit

@Suite struct BankStatementTests {
    private static func read(
        _ text: String, in currency: Currency = .usd, _ layout: BankLayout = BankLayout()
    ) throws(BankError) -> BankStatement {
        try BankStatement(csv: Array(text.utf8), currency: currency, layout: layout)
    }

    /// Returns one line per deposit, such as `2026-01-31 12.50 usd text`.
    private static func shown(_ statement: BankStatement) -> [String] {
        statement.deposits.map {
            "\($0.day.iso8601) \($0.amount.plainText) \($0.amount.currency.code) \($0.text)"
        }
    }

    @Test(
        "reads the CSV exports of real banks",
        arguments: [
            // Chase
            (
                "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\n"
                    + "CREDIT,01/31/2026,\"STRIPE TRANSFER\",1234.50,ACH_CREDIT,5000.00,\nDEBIT,01/30/2026,RENT,-900.00,ACH_DEBIT,1,\n",
                ["2026-01-31 1234.50 usd CREDIT STRIPE TRANSFER"]
            ),
            // Bank of America: lines before the header
            (
                "Description,,Summary Amt.\nBeginning balance as of 01/01/2026,,\"1,000.00\"\n\n"
                    + "Date,Description,Amount,Running Bal.\n01/01/2026,Beginning balance,,\"1,000.00\"\n01/15/2026,DEPOSIT,\"2,050.00\",\"3,050.00\"\n",
                ["2026-01-15 2050.00 usd DEPOSIT"]
            ),
            // Sparkasse, CAMT
            (
                "\"Auftragskonto\";\"Buchungstag\";\"Valutadatum\";\"Buchungstext\";\"Verwendungszweck\";\"Betrag\";\"Waehrung\"\n"
                    + "\"DE1\";\"31.01.26\";\"31.01.26\";\"GUTSCHRIFT\";\"STRIPE\";\"1.234,50\";\"EUR\"\n\"DE1\";\"30.01.26\";\"30.01.26\";\"LASTSCHRIFT\";\"Miete\";\"-900,00\";\"EUR\"\n",
                ["2026-01-31 1234.50 eur GUTSCHRIFT STRIPE"]
            ),
            // Lloyds: separate columns for debits and credits
            (
                "Transaction Date,Transaction Type,Transaction Description,Debit Amount,Credit Amount,Balance\n"
                    + "31/01/2026,FPI,STRIPE,,1234.50,1\n30/01/2026,DD,RENT,900.00,,1\n",
                ["2026-01-31 1234.50 usd STRIPE"]
            ),
            // Nationwide: currency symbols
            (
                "\"Date\",\"Transaction type\",\"Description\",\"Paid out\",\"Paid in\",\"Balance\"\n"
                    + "\"31 Jan 2026\",\"Bank credit\",\"Stripe\",,\"£1,234.50\",\"£5,000.00\"\n",
                ["2026-01-31 1234.50 usd Stripe"]
            ),
            // ING: unsigned amounts with a column for the direction
            (
                "\"Datum\",\"Naam / Omschrijving\",\"Af Bij\",\"Bedrag (EUR)\",\"Mededelingen\"\n"
                    + "\"20260131\",\"Stripe\",\"Bij\",\"1234,50\",\"po\"\n\"20260130\",\"Huur\",\"Af\",\"900,00\",\"\"\n",
                ["2026-01-31 1234.50 usd Stripe po"]
            ),
            // Crédit Agricole
            (
                "Date;Libellé;Débit euros;Crédit euros;\n31/01/2026;VIREMENT;;1 234,50;\n30/01/2026;LOYER;900,00;;\n",
                ["2026-01-31 1234.50 usd VIREMENT"]
            ),
            // PostFinance
            (
                "Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF\n2026-01-31;STRIPE;1'234.50;\n2026-01-30;MIETE;;-900.00\n",
                ["2026-01-31 1234.50 usd STRIPE"]
            ),
            // Santander
            ("FECHA;CONCEPTO;IMPORTE\n31/01/2026;STRIPE;1.234,50\n", ["2026-01-31 1234.50 usd STRIPE"]),
            // An Indian bank
            (
                "Date,Narration,Debit,Credit\n31-Jan-2026,STRIPE,,\"12,34,567.00\"\n",
                ["2026-01-31 1234567.00 usd "]
            ),
            ("Date,Amount\n2026-01-31T23:59:59Z,1.00 CR\n2026-01-30,2.00 DR\n", ["2026-01-31 1.00 usd "]),
        ])
    func reads(text: String, deposits: [String]) throws {
        #expect(Self.shown(try Self.read(text)) == deposits)
    }

    @Test("covers the days from its first to its last line, even if those lines are debits")
    func days() throws {
        let statement = try Self.read("Date,Debit,Credit\n2026-01-02,5,\n2026-01-10,,7\n2026-01-28,6,\n")
        #expect(statement.days.lowerBound.iso8601 == "2026-01-02")
        #expect(statement.days.upperBound.iso8601 == "2026-01-28")
        #expect(statement.lines == 1 && statement.deposits.map(\.line) == [3])
    }

    @Test("infers the order of day and month for all lines from one day after the 12th")
    func order() throws {
        #expect(
            Self.shown(try Self.read("Date,Amount\n03/04/2026,1\n13/04/2026,2\n"))
                == ["2026-04-03 1.00 usd ", "2026-04-13 2.00 usd "])
        #expect(
            Self.shown(try Self.read("Date,Amount\n03/04/2026,1\n04/13/2026,2\n"))
                == ["2026-03-04 1.00 usd ", "2026-04-13 2.00 usd "])
        #expect(Self.shown(try Self.read("Date,Amount\n03/03/2026,1\n")) == ["2026-03-03 1.00 usd "])
        var layout = BankLayout()
        layout.dateOrder = .dayFirst
        #expect(
            Self.shown(try Self.read("Date,Amount\n03/04/2026,1\n", layout)) == ["2026-04-03 1.00 usd "])
    }

    @Test("reads three digits after a separator as the currency allows, or as other lines show")
    func decimals() throws {
        #expect(Self.shown(try Self.read("Date;Amount\n2026-01-01;1,234\n")) == ["2026-01-01 1234.00 usd "])
        #expect(Self.shown(try Self.read("Date;Amount\n2026-01-01;1.234\n")) == ["2026-01-01 1234.00 usd "])
        let dinars = "Date;Amount\n2026-01-01;1.234\n"
        #expect(throws: BankError.self) { try Self.read(dinars, in: Currency("kwd")) }
        #expect(
            Self.shown(try Self.read(dinars + "2026-01-02;0.500\n", in: Currency("kwd")))
                == ["2026-01-01 1.234 kwd ", "2026-01-02 0.500 kwd "])
        #expect(
            Self.shown(try Self.read("Date;Amount\n2026-01-01;1,234\n", in: Currency("jpy")))
                == ["2026-01-01 1234 jpy "])
    }

    @Test("uses the columns that the layout names")
    func named() throws {
        var layout = BankLayout()
        (layout.date, layout.amount, layout.text) = ("Tag", "Eingang €", "Was")
        #expect(
            Self.shown(try Self.read("Tag;Eingang €;Was;Date\n2026-01-31;5;x;1999-01-01\n", layout))
                == ["2026-01-31 5.00 usd x"])
    }

    @Test(
        "refuses ambiguous or malformed statements, and reports the line",
        arguments: [
            ("Date,Amount\n03/04/2026,1\n", BankError.Code.ambiguousDate, 2),
            ("Date,Amount\n13/04/2026,1\n04/13/2026,1\n", .mixedDates, 3),
            ("Date,Amount\n2026-02-30,1\n", .malformedDate, 2),
            ("Date,Amount\n26-01-31,1\n", .malformedDate, 2),
            ("Date,Amount\n2026-01-31 noon,1\n", .malformedDate, 2),
            ("Date,Amount\n2026-01-31,1\n,2\n", .missingDate, 3),
            ("Date;Amount\n2026-01-31;1.5\n2026-01-31;1,5\n", .mixedAmounts, 3),
            ("Date;Amount\n2026-01-31;1.234.5\n", .malformedAmount, 2),
            ("Date;Amount\n2026-01-31;12 apples\n", .malformedAmount, 2),
            ("Date;Amount\n2026-01-31;9223372036854775808\n", .malformedAmount, 2),
            ("Date;Amount;Currency\n2026-01-31;5;XXY\n", .unknownCurrency, 2),
            ("Date;Amount;D/C\n2026-01-31;5;maybe\n", .unknownDirection, 2),
            ("Day of joy,Amount\n2026-01-31,1\n", .noDateColumn, 1),
            ("Date,Weight\n2026-01-31,1\n", .noAmountColumn, 1),
            ("01/31/2026,50.00,*,,STRIPE\n", .noDateColumn, 1),
            ("Date,Amount\n2026-01-31,\n", .noLines, 1),
            ("", .notATable, 1), ("\"open", .notATable, 1),
        ])
    func refuses(text: String, code: BankError.Code, line: Int) {
        let error = #expect(throws: BankError.self) { try Self.read(text) }
        #expect(error?.code == code && error?.line == line, "\(String(describing: error))")
        #expect(error?.summary.isEmpty == false && error?.remedy.isEmpty == false)
    }

    @Test("names a column that is missing")
    func unknownColumn() {
        var layout = BankLayout()
        layout.amount = "Eingang"
        let error = #expect(throws: BankError.self) { try Self.read("Date,Amount\n2026-01-31,1\n", layout) }
        #expect(error?.code == .unknownColumn && error?.found == "Eingang")
    }

    @Test("reads an amount the same in every notation, and never traps on noise", arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let minor = Int64.random(in: 1...99_999_999, using: &random)
        let plain = Money(minor, .usd).plainText
        let (whole, cents) = (plain.dropLast(3), plain.suffix(2))
        var grouped = ""
        for (index, digit) in whole.reversed().enumerated() {
            if index > 0, index % 3 == 0 { grouped = "G" + grouped }
            grouped = String(digit) + grouped
        }
        for (group, mark) in [(",", "."), (".", ","), ("'", "."), ("\u{A0}", ","), ("", ","), ("", ".")] {
            let text = grouped.replacing("G", with: group) + mark + cents
            for written in [text, "+\(text)", "$\(text)", "\(text) USD"] {
                let statement = try Self.read("Date;Amount\n2026-01-31;\(written)\n")
                #expect(statement.deposits.first?.amount.minorUnits == minor, "\(written)")
            }
            for written in ["-\(text)", "\(text)-", "(\(text))", "\(text) DR"] {
                #expect(try Self.read("Date;Amount\n2026-01-31;\(written)\n").deposits.isEmpty, "\(written)")
            }
        }
        let noise = String(
            (0..<random.next() % 40).map { _ in
                Array("0123456789.,-+()'$ €DRapr/:T\"\n;")[Int(random.next() % 31)]
            })
        _ = try? Self.read("Date;Amount\n\(noise);\(noise)\n")
    }
}
