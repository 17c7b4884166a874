import ArgumentParser
import Documents
import Giving

/// The options for matching a bank statement with payouts. Most of them are needed only if the statement's
/// format cannot be detected.
struct BankOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The organization that the bank statement belongs to.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("The statement's date column.", valueName: "name"))
    var date: String?

    @Option(help: ArgumentHelp("The statement's amount or credit column.", valueName: "name"))
    var amount: String?

    @Option(help: ArgumentHelp("The statement's description column.", valueName: "name"))
    var text: String?

    @Option(help: ArgumentHelp("The date order: dmy for 31/01/2026, mdy for 01/31/2026.", valueName: "order"))
    var dateOrder: BankLayout.DateOrder?

    @Option(
        help: ArgumentHelp("The decimal sign: point for 1,234.50, comma for 1.234,50.", valueName: "sign"))
    var decimal: BankLayout.DecimalSign?

    @Option(
        help: ArgumentHelp(
            "The maximum number of days from a payout's arrival to its deposit, 0 to 31. (default: 5)",
            valueName: "number"))
    var days: Int?

    func validate() throws {
        try (0...DepositMatch.mostDays).validate(days, of: "--days")
        let isSaid =
            date != nil || amount != nil || text != nil || dateOrder != nil || decimal != nil || days != nil
        if org == nil, isSaid { throw ValidationError("The options for bank statements require --org.") }
    }

    /// The maximum number of days between a payout's arrival date and its deposit.
    var window: Int { days ?? DepositMatch.usualDays }

    var layout: BankLayout {
        var layout = BankLayout()
        (layout.date, layout.amount, layout.text) = (date, amount, text)
        (layout.dateOrder, layout.decimalSign) = (dateOrder, decimal)
        return layout
    }
}
