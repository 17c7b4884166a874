import Contracts
import MoneyKit
import PaymentCore
import Testing

extension ContractForm {
    /// Returns a complete form for 50,000 dollars.
    static func example(_ structure: PaymentStructure = .upfront, total: String = "50000.00") -> ContractForm
    {
        var form = ContractForm()
        form.payee = "acct_builder"
        form.payeeName = "Ada Builder"
        form.payerName = "Carl Client"
        form.payerEmail = "carl@example.org"
        form.title = "A house"
        form.description = "Four walls and a roof."
        form.startDate = "2026-01-31"
        form.endDate = "2026-06-30"
        form.deliverables = ["Walls", "Roof"]
        form.total = total
        form.structure = structure
        return form
    }
}

extension PaymentStructure {
    /// Returns milestones with these shares in basis points.
    static func parts(_ shares: Int64...) -> PaymentStructure {
        .milestones(
            shares.enumerated().map { Milestone("Part \($0.offset + 1)", share: BasisPoints($0.element)) })
    }
}

/// The fields of a contract, and the amounts that follow from them.
@Suite struct ContractFormTests {
    @Test("all missing fields are reported at once, by name")  // C0-06, C0-51
    func missing() {
        let error = #expect(throws: ContractError.self) { try ContractForm().terms() }
        #expect(error?.code == .invalid)
        #expect(
            Set(error?.problems.map(\.field) ?? []) == [
                .payee, .payeeName, .payerName, .payerEmail, .title, .description, .startDate, .endDate,
                .deliverables, .total, .structure,
            ])
        #expect(error?.problems.allSatisfy(\.isMissing) == true)
    }

    @Test("all wrong fields are reported at once, with the missing ones")  // C0-06
    func wrong() {
        var form = ContractForm.example()
        form.payerEmail = "carl at example"
        form.startDate = "2026-02-30"
        form.deliverables = [" "]
        form.total = "1.234"
        form.title = " "
        form.releaseAfterDays = 366
        form.structure = .parts(9_999)
        let error = #expect(throws: ContractError.self) { try form.terms() }
        #expect(
            error?.problems.map(\.field) == [
                .payerEmail, .title, .startDate, .deliverables, .total, .milestones, .releaseAfterDays,
            ])
    }

    @Test(
        "the milestones' shares add up to 10,000 basis points",
        arguments: [
            (.parts(10_000), true), (.parts(3333, 3333, 3334), true), (.parts(5000, 4999), false),
            (.parts(5000, 5001), false), (.parts(10_000, 0), false), (.parts(), false),
            (.parts(-1, 10_001), false),
        ] as [(PaymentStructure, Bool)])  // C0-08, C0-51
    func shares(structure: PaymentStructure, isGood: Bool) {
        var fields: [ContractError.Field] = []
        do { _ = try ContractForm.example(structure).terms() } catch { fields = error.problems.map(\.field) }
        #expect(fields == (isGood ? [] : [.milestones]))
    }

    @Test(
        "a wrong sum of the milestones' shares is reported in percent",
        arguments: [
            (.parts(5000, 5100), "101%"), (.parts(5000, 4999), "99.99%"), (.parts(5000, 50), "50.5%"),
        ] as [(PaymentStructure, String)])
    func wrongSum(structure: PaymentStructure, sum: String) {
        var problems: [ContractError.Problem] = []
        do { _ = try ContractForm.example(structure).terms() } catch { problems = error.problems }
        #expect(problems.map(\.summary) == ["the shares add up to \(sum)"])
        #expect(problems.map(\.remedy) == ["make them add up to 100%"])
    }

    @Test("a total of 500.500 dinars has three decimal digits")
    func plainDinars() throws {
        for (total, minorUnits) in [("500.500", 500_500), ("5000.500", 5_000_500)] as [(String, Int64)] {
            var form = ContractForm.example(total: total)
            form.currency = "kwd"
            #expect(try form.terms().total.minorUnits == minorUnits)
        }
    }

    @Test(
        "a milestone may have a description of at most 2,000 characters, in paragraphs",
        arguments: [
            ("First this.\n\nThen that.", true), (String(repeating: "ü", count: 2_000), true),
            (String(repeating: "ü", count: 2_001), false), (" ", false), ("\u{1B}[31m", false),
        ])  // C0-27
    func milestoneDescription(description: String, isGood: Bool) {
        let milestone = Milestone("All", description: description, share: BasisPoints(10_000))
        var fields: [ContractError.Field] = []
        do { _ = try ContractForm.example(.milestones([milestone])).terms() } catch {
            fields = error.problems.map(\.field)
        }
        #expect(fields == (isGood ? [] : [.milestones]))
    }

    // C0-65
    @Test(
        "every amount of a contract is in its own currency, with the currency's minor units",
        arguments: [("eur", "100.01", 100_01, 5_00, 105_01), ("jpy", "10001", 10_001, 500, 10_501)])
    func currencies(code: String, total: String, value: Int64, fee: Int64, pays: Int64) throws {
        var form = ContractForm.example(.afterCompletion, total: total)
        form.currency = code
        let terms = try form.terms()
        let breakdown = try terms.breakdown()
        #expect(Set(breakdown.lines.map(\.amount.currency.code)) == [code])
        #expect(breakdown.minorUnits(.value) == value && breakdown.minorUnits(.platformFee) == fee)
        #expect(breakdown.minorUnits(.payerPays) == pays)
        #expect(try terms.structure.parts(of: terms.total).map(\.currency.code) == [code])
        #expect(try terms.quote(of: terms.total).total.currency.code == code)
    }

    @Test(
        "refuses amounts that cannot be charged to a card",
        arguments: [
            (.upfront, "0.49", "0.49 is less than the minimum charge of 0.50 USD"),
            (.upfront, "1000000.00", "1000000.00 is more than the maximum charge of 999999.99 USD"),
            (.parts(1000, 9000), "1.00", "0.10 is less than the minimum charge of 0.50 USD"),
        ] as [(PaymentStructure, String, String)])
    func limits(structure: PaymentStructure, total: String, words: String) {
        let error = #expect(throws: ContractError.self) {
            try ContractForm.example(structure, total: total).terms()
        }
        #expect(error?.problems.map(\.field) == [.total])
        #expect(error?.problems.first?.summary.replacing(",", with: "").hasSuffix(words) == true)
    }

    @Test("names and titles cannot have line breaks, and a description can")
    func lines() throws {
        var form = ContractForm.example(.upfront)
        form.description = "First this.\n\nThen\tthat."
        _ = try form.terms()
        form.title = "Kitchen\r\nBcc: x@example.org"
        form.payerName = "A\u{1B}[31mClient"
        form.deliverables = ["Kitchen\nDoor"]
        let error = #expect(throws: ContractError.self) { try form.terms() }
        #expect(error?.problems.map(\.field) == [.payerName, .title, .deliverables])
    }

    @Test("refuses an end before the start, and a part that cannot be charged")
    func ranges() {
        var form = ContractForm.example(.parts(1, 9_999), total: "1.00")
        form.endDate = "2026-01-30"
        let error = #expect(throws: ContractError.self) { try form.terms() }
        #expect(error?.problems.map(\.field) == [.endDate, .total])
    }

    @Test(
        "each payment structure has the required amounts",
        arguments: [
            (.upfront, 50_000_00, 47_500_00, 0), (.parts(5000, 5000), 50_000_00, 47_500_00, 0),
            (.parts(3333, 3333, 3334), 50_000_00, 47_500_00, 0),
            (.afterCompletion, 52_500_00, 47_500_00, 2_500_00),
        ] as [(PaymentStructure, Int64, Int64, Int64)])  // C0-10, C0-20, C0-34, C0-35, C0-36, X-01
    func numbers(structure: PaymentStructure, pays: Int64, gets: Int64, surcharge: Int64) throws {
        let breakdown = try ContractForm.example(structure).terms().breakdown()
        #expect(breakdown.minorUnits(.value) == 50_000_00)
        #expect(breakdown.minorUnits(.platformFee) == 2_500_00)
        #expect(breakdown.minorUnits(.payerPays) == pays)
        #expect(breakdown.minorUnits(.payeeReceives) == gets)
        #expect(breakdown.minorUnits(.surcharge) == surcharge)
        #expect(breakdown.lines.contains { $0.name == .surcharge } == (surcharge > 0))
    }

    @Test(
        "milestones are paid in parts that add up to the total",
        arguments: [
            (.parts(5000, 5000), "50000.00", [25_000_00, 25_000_00]),
            (.parts(3333, 3333, 3334), "50000.00", [16_665_00, 16_665_00, 16_670_00]),
            (.parts(3333, 3333, 3334), "100.00", [33_33, 33_33, 33_34]),
            (.parts(3333, 3333, 3334), "100.01", [33_33, 33_33, 33_35]),
            (.upfront, "0.99", [99]), (.afterCompletion, "0.99", [99]),
        ] as [(PaymentStructure, String, [Int64])])  // C0-08, C0-37, X-07
    func parts(structure: PaymentStructure, total: String, parts: [Int64]) throws {
        let terms = try ContractForm.example(structure, total: total).terms()
        #expect(try terms.structure.parts(of: terms.total).map(\.minorUnits) == parts)
    }
}
