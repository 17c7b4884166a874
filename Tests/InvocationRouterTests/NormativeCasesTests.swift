import Foundation
import InvocationRouter
import TestSupport
import Testing

/// The cases of `fixtures/urls`, whole.
@Suite struct NormativeCasesTests {
    struct Case: Decodable, Sendable {
        var url: String
        var ok: Bool
        var org: String?
        var orgAlias: String?
        var fund: String?
        var fundUnclear: Bool?
        var recurring: Bool?
        var canonical: String?
        var error: String?
        var warnings: [String]?

        static func all(_ file: String) throws -> [Case] {
            let url = SharedFixtures.projectFolder.appending(path: "fixtures/urls/\(file)")
            return try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
        }

        /// Whether a parse gives what the case says.
        func holds(in profile: ParseProfile) -> Bool {
            do {
                let invocation = try Invocation.parse(url, profile: profile)
                let codes = Set(invocation.warnings.map(\.code)).subtracting(["nonCanonical"])
                return ok && invocation.org == org && invocation.orgAlias == orgAlias
                    && invocation.fund == fund
                    && invocation.fundUnclear == fundUnclear ?? false && invocation.recurring == recurring
                    && invocation.canonical == canonical && (warnings.map { codes == Set($0) } ?? true)
            } catch {
                return !ok && error.code.rawValue == self.error
            }
        }
    }

    // G1-02
    @Test(
        "every case holds",
        arguments: [("invocations.json", ParseProfile.strict, 60), ("invocations-tap.json", .tap, 33)])
    func cases(file: String, profile: ParseProfile, count: Int) throws {
        let cases = try Case.all(file)
        #expect(cases.count == count)
        for one in cases {
            #expect(one.holds(in: profile), "\(one.url)")
        }
        SharedFixtures.report(file, held: cases.count { $0.holds(in: profile) }, of: cases.count)
    }
}
