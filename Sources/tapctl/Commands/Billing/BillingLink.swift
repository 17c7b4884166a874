import ArgumentParser
import DataFolderKit
import Documents
import PaymentCore
import Plans
import TokenKit

/// `tapctl billing link`: a new link to a subscriber's page.
struct BillingLink: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Make a new link to a subscriber's page.",
        discussion: """
            EXAMPLES:
              tapctl billing link ann

            Earlier links stop working. Anyone who has the link can see, change and cancel
            the subscription. It is shown only once. Put the address of `tapctl serve` in
            front of it.
            """)

    @OptionGroup var billing: BillingOptions

    var output: OutputOptions { billing.output }

    func run() async throws {
        let (subscriber, token) = (billing.subscriber, SecretToken<LetterToken128>(random: systemRandom))
        try await billing.data.withData(needsProcessor: false) { data in
            try await data.products.plans.renewLink(of: subscriber, hash: token.hash)
        }
        let path = "/-/plan/\(token.text)"
        let document: JSONValue = [
            "object": "plan_link", "subscriber": .string(subscriber), "path": .string(path),
        ]
        try output.print(document) { _ in path }
    }
}
