import Foundation
import TestSupport
import Testing

/// A problem with a gift gives a sentence and an exit code, and books nothing.
@Suite struct RefusedGiftTests {
    /// One wrong gift.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The difference from a valid gift.
        let options: String
        let exit: Int32
        /// The first line on stderr.
        let sentence: String
        var environment: [String: String] = [:]

        init(
            _ name: String, _ options: String, _ exit: Int32, _ sentence: String,
            environment: [String: String] = [:]
        ) {
            (testDescription, self.options, self.exit, self.sentence) = (name, options, exit, sentence)
            self.environment = environment
        }
    }

    static let wrong = [
        Wrong("no amount", "--amount ten", 65, "is not an amount"),
        Wrong("a part of a cent", "--amount 50.0001", 65, "more decimal digits than USD"),
        Wrong("thousands or decimal digits", "--amount 1,000", 65, "can mean 1000.00 or 1.00 USD"),
        Wrong("another currency's sign", "--amount €50", 65, "is not an amount in USD"),
        Wrong("a negative amount", "--amount=-50", 65, "an amount must not have a plus or minus sign"),
        Wrong("a sign that looks like an option", "--amount -50", 64, "as --amount=VALUE"),
        Wrong("an amount below the minimum", "--amount 4.99", 77, "is below the minimum gift"),
        Wrong("an amount above the maximum", "--amount 10000.01", 77, "is above the maximum gift"),
        Wrong("another currency", "--currency eur", 77, "cannot be made in"),
        Wrong("no currency", "--currency dollars", 65, "currency"),
        Wrong("an unknown organization", "--org Nobody", 66, "no organization is called"),
        Wrong("a closed organization", "--org Closed", 77, "is not accepting gifts"),
        Wrong("an organization without an account", "--org Poor", 77, "cannot be paid yet"),
        Wrong("an unknown fund", "--fund 99", 66, "there is no fund"),
        Wrong("a closed fund", "--fund shut", 77, "is closed"),
        Wrong("a fund without monthly gifts", "--fund once --recurring", 77, "does not accept monthly gifts"),
        Wrong("no e-mail address", "--email nobody", 65, "the address has no @"),
        Wrong("no name", "--name ''", 65, "the donor's name cannot be used"),
        Wrong("a card's number", "--method 4242424242424242", 77, "card numbers are not accepted here"),
        Wrong("a mistyped card", "--method pm_card_viza", 65, "did you mean pm_card_visa?"),
        Wrong("a mistyped token", "--method tok_viza --recurring", 65, "did you mean tok_visa?"),
        Wrong("an unknown card", "--method pm_card_nobody", 65, "is not a payment method"),
        Wrong("an unknown id", "--method pm_1nobody", 77, "No such PaymentMethod"),
        Wrong("a declined card", "--method pm_card_visa_chargeDeclined", 77, "the gift was not paid"),
        Wrong(
            "a key with other parameters", "--idempotency-key k1 --amount 51", 77,
            "key was used for a different"),
        Wrong("a URL without a clear fund", "", 77, "the fund in the URL is unclear"),
        Wrong(
            "a live key", "", 77, "STRIPE_API_KEY contains a live key",
            environment: ["STRIPE_API_KEY": "sk_live_0"]),
    ]

    @Test("a wrong gift gives a sentence and a number, and books nothing")
    func booksNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gifts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let setUp = """
            set -e
            for org in Grace Closed; do tapctl org add $org --name $org; tapctl fund add 12 --org $org --name F; done
            tapctl org add Poor --name Poor --no-onboard; tapctl fund add 12 --org Poor --name F
            tapctl fund add shut --org Grace --name S; tapctl fund close shut --org Grace
            tapctl fund add once --org Grace --name O --no-monthly
            tapctl org edit Closed --status closed
            \(Self.gift("--idempotency-key k1"))
            """
        #expect(try await ProgramRun.shell(setUp, in: folder).exitCode == 0)
        let before = try await books(in: folder)
        for wrong in Self.wrong {
            let line =
                wrong.options.isEmpty && wrong.environment.isEmpty
                ? "tapctl gift make --url 'https://appclip.tap.giving/Grace?f=12&f=13' \(Self.donor)"
                : Self.gift(wrong.options)
            let run = try await ProgramRun.shell(line, in: folder, environment: wrong.environment)
            #expect(run.exitCode == wrong.exit, "\(wrong.testDescription): \(run.standardError)")
            #expect(
                run.standardError.hasPrefix("error: ") && run.standardError.contains(wrong.sentence),
                "\(wrong.testDescription): \(run.standardError)")
            #expect(try await books(in: folder) == before, "\(wrong.testDescription)")
        }
    }

    private static let donor = "--method pm_card_visa --name 'A Donor' --email donor@example.org"

    /// A valid gift, changed by `options`: the last occurrence of an option counts.
    private static func gift(_ options: String) -> String {
        "tapctl gift make --org Grace --fund 12 --amount 50 \(donor) \(options)"
    }

    /// All that is in the books: postings and payments.
    private func books(in folder: URL) async throws -> String {
        let run = try await ProgramRun.shell(
            "tapctl ledger export && tapctl ledger check --json && tapctl payment list --state succeeded --json",
            in: folder)
        #expect(run.exitCode == 0)
        return run.standardOutput
    }
}
