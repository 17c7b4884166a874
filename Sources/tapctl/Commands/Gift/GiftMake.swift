import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import InvocationRouter
import PaymentCore
import StaffAccess

/// `tapctl gift make`: makes a gift on the simulated processor.
struct GiftMake: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a one-time or monthly gift on the simulated processor.",
        discussion: """
            EXAMPLES:
              tapctl gift make --org WoodlandsChurch --fund 12 --amount 50 --cover-fees \\
                  --method pm_card_visa --name "A Donor" --email donor@example.org
              tapctl gift make --method pm_card_visa \\
                  --url "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1" \\
                  --name "A Donor" --email donor@example.org
              tapctl gift make --file gifts.jsonl --in-flight 32 --json

            Use the processor's test payment methods: pm_card_visa succeeds,
            pm_card_visa_chargeDeclined is declined, pm_card_createDispute is disputed
            (docs/processor.md lists them all). Repeating the command with the same
            --idempotency-key within 24 hours shows the same gift and charges nothing.
            With pm_card_authenticationRequired, the bank asks the donor to confirm the
            payment: respond as the donor with --challenge, or later with `gift challenge`.
            With --file, each line is one gift: a JSON object whose keys are named like
            these options, with "_" instead of "-", such as cover_fees.
            Exits with 77 if the gift is declined or refused.
            """)

    @OptionGroup var gift: GiftOptions

    @Option(
        help: ArgumentHelp(
            "A file of gifts, one JSON object per line, or - for standard input.", valueName: "path"),
        completion: .file())
    var file: String?

    @OptionGroup var challenge: ChallengeOptions

    @Option(
        help: ArgumentHelp(
            "The number of gifts to make at the same time with --file, 1 to 500.", valueName: "count"))
    var inFlight = 1

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .makeGift }

    func validate() throws {
        if file != nil, challenge.outcome != nil {
            throw ValidationError("Use either --challenge or --file.")
        }
        if file != nil, gift.fields != GiftFields() {
            throw ValidationError("With --file, each gift's data must be in the file, not in options.")
        }
        try (1...500).validate(inFlight, of: "--in-flight")
    }

    func run() async throws {
        if let file { return try await makeMany(file) }
        let (hosts, url, challenge) = (try hosts.hosts(), gift.url, challenge.outcome)
        let request = try gift.fields.request(hosts: hosts)
        if request.isRecurring, challenge != nil {
            throw CommandError(
                usage: "--challenge works only with one-time gifts",
                reason: "the first charge of a monthly gift cannot wait for the bank",
                remedy: "omit --challenge")
        }
        let (made, names) = try await data.withData { data in
            var request = request
            if let url {
                try await data.refuseUnresolved(url, hosts: hosts)
                let invocation = try Invocation.parse(url, profile: .tap, hosts: hosts)
                let name = request.organization
                let organization = try await data.read { try $0.knownOrganization(name).id }
                request.tap = try await data.keepTap(
                    url, invocation, organization: organization, key: request.key)
            }
            var gift = try await data.giving.give(request)
            if let challenge { gift = try await data.play(challenge, for: gift) }
            return (gift, try await data.names(of: gift))
        }
        try output.print(made, names: names)
        try Terminal.end(with: CommandError(unpaid: made))
    }

    /// Makes the gifts in a file, and prints one line for each. A refused gift does not affect the following
    /// ones.
    private func makeMany(_ file: String) async throws {
        let requests = try GiftFile.read(file, hosts: try hosts.hosts())
        let gravest = try await data.withData { data in
            try await GiftFile.make(requests, with: data, inFlight: inFlight) { result in
                switch result {
                case .success(let gift):
                    try output.print(gift.document) { "\(gift.status.word(style: $0))  \(gift.id)" }
                    return CommandError(unpaid: gift)?.exit
                case .failure(let error):
                    let word = error.isUnfinished ? "unfinished" : "refused"
                    try output.print(error.json) { "\($0.red(word))  \(printable(error.sentence))" }
                    return error.isUnfinished ? .tryAgain : .refused
                }
            }
        }
        if let gravest { throw gravest }
    }
}

extension CommandError {
    /// Creates the error for a gift that was not paid; nil if the gift was paid.
    init?(unpaid gift: Gift) {
        switch gift.status {
        case .failed, .canceled:
            self.init(
                .refused, code: gift.failureCode ?? "declined", "the gift was not paid",
                reason: gift.failureCode.map(FailureCode.sentence) ?? "",
                remedy: Self.anotherCard)
        case .needsReview:
            self.init(
                .tryAgain, code: "outcomeUnknown", "it is not known yet whether the gift was paid",
                reason: "the processor has no record of the gift",
                remedy: "run `tapctl payment reconcile` to check again; nothing is charged twice")
        case .processing:
            self.init(
                .tryAgain, code: "outcomeUnknown", "the gift is not paid yet",
                reason: "a bank debit can take several days, or the processor has not reported the result",
                remedy:
                    "run `tapctl payment reconcile`, then `tapctl gift show \(gift.id)`; nothing is charged twice"
            )
        case .requiresAction:
            self.init(
                .refused, code: "requires_action", "the donor's bank asks the donor to confirm the payment",
                remedy:
                    "use `tapctl gift challenge \(gift.id) --outcome passed` to confirm as the donor would"
            )
        case .succeeded, .refunded, .partiallyRefunded, .disputed: return nil
        }
    }
}
