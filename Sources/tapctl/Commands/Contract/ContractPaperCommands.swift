import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import FailureKit
import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// `tapctl contract sheet`: exports a contract as text or as a printable page.
struct ContractSheetCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Export a contract as text or as a printable page.",
        discussion: """
            EXAMPLES:
              tapctl contract sheet con_01jd3x0...
              tapctl contract sheet con_01jd3x0... --output kitchen.html

            To print the contract or save it as a PDF, write it to an .html file and open
            the file in a browser. `tapctl serve` also shows the page to the payer, at the
            payment link with /sheet appended.
            """)

    @Argument(help: "The contract's id.")
    var id: String

    @OptionGroup var paper: ContractPaperOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (contract, calendar) = try await data.withData(needsProcessor: false) { data in
            let contract = try await data.products.contracts.contract(id)
            return (contract, try await data.calendar(ofAccount: contract.terms.payee))
        }
        try paper.write(
            .contractSheet(of: contract, mark: TestMark.sentence, calendar: calendar),
            try contract.document(), output
        )
    }
}

/// `tapctl contract invoice`: writes the invoice for a paid contract or milestone.
struct ContractInvoiceCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "invoice", abstract: "Write the invoice for a paid contract or milestone.",
        discussion: """
            EXAMPLES:
              tapctl contract invoice con_01jd3x0...
              tapctl contract invoice con_01jd3x0... --milestone 2 --output invoice.html

            The invoice number is the contract's id, followed by the milestone's number, or
            by 1 if the contract has no milestones.
            """)

    @Argument(help: "The contract's id.")
    var id: String

    @Option(
        help: ArgumentHelp(
            "The milestone, counted from 1. (default: the first or only payment)", valueName: "number"))
    var milestone: Int?

    @OptionGroup var paper: ContractPaperOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (invoice, calendar) = try await data.withData(needsProcessor: false) { data in
            let contract = try await data.products.contracts.contract(id)
            let calendar = try await data.calendar(ofAccount: contract.terms.payee)
            return (try ContractInvoice(of: contract, part: milestone ?? 1), calendar)
        }
        try paper.write(
            .contractInvoice(invoice, mark: TestMark.sentence, calendar: calendar), invoice.document, output)
    }
}

/// `tapctl contract earnings`: reports an organization's earnings from contracts in a year.
struct ContractEarningsCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "earnings", abstract: "Report what an organization received for contracts in a year.",
        discussion: """
            EXAMPLES:
              tapctl contract earnings --org Builder --year 2026
              tapctl contract earnings --org Builder --year 2026 --output earnings.html

            Counts the money transferred to the organization's account in that year. The
            year begins and ends in the organization's time zone. The platform's fee and
            refunds are deducted. Money still held for a milestone is not included.
            """)

    @Option(help: ArgumentHelp("The organization that was paid.", valueName: "id"))
    var org: String

    @Option(help: "The year.")
    var year: Int

    @Option(help: ArgumentHelp("The currency of the totals.", valueName: "code"))
    var currency = "usd"

    @OptionGroup var paper: ContractPaperOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if LocalPeriod.year(year) == nil { throw ValidationError("--year must be between 1 and 9998.") }
    }

    func run() async throws {
        let currency = try Currency(typed: currency)
        let (report, calendar) = try await data.withData(needsProcessor: false) { data in
            try await data.contractYear(of: org, year, currency)
        }
        try paper.write(
            .contractYear(report, mark: TestMark.sentence, calendar: calendar), report.document, output)
    }
}

/// The options for the format and destination of a document.
struct ContractPaperOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The new file: a web page if its name ends in .html, otherwise text. (default: text on standard output)",
            valueName: "path"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    /// Writes a document to a file, or prints the document if no file is given.
    func write(_ paper: Paper, _ document: JSONValue, _ output: OutputOptions) throws {
        guard let path else {
            return try output.print(document, Self.shown(paper.text))
        }
        let isPage = path.lowercased().hasSuffix(".html")
        try NewFile.write(Array((isPage ? paper.html : paper.text).utf8), to: path, force: force)
        try output.print(document, "\(printable(path))  \(printable(paper.title))")
    }

    /// Returns a string with each line escaped, so that text in a contract cannot move the terminal's cursor.
    private static func shown(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { printable(String($0)) }.joined(separator: "\n")
    }
}

extension DataFolder {
    /// Returns an organization's earnings from contracts in a year, and the organization's calendar.
    ///
    /// - Throws: An error with exit code 65 if the year is invalid, 66 if the organization is unknown, or 77
    ///   if it has no account.
    func contractYear(of org: String, _ year: Int, _ currency: Currency) async throws -> (
        ContractYear, LocalCalendar
    ) {
        let (account, calendar) = try await read { transaction in
            (try transaction.contractAccount(of: org), try transaction.knownOrganization(org).calendar)
        }
        let report = try await products.contracts.earnings(
            ofPayee: account.payee, named: account.name, inYear: year, by: calendar, currency)
        guard let report else {
            throw CommandError(
                .malformed, code: "invalidYear", "\(year) is not a year", remedy: "use a year such as 2026")
        }
        return (report, calendar)
    }
}

extension ContractInvoice {
    /// The invoice's JSON document, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "contract_invoice", "number": number.json, "payee_name": terms.payeeName.json,
            "payer_name": terms.payer.name.json, "payer_email": terms.payer.email.json,
            "title": terms.title.json, "part": part.json, "currency": quote.total.currency.code.json,
            "lines": .array(
                quote.lines.map { line in
                    [
                        "role": .string(line.role == .surcharge ? "surcharge" : "base"),
                        "amount_minor": line.amount.minorUnits.json,
                    ]
                }),
            "total_minor": quote.total.minorUnits.json,
            "refunded_minor": refunded.minorUnits.json, "payment": payment.json, "paid": paidAt.json,
        ]
    }
}

extension ContractYear {
    /// The JSON document of a payee's earnings from contracts in a year, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "contract_earnings", "payee_name": payeeName.json, "year": year.json,
            "currency": total.currency.code.json,
            "earnings": .array(
                earnings.map { earning in
                    [
                        "contract": earning.contract.json, "part": earning.part.json,
                        "title": earning.title.json, "payer_name": earning.payerName.json,
                        "released": earning.released.json, "amount_minor": earning.amount.minorUnits.json,
                    ]
                }),
            "total_minor": total.minorUnits.json, "as_of": asOf.json,
        ]
    }
}
