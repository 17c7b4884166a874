import DatabaseKit
import Giving
import Testing

@testable import TapServer

/// Giving pages whose parts are cached until the next commit.
@Suite struct CachedGivingPageTests {
    /// A page without the form's key and the tap, which belong to one request.
    private func common(_ page: Page) -> String {
        ["key", "tap"].compactMap { page.hidden[$0] }.reduce(page.html) { $0.replacing($1, with: "") }
    }

    @Test("two visitors get the same page, but each has its own key and tap")
    func visitors() async throws {
        try await SiteBench.with { bench in
            let first = try await Visitor(bench: bench).open("/Grace?f=12&r=0")
            let second = try await Visitor(bench: bench).open("/Grace?f=12&r=0")
            #expect(first.status == 200 && first.hidden["key"] != nil)
            #expect(first.hidden["key"] != second.hidden["key"])
            #expect(first.hidden["tap"] != second.hidden["tap"] || first.hidden["tap"] == nil)
            #expect(common(first) == common(second))
        }
    }

    @Test("a tag for monthly gifts has its own page")
    func choices() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            var pages: Set<String> = []
            for target in ["/Grace?f=12&r=0", "/Grace?f=12&r=1"] {
                pages.insert(common(try await visitor.open(target)))
                pages.insert(common(try await visitor.open(target)))
            }
            #expect(pages.count == 2)
        }
    }

    @Test("the next page shows a change to the organization")
    func changes() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.open("/Grace?f=12&r=0")
            try await bench.giving.database.write { transaction in
                var fields = OrganizationFields()
                fields.displayName = "Grace Chapel of the Hills"
                _ = try transaction.editOrganization("Grace", fields, at: SiteBench.start)
            }
            #expect(try await visitor.open("/Grace?f=12&r=0").says("Grace Chapel of the Hills"))
        }
    }
}
