import Documents
import FailureKit
import InvocationRouter
import Testing

@testable import tapctl

/// The output of `invoke` with a directory.
@Suite struct InvokedTests {
    /// One organization with an open and a closed fund.
    private struct Directory: OrganizationDirectory {
        let grace = DirectoryOrganization(
            id: "GraceChapel", displayName: "Grace \u{202E}Chapel", defaultFund: "1",
            funds: [
                DirectoryFund(id: "1", name: "General"), DirectoryFund(id: "2", name: "Roof", isOpen: false),
            ])

        func organization(named name: String) async throws -> DirectoryOrganization? {
            name.lowercased() == "gracechapel" ? grace : nil
        }

        func organization(alias: String) async throws -> DirectoryOrganization? { nil }
    }

    private func invoked(_ path: String) async throws -> Invoked {
        try await Invoked(
            "https://appclip.tap.giving/" + path, hosts: .standard, answers: [], organizations: Directory())
    }

    @Test("a resolved gift is shown with the directory's own names, safe to print")
    func resolved() async throws {
        let invoked = try await invoked("gracechapel?r=1")
        #expect(invoked.failure == nil)
        #expect(invoked.document().text.contains(#""resolution":{"org":"GraceChapel","org_name":"#))
        let text = invoked.text(style: .plain)
        #expect(text.contains("goes to       Grace \\u{202e}Chapel"))
        #expect(text.contains("for           General"))
    }

    @Test("a verified SUN message is reported as verified")
    func verified() async throws {
        let path =
            "GraceChapel?r=1&picc_data=EF963FF7828658A599F3041510671E88&cmac=94EED9EE65337086"
        #expect(try await invoked(path).text(style: .plain).contains("`tapctl url verify-sun` verifies it"))
        let verified = try await Invoked(
            "https://appclip.tap.giving/" + path, hosts: .standard, answers: [], organizations: Directory(),
            sun: .genuine(uid: [4, 0xDE, 0x5F, 0x1E, 0xAC, 0xC0, 0x40], counter: 61))
        #expect(verified.text(style: .plain).contains("a verified SUN message"))
    }

    @Test("a closed fund is reported, and the default fund is offered")
    func closed() async throws {
        let text = try await invoked("GraceChapel?f=2").text(style: .plain)
        #expect(text.contains("a fund that the donor has to choose; General is suggested"))
        #expect(text.contains("is closed"))
    }

    @Test(
        "an unresolved URL ends with a message and an exit code",
        arguments: [
            ("Hope", "unknownOrganization", FailureCategory.notFound),
            ("GraceChapel?f=9", "unknownFund", .notFound),
            ("help", "reservedPath", .malformed), ("t/A12", "tagUnknown", .notFound),
        ])
    func failures(path: String, code: String, category: FailureCategory) async throws {
        let invoked = try await invoked(path)
        #expect(invoked.failure?.code == code && invoked.failure?.category == category)
        #expect(invoked.document().text.contains(#""ok":false"#))
        #expect(invoked.document().text.contains(#""code":"\#(code)""#))
    }

    @Test(
        "payments and plans are routed and not resolved",
        arguments: ["pay/AbCdEfGhIjKlMnOpQr_-01", "plan/gold"])
    func others(path: String) async throws {
        let invoked = try await invoked(path)
        #expect(invoked.failure == nil && invoked.resolution == nil)
    }
}
