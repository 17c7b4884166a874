import DatabaseKit
import Giving
import StaffAccess
import TagRegistry
import Testing

@testable import TapServer

/// The giving page after changes, although its data is cached.
@Suite struct CurrentPageTests {
    @Test("the page never shows a fund as open after the change that closes it, here or in another program")
    func closedFund() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            for _ in 1...2 { #expect(try await visitor.open("/Grace?f=12&r=0").says("Building")) }
            try await bench.file.write { transaction in
                _ = try transaction.closeFund("13", of: "Grace", at: SiteBench.start)
            }
            #expect(!(try await visitor.open("/Grace?f=12&r=0").says("Building")))

            let other = try DatabaseFile.open(
                at: bench.file.path,
                migrations: GivingMigrations.all + RegistryMigrations.all + StaffMigrations.all)
            defer { try? other.close() }
            try await other.write { transaction in
                _ = try transaction.reopenFund("13", of: "Grace", at: SiteBench.start)
            }
            #expect(try await visitor.open("/Grace?f=12&r=0").says("Building"))
            #expect(try await visitor.open("/grace?f=12&r=0").says("Building"))
        }
    }

    @Test("a changed name is on the next page, and a suspended organization has none")
    func organization() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            #expect(try await visitor.open("/Hope?f=7&r=0").says("Give to Hope"))
            try await bench.file.write { transaction in
                var hope = try transaction.existingOrganization("Hope")
                hope.status = .suspended
                try transaction.save(hope)
            }
            #expect(try await visitor.open("/Hope?f=7&r=0").status != 200)
        }
    }
}
