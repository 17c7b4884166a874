import ArgumentParser
import Documents
import FailureKit
import Giving
import InvocationRouter
import MoneyKit

/// The options that describe a gift.
struct GiftOptions: ParsableArguments {
    @Option(help: .organization)
    var org: String?

    @Option(help: ArgumentHelp("The fund. (default: the organization's default fund)", valueName: "id"))
    var fund: String?

    @Option(help: "A giving URL, instead of --org and --fund.")
    var url: String?

    @Option(help: "The amount, such as 50 or 50.00. (default: the organization's suggested amount)")
    var amount: String?

    @Option(help: ArgumentHelp("The currency; it must match the organization's currency.", valueName: "code"))
    var currency: String?

    @Flag(help: "Give every month from now on.")
    var recurring = false

    @Flag(help: "Add the fees to the charge, so that the organization receives the full amount.")
    var coverFees = false

    @Option(help: "A test payment method, such as pm_card_visa.")
    var method: String?

    @Option(help: "The donor's name.")
    var name: String?

    @Option(help: ArgumentHelp("The donor's e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("The donor's phone number.", valueName: "number"))
    var phone: String?

    @Option(help: ArgumentHelp("The donor's IP address.", valueName: "address"))
    var client: String?

    @Option(
        help: ArgumentHelp(
            "A key for this gift; repeating the command with the same key within 24 hours shows the gift and charges nothing.",
            valueName: "key"))
    var idempotencyKey: String?

    /// The description of the gift. All fields are nil if the user has set none of the options.
    var fields: GiftFields {
        GiftFields(
            org: org, fund: fund, url: url, amount: amount, currency: currency, method: method, name: name,
            email: email, phone: phone, client: client, recurring: recurring ? true : nil,
            coverFees: coverFees ? true : nil, idempotencyKey: idempotencyKey)
    }
}

/// The description of a gift by options or by a line of a file.
struct GiftFields: Decodable, Equatable {
    enum CodingKeys: String, CodingKey, CaseIterable {
        case org, fund, url, amount, currency, method, name, email, phone, client
        case recurring
        case coverFees = "cover_fees"
        case idempotencyKey = "idempotency_key"
    }

    var org, fund, url, amount, currency, method, name, email, phone, client: String?
    var recurring, coverFees: Bool?
    var idempotencyKey: String?

    /// Returns the request for the described gift.
    ///
    /// - Throws: An error with exit code 64 if options are missing or contradict each other. Other errors
    ///   describe an invalid URL or amount.
    func request(hosts: HostList) throws -> GiftRequest {
        let (organization, fund, isMonthly) = try destination(hosts: hosts)
        let missing = [("--method", method), ("--name", name), ("--email", email)].filter { $0.1 == nil }.map(
            \.0)
        guard missing.isEmpty, let method, let name, let email else {
            throw CommandError(
                usage: "\(missing.joined(separator: ", ")) \(missing.count == 1 ? "is" : "are") missing",
                remedy: "`tapctl gift make --help` has examples")
        }
        return GiftRequest(
            organization: organization, fund: fund, amount: try givenAmount(),
            isRecurring: recurring ?? false || isMonthly, coversFee: coverFees ?? false, method: method,
            name: name,
            email: email,
            phone: phone, client: client, key: idempotencyKey)
    }

    private func destination(hosts: HostList) throws -> (organization: String, fund: String?, isMonthly: Bool)
    {
        if let url {
            guard org == nil, fund == nil else {
                throw CommandError(
                    usage: "--url cannot be combined with --org or --fund",
                    reason: "the URL already determines the organization and the fund",
                    remedy: "omit --org and --fund, or omit --url")
            }
            let invocation = try Invocation.parse(url, profile: .tap, hosts: hosts)
            if invocation.fundUnclear { throw GivingError(.fundUnclear) }
            return (invocation.org ?? invocation.orgAlias ?? "", invocation.fund, invocation.recurring)
        }
        guard let org else {
            throw CommandError(
                usage: "no organization was given",
                remedy: "use --org or --url")
        }
        return (org, fund, false)
    }

    private func givenAmount() throws -> GiftRequest.Amount? {
        guard let amount else { return nil }
        guard let currency else { return .plain(amount) }
        return .money(try Money(typed: amount, in: Currency(typed: currency)))
    }
}
