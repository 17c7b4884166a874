import InvocationRouter
import TestSupport
import Testing

@Suite struct RouteResolveTests {
    private func resolve(
        _ rest: String, in directory: TestDirectory = TestDirectory(), sun: SUNVerdict = .unchecked
    ) async throws -> Resolution? {
        try await Route.parse("https://appclip.tap.giving/" + rest, profile: .tap)
            .resolved(in: directory, tags: directory, sun: sun)
    }

    private func code(_ rest: String, in directory: TestDirectory) async -> ResolutionError.Code? {
        do { _ = try await resolve(rest, in: directory) } catch { return (error as? ResolutionError)?.code }
        return nil
    }

    // G1-03
    @Test("asks the directory for the id or the alias")
    func organization() async throws {
        #expect(try await resolve("gracechapel")?.organization.id == "GraceChapel")
        #expect(try await resolve("S%C3%A3o")?.organization.id == "GraceChapel")
        #expect(await code("Hope", in: TestDirectory()) == .unknownOrganization)
        #expect(await code("H%C3%B4pe", in: TestDirectory()) == .unknownOrganization)
    }

    @Test("asks the registry for the tag's id, else for the chip that the evidence names")
    func tag() async throws {
        #expect(try await resolve("GraceChapel?t=A12")?.tag?.id == "A12")
        #expect(try await resolve("GraceChapel?m=04E141124C2880x00002A")?.tag?.id == "A12")
        let sun = TapJudgementTests.sun
        let genuine = SUNVerdict.genuine(uid: TestDirectory.uid, counter: 42)
        #expect(try await resolve("GraceChapel?" + sun, sun: genuine)?.credit == .proven)
        #expect(try await resolve("GraceChapel?" + sun, sun: .rejected)?.tag == nil)
    }

    @Test("without a registry no tag is missed")
    func noRegistry() async throws {
        let route = try Route.parse("https://appclip.tap.giving/GraceChapel?t=A13")
        #expect(try await route.resolved(in: TestDirectory())?.warnings == [])
    }

    @Test("a managed tag leads where the registry says at this moment")
    func managed() async throws {
        var directory = TestDirectory()
        #expect(try await resolve("t/A12", in: directory)?.fund?.id == "1")
        directory.tags[0].destination = "https://appclip.tap.giving/gracechapel?f=2&r=1"
        directory.tags[0].fund = "2"
        let resolution = try #require(try await resolve("t/A12", in: directory))
        #expect(resolution.fund?.id == "2" && resolution.credit == .counted)
        #expect(resolution.warnings.map(\.code) == [.recurringNotOffered])
    }

    @Test("on a managed route the tag alone says where a gift goes: then its errors end it")
    func managedErrors() async {
        var directory = TestDirectory()
        #expect(await code("t/A13", in: directory) == .tagUnknown)
        directory.tags[0].state = .revoked
        #expect(await code("t/A12", in: directory) == .tagRevoked)
        directory = TestDirectory()
        for destination in [
            "https://appclip.tap.giving/Hope?r=0", "https://evil.example/", "",
            "https://appclip.tap.giving/t/A12",
            "https://appclip.tap.giving/S%C3%A3o",
        ] {
            directory.tags[0].destination = destination
            #expect(await code("t/A12", in: directory) == .tagMismatch, "\(destination)")
        }
        directory = TestDirectory()
        directory.organizations = []
        #expect(await code("t/A12", in: directory) == .unknownOrganization)
    }

    @Test("payments and plans are no gifts", arguments: ["pay/\(RouteTests.token)", "plan/gold"])
    func others(path: String) async throws {
        #expect(try await resolve(path) == nil)
    }
}
