import Processor
import Testing
import TimeKit

@testable import ProcessorSimulator

/// The rules for taxes and tax ids.
@Suite struct TaxRulesTests {
    private func rate(_ id: String, _ percentage: String, inclusive: Bool = false) throws -> TaxRate {
        TaxRate(
            id: id, created: Timestamp(seconds: 0), displayName: "VAT",
            percentage: try #require(TaxRules.percentage(percentage)), inclusive: inclusive)
    }

    @Test(
        "reads a percentage with four decimals and writes it in its shortest form",
        arguments: [
            ("0", "0"), ("7.25", "7.25"), ("7.2500", "7.25"), ("0.0001", "0.0001"), ("100", "100"),
            ("19.600", "19.6"),
        ])
    func percentages(text: String, shown: String) throws {
        #expect(TaxRules.text(try #require(TaxRules.percentage(text))) == shown)
    }

    @Test(
        "refuses a percentage out of range or with more decimals",
        arguments: ["-1", "-0.5", "100.0001", "101", "1.00001"])
    func badPercentages(text: String) { #expect(TaxRules.percentage(text) == nil) }

    @Test(
        "an exclusive tax is rounded to the nearest minor unit",
        arguments: [
            (43, 6), (484, 73), (0, 0), (-484, -73), (10, 2), (99_999_999_999_999, 15_000_000_000_000),
        ])
    func exclusive(amount: Int64, tax: Int64) throws {
        let taxes = TaxRules.taxes(on: amount, by: [try rate("txr_a", "15")])
        #expect(taxes.map(\.amount) == [tax] && taxes.map(\.taxableAmount) == [amount])
    }

    @Test("an inclusive tax is part of the amount, and an exclusive one is added to the rest")
    func inclusive() throws {
        let taxes = TaxRules.taxes(
            on: 1200, by: [try rate("txr_a", "20", inclusive: true), try rate("txr_b", "5")])
        #expect(taxes.map(\.amount) == [200, 50])
        #expect(taxes.map(\.taxableAmount) == [1000, 1000] && taxes.map(\.isInclusive) == [true, false])
    }

    @Test("taxes are added up by rate")
    func totals() throws {
        let (first, second) = (try rate("txr_a", "15"), try rate("txr_b", "1"))
        let taxes = [43, 484].flatMap { TaxRules.taxes(on: $0, by: [first, second]) }
        #expect(TaxRules.total(taxes).map(\.amount) == [79, 5])
        #expect(TaxRules.total(taxes).map(\.taxableAmount) == [527, 527])
    }

    @Test(
        "accepts tax ids in the format of their type",
        arguments: [
            ("eu_vat", "DE123456789"), ("eu_vat", "ATU12345678"), ("eu_vat", "NL123456789B12"),
            ("eu_vat", "000000000"), ("us_ein", "12-3456789"), ("gb_vat", "GB123456789"),
            ("ch_vat", "CHE-123.456.789 MWST"), ("no_vat", "123456789MVA"), ("ca_gst_hst", "123456789RT0002"),
            ("br_cnpj", "01.234.456/5432-10"), ("zw_tin", "anything"),
        ])
    func taxIDs(type: String, value: String) { #expect(TaxIDRules.isValid(value, for: type)) }

    @Test(
        "refuses tax ids in another format",
        arguments: [
            ("eu_vat", "DE12345678"), ("eu_vat", "XX123456789"), ("us_ein", "000"), ("us_ein", "AB-3456789"),
            ("gb_vat", "123"), ("zw_tin", ""), ("eu_vat", "ATX12345678"),
        ])
    func badTaxIDs(type: String, value: String) { #expect(!TaxIDRules.isValid(value, for: type)) }
}
