import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import MoneyKit
import PaymentCore
import Plans
import TimeKit

/// `tapctl plan promotion`: shows a promotion code.
struct PlanPromotion: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "promotion", abstract: "Show a promotion code.",
        discussion: """
            EXAMPLES:
              tapctl plan promotion SPRING
            """)

    @Argument(help: "The code.", transform: PlanPromote.code)
    var code: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await data.withData { try await $0.products.plans.payments.promotion(named: code) }
        guard let found else {
            throw CommandError(
                .notFound, code: "unknown_promotion_code", "there is no promotion code \"\(code)\"",
                remedy: "`tapctl plan promote` creates one")
        }
        try output.printColumns(found.document) { _ in found.rows }
    }
}

extension Promotion {
    /// The promotion code's JSON document, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "promotion", "id": id.json, "code": code.json,
            "percent_off_basis_points": JSONValue(percentOff?.rawValue),
            "amount_off_minor": JSONValue(amountOff?.minorUnits),
            "currency": JSONValue(amountOff?.currency.code), "duration": duration.rawValue.json,
            "active": isActive.json, "expires_at": expiresAt.json,
        ]
    }

    /// The promotion code as human-readable lines, each with a label and a value.
    var rows: [LabeledLine] {
        labeled([
            "code": printable(code), "discount": words, "can be redeemed": isActive ? "yes" : "no",
            "until": expiresAt?.iso8601,
        ])
    }

    /// The discount as human-readable text, such as `20%, once`.
    var words: String {
        let off = percentOff.map { "\($0.percentText)%" }
        let time =
            switch duration {
            case .once: "once"
            case .repeating: "for several months"
            case .forever: "each time"
            }
        return "\(off ?? amountOff?.shown ?? "nothing"), \(time)"
    }
}
