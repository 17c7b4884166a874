import Contracts
import Documents
import Giving
import PaymentCore

/// The documents of payments and of statistics.
extension APIObject {
    package static let stats = APIObject(
        name: "stats",
        fields: [
            .always("object", .text(of: ["stats"])), .always("org", .orNull(.text())),
            .always("gifts", counts(of: Gift.Status.allCases.map(\.rawValue)), "how many of each status"),
            .always("tried", .number(), "gifts that were tried to their end"),
            .always("declined", .number(), "those of them that were declined"),
            .always(
                "decline_basis_points", .orNull(.number()),
                "their share in hundredths of a percent; null where nothing was tried"),
            .always("decline_rate_high", .truth, "it is more than 5 %"),
            .always("refused", .number(), "gifts that failed before any card was tried"),
            .always(
                "funds",
                .list(
                    of: .object([
                        .always("org", .text()), .always("fund", .text()),
                        .always("amount_minor", .number(), "gifts less refunds, without covered fees"),
                        .always("currency", .text()), .always("gifts", .number()),
                    ]))),
            .always(
                "contracts", counts(of: ContractStatus.allCases.map(\.rawValue)), "how many of each status"),
            .always(
                "payments",
                .list(
                    of: .object([
                        .always("product", .text(), "gift, contract, job, dependent_fee or plan"),
                        .always("state", .text(of: PaymentState.allCases.map(\.rawValue))),
                        .always("count", .number(0 ... .max)),
                    ]))),
        ])

    package static let payment = APIObject(
        name: "payment",
        fields: [
            .always("object", .text(of: ["payment"])), .always("id", .text()),
            .always("product", .text(), "gift, contract, job or dependent_fee"),
            .always("state", .text(of: PaymentState.allCases.map(\.rawValue))),
        ])

    private static func counts(of names: [String]) -> APISchema {
        .object(names.map { .always($0, .number(0 ... .max)) })
    }
}
