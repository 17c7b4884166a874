import Giving
import MoneyTestSupport
import Testing
import TimeKit

@Suite struct FundRecordsTests {
    let directory: DirectoryRecordsTests

    init() throws { directory = try DirectoryRecordsTests() }

    static let now = DirectoryRecordsTests.now

    /// Adds an organization with the funds `7` (default) and `9`.
    func prepare() async throws {
        _ = try await directory.add("WoodlandsChurch")
        _ = try await directory.file.write {
            _ = try $0.addFund("7", name: "General", to: "woodlandschurch", at: Self.now)
            return try $0.addFund(
                "9", name: "Mission", to: "WoodlandsChurch", offersMonthly: false, at: Self.now)
        }
    }

    func defaultFund() async throws -> String? {
        try await directory.file.write { try $0.organization("WoodlandsChurch")?.defaultFund }
    }

    // G1-27
    @Test("the first fund is the default, and fund ids are text, not numbers")
    func first() async throws {
        try await prepare()
        #expect(try await defaultFund() == "7")
        let funds = try await directory.file.write { try $0.funds(of: "WoodlandsChurch", limit: 10) }
        #expect(funds.map(\.id) == ["7", "9"])
        #expect(funds.map(\.organization) == ["WoodlandsChurch", "WoodlandsChurch"])
        #expect(funds.map(\.name) == ["General", "Mission"] && funds.map(\.isOpen) == [true, true])
        #expect(funds.map(\.offersOneTime) == [true, true] && funds.map(\.offersMonthly) == [true, false])
        let monthly = try await directory.file.write { transaction in
            _ = try transaction.closeFund("9", of: "WoodlandsChurch", at: Samples.now)
            return try transaction.addFund(
                "11", name: "Monthly only", to: "WoodlandsChurch", offersOneTime: false, at: Self.now)
        }
        #expect(!monthly.offersOneTime && monthly.offersMonthly)
        #expect(try await directory.file.write { try $0.fund("9", of: "WoodlandsChurch") }?.isOpen == false)
        for id in ["07", "7 ", "seven"] {
            #expect(try await directory.file.write { try $0.fund(id, of: "WoodlandsChurch") } == nil)
        }
    }

    @Test(
        "refuses fund ids that are malformed or taken",
        arguments: [
            ("", "id malformed"), ("a b", "id malformed"),
            (String(repeating: "1", count: 33), "id malformed"),
            ("7", "id taken"),
        ])
    func refuses(id: String, expected: String) async throws {
        try await prepare()
        let refusal = try await directory.refusal {
            try $0.addFund(id, name: "Building", to: "WoodlandsChurch", at: Self.now)
        }
        #expect(refusal == expected)
    }

    @Test("refuses a fund that accepts no gifts, and a fund of an unknown organization")
    func takesNothing() async throws {
        try await prepare()
        let nothing = try await directory.refusal {
            try $0.addFund(
                "8", name: "None", to: "WoodlandsChurch", offersOneTime: false, offersMonthly: false,
                at: Self.now)
        }
        #expect(nothing == "fund wrongState")
        let nobody = try await directory.refusal {
            try $0.addFund("8", name: "None", to: "nobody", at: Self.now)
        }
        #expect(nobody == "organization notFound")
    }

    @Test("closing the default fund requires another open fund as the new default")
    func closingTheDefault() async throws {
        try await prepare()
        let close = { (id: String, successor: String?) in
            try await directory.refusal {
                try $0.closeFund(id, of: "WoodlandsChurch", successor: successor, at: Samples.now)
            }
        }
        #expect(try await close("7", nil) == "default_fund wrongState")
        #expect(try await close("7", "7") == "default_fund wrongState")
        #expect(try await close("7", "8") == "fund notFound")
        #expect(try await defaultFund() == "7")
        #expect(try await close("7", "9") == nil)
        #expect(try await defaultFund() == "9")
        #expect(try await directory.file.write { try $0.fund("7", of: "WoodlandsChurch") }?.isOpen == false)
    }

    @Test("closing the last open fund leaves no default, and the next fund that opens becomes the default")
    func closingTheLast() async throws {
        try await prepare()
        _ = try await directory.file.write {
            _ = try $0.closeFund("9", of: "WoodlandsChurch", at: Samples.now)
            return try $0.closeFund("7", of: "WoodlandsChurch", at: Samples.now)
        }
        #expect(try await defaultFund() == nil)
        let refusal = try await directory.refusal {
            try $0.setDefaultFund("9", of: "WoodlandsChurch", at: Samples.now)
        }
        #expect(refusal == "default_fund wrongState")
        _ = try await directory.file.write { try $0.reopenFund("9", of: "WoodlandsChurch", at: Samples.now) }
        #expect(try await defaultFund() == "9")
    }

    @Test("renaming a fund keeps the rest, and refuses a malformed name")
    func rename() async throws {
        try await prepare()
        let fund = try await directory.file.write {
            try $0.renameFund("9", of: "woodlandschurch", to: "World missions", at: Samples.now)
        }
        #expect(fund.name == "World missions" && !fund.offersMonthly)
        #expect(try await directory.file.write { try $0.fund("9", of: "WoodlandsChurch") } == fund)
        let refusal = try await directory.refusal {
            try $0.renameFund("9", of: "WoodlandsChurch", to: "a\u{202E}b", at: Samples.now)
        }
        #expect(refusal == "name malformed")
    }
}
