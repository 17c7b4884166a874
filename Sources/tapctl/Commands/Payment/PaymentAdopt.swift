import ArgumentParser
import Documents
import Giving
import PaymentCore
import TimeKit

/// `tapctl payment adopt`: books a charge that exists only at the processor as a gift.
struct PaymentAdopt: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "adopt", abstract: "Book a charge that only the processor has, as a gift.",
        discussion: """
            EXAMPLES:
              tapctl payment adopt ch_3Nx4Ga...
              tapctl payment adopt ch_3Nx4Ga... --fund 12 --name "A Donor" --email a@b.org
              tapctl payment adopt --all

            For charges that `tapctl payment reconcile --full` lists, as after a backup was
            restored. The charge's metadata say organization, fund and amounts, and its
            customer is the donor; name what an older charge does not say. A charge of an
            unknown subscription brings the monthly gift with all its paid periods, and
            refunds and disputes of the charge are booked with it.

            The gift gets a new id and a new receipt number, and the donor a new receipt.
            Ends with 1 if --all could not adopt every charge.
            """)

    @Argument(help: "The processor's charge.")
    var charge: String?

    @Flag(help: "Adopt every unknown charge that says what it is.")
    var all = false

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("The fund.", valueName: "id"))
    var fund: String?

    @Option(help: ArgumentHelp("The donor's name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The donor's e-mail address.", valueName: "address"))
    var email: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard all == (charge == nil) else { throw ValidationError("Name a charge, or give --all.") }
        guard !all || (org == nil && fund == nil && name == nil && email == nil) else {
            throw ValidationError("What a charge does not say is named for one charge at a time.")
        }
    }

    func run() async throws {
        guard let charge else { return try await adoptAll() }
        let names = AdoptionNames(organization: org, fund: fund, name: name, email: email)
        let (gift, shown) = try await data.withData { data in
            let gift = try await known { try await data.giving.adopt(charge: charge, naming: names) }
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift.document) { columns(gift.lines(names: shown, style: $0), style: $0) }
    }

    private func adoptAll() async throws {
        let (gifts, failures) = try await data.withData { data in
            let found = try await data.payments.compare(since: nil, until: .latest)
            var (gifts, failures): ([Gift], [(String, CommandError)]) = ([], [])
            for difference in found.differences where difference.kind == .unknownCharge {
                // Adopting an earlier charge of the same subscription has already booked this one.
                guard try await data.read({ try $0.payment(charge: difference.id) }) == nil else { continue }
                do {
                    gifts.append(try await data.giving.adopt(charge: difference.id))
                } catch let error where !(error is CancellationError) {
                    failures.append((difference.id, CommandError(error)))
                }
            }
            return (gifts, failures)
        }
        try output.print(.list(gifts.map(\.document), hasMore: false)) { style in
            guard !gifts.isEmpty else {
                return failures.isEmpty ? "no unknown charges" : "no charge was adopted"
            }
            return table(
                [["gift", "made", "fund", "amount", "receipt"]]
                    + gifts.map {
                        [
                            style.short($0.id), $0.created.iso8601, "\($0.organization) \($0.fund)",
                            $0.amount.shown, $0.receiptNumber ?? "",
                        ]
                    }, numbers: ["amount"], style: style)
        }
        for (charge, error) in failures { Talk.tell(error.prefixed(by: "\(charge): ")) }
        if !failures.isEmpty { throw ExitCode.no }
    }
}

/// Runs an action on one of the processor's charges.
func known<Value>(
    listedBy list: String = "`tapctl payment reconcile --full` lists the charges that the books do not know",
    _ work: () async throws -> Value
) async throws -> Value {
    do { return try await work() } catch let error as PaymentError {
        switch error.code {
        case .notFound: throw CommandError(error).remedied(by: list)
        case .wrongState:
            throw CommandError(error).remedied(
                by: "there is nothing to do; `tapctl gift list` shows its gift")
        default: throw error
        }
    }
}

extension CommandError {
    init(_ error: AdoptionError) {
        switch error {
        case .organizationNeeded(let account):
            self.init(
                .refused, code: "organizationNeeded",
                "it is not known which organization the charge belongs to",
                reason: account.map { "no organization has the account \($0)" }
                    ?? "it went to no connected account",
                remedy: "name it with --org; `tapctl org list` shows all")
        case .unknownOrganization(let name):
            self.init(
                .notFound, code: "unknownOrganization", "the books have no organization \(name)",
                remedy: "`tapctl org add` adds it, or name another one with --org")
        case .wrongAccount(let organization, let account):
            self.init(
                .refused, code: "wrongAccount", "the charge did not go to \(organization)",
                reason: account.map { "it went to \($0)" } ?? "it went to no connected account",
                remedy: "name the organization of that account with --org, or dismiss the charge")
        case .fundNeeded(let organization):
            self.init(
                .refused, code: "fundNeeded", "it is not known which fund the charge is for",
                reason: "its metadata do not say it",
                remedy: "name it with --fund; `tapctl fund list --org \(organization)` shows all")
        case .unknownFund(let fund, let organization):
            self.init(
                .notFound, code: "unknownFund", "\(organization) has no fund \(fund)",
                remedy:
                    "`tapctl fund add \(fund) --org \(organization) --name ...` adds it, or name another one with --fund"
            )
        case .donorNeeded:
            self.init(
                .refused, code: "donorNeeded", "it is not known who gave",
                reason: "the processor has no customer for the charge, or one without a name or an address",
                remedy: "name the donor with --name and --email")
        case .otherProduct(let kind):
            self.init(
                .refused, code: "otherProduct", "the charge is not a gift",
                reason: "its metadata say: \(kind)",
                remedy: "restore a newer backup that has it, or dismiss it with a reason")
        }
    }
}
