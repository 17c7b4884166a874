import ArgumentParser
import DataFolderKit
import Documents
import Giving
import PaymentCore
import StaffAccess
import TimeKit

/// `tapctl payment adopt`: books a gift for a charge that exists only at the processor.
struct PaymentAdopt: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Book a charge that is missing from the books.",
        discussion: """
            EXAMPLES:
              tapctl payment adopt ch_3Nx4Ga...
              tapctl payment adopt ch_3Nx4Ga... --fund 12 --name "A Donor" --email a@b.org
              tapctl payment adopt --all

            Use this command for charges that `tapctl payment reconcile --full` lists, for
            example after a backup is restored. The charge's metadata contains the
            organization, fund and amounts, and its customer is the donor; use the options
            to supply data that an older charge lacks. If the charge belongs to an unknown
            subscription, the monthly gift is booked with all its paid periods. Refunds and
            disputes of the charge are booked too.

            The gift gets a new id, and the donor gets a receipt with a new number. Exits
            with 1 if --all could not adopt every charge.
            """)

    @Argument(help: "The charge's id at the processor.")
    var charge: String?

    @Flag(help: "Adopt all unknown charges whose metadata is complete.")
    var all = false

    @Option(help: .organization)
    var org: String?

    @Option(help: ArgumentHelp("The fund.", valueName: "id"))
    var fund: String?

    @Option(help: "The donor's name.")
    var name: String?

    @Option(help: ArgumentHelp("The donor's e-mail address.", valueName: "address"))
    var email: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .adoptPayment }

    func validate() throws {
        guard all == (charge == nil) else { throw ValidationError("Specify either a charge or --all.") }
        guard !all || (org == nil && fund == nil && name == nil && email == nil) else {
            throw ValidationError("--all cannot be combined with --org, --fund, --name or --email.")
        }
    }

    func run() async throws {
        guard let charge else { return try await adoptAll() }
        let names = AdoptionNames(organization: org, fund: fund, name: name, email: email)
        let (gift, shown) = try await data.withData { data in
            let gift = try await known { try await data.giving.adopt(charge: charge, naming: names) }
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift, names: shown)
    }

    private func adoptAll() async throws {
        let (gifts, failures) = try await data.withData { data in
            let found = try await data.payments.compare(since: nil, until: .latest)
            var (gifts, failures): ([Gift], [(String, CommandError)]) = ([], [])
            for difference in found.differences where difference.kind == .unknownCharge {
                // If an earlier charge of the same subscription was adopted, this charge has been booked with it.
                guard try await data.read({ try $0.payment(charge: difference.id) }) == nil else { continue }
                do {
                    gifts.append(try await data.giving.adopt(charge: difference.id))
                } catch let error where !(error is CancellationError) {
                    failures.append((difference.id, CommandError(error)))
                }
            }
            return (gifts, failures)
        }
        try output.print(
            list: gifts, document: \.document,
            none: failures.isEmpty ? "no unknown charges" : "no charge was adopted"
        ) { style in
            table(
                [["gift", "made", "fund", "amount", "receipt"]]
                    + gifts.map {
                        [
                            style.short($0.id), $0.created.iso8601, "\($0.organization) \($0.fund)",
                            $0.amount.shown, $0.receiptNumber ?? "",
                        ]
                    }, numbers: ["amount"], style: style)
        }
        for (charge, error) in failures { Terminal.report(error.prefixed(by: "\(charge): ")) }
        if !failures.isEmpty { throw ExitCode.no }
    }
}

/// Runs an action on a charge. If the charge is unknown, or if its state does not allow the action, adds a
/// remedy to the error.
func known<Value>(
    listedBy list: String =
        "`tapctl payment reconcile --full` lists everything that is missing from the books",
    _ work: () async throws -> Value
) async throws -> Value {
    do { return try await work() } catch let error as PaymentError {
        switch error.code {
        case .notFound: throw CommandError(error).remedied(by: list)
        case .wrongState:
            throw CommandError(error).remedied(
                by:
                    "do nothing if the books already contain this id; otherwise, look the id up at the processor"
            )
        default: throw error
        }
    }
}
