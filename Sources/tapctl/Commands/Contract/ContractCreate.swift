import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import FailureKit
import Giving
import MoneyKit
import PublicAPI

/// `tapctl contract create`: creates a contract.
struct ContractCreate: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Write a contract: a draft, or one that is sent at once.",
        discussion: """
            EXAMPLES:
              tapctl contract create --org Builder --payer-name "A Client" \\
                  --payer-email client@example.org --title "Kitchen" \\
                  --description "A new kitchen, fitted" --deliverable "Kitchen" \\
                  --start-date 2026-03-01 --end-date 2026-04-30 --total 50000 \\
                  --structure milestones --milestone Half=50 --milestone Rest=50
              tapctl contract create --org Builder --template kitchen.json \\
                  --payer-name "A Client" --payer-email client@example.org

            The platform keeps 5 %; after completion the payer adds 5 %. Shares of
            milestones are percent, and 100 together. All that is missing or wrong is
            told at once, by field. --send opens the payment link. A template has the keys
            of POST /api/contracts; options take the place of what it says.
            """)

    @Option(
        help: ArgumentHelp("A JSON file with what the options leave out.", valueName: "file"),
        completion: .file())
    var template: String?

    @Option(help: ArgumentHelp("The organization that does the work and is paid.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("Who does the work. (default: the organization's name)", valueName: "name"))
    var payeeName: String?

    @Option(help: ArgumentHelp("Who pays.", valueName: "name"))
    var payerName: String?

    @Option(help: ArgumentHelp("Where the payer's link goes.", valueName: "address"))
    var payerEmail: String?

    @Option(help: ArgumentHelp("What it is called.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("What is to be done.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("When the work begins: 2026-01-31.", valueName: "day"))
    var startDate: String?

    @Option(help: ArgumentHelp("When it is to be done.", valueName: "day"))
    var endDate: String?

    @Option(help: ArgumentHelp("What is handed over; may be given several times.", valueName: "text"))
    var deliverable: [String] = []

    @Option(help: ArgumentHelp("What the work is worth, as 50000 or 50000.00.", valueName: "amount"))
    var total: String?

    @Option(help: ArgumentHelp("The currency. (default: usd)", valueName: "code"))
    var currency: String?

    @Option(
        help: ArgumentHelp("When it is paid: upfront, milestones, after_completion.", valueName: "structure"),
        completion: .list(PaymentStructure.Kind.allCases.map(\.rawValue)),
        transform: PaymentStructure.Kind.typed)
    var structure: PaymentStructure.Kind?

    @Option(
        help: ArgumentHelp("A milestone and its percent; may be given several times.", valueName: "title=50"),
        transform: ContractCreate.milestone)
    var milestone: [Milestone] = []

    @Option(
        help: ArgumentHelp(
            "A completed milestone goes to the payee by itself after so many days. (default: the payer releases it)",
            valueName: "days"))
    var releaseAfterDays: Int?

    @Flag(help: "A milestone is asked to be paid only when its work is done.")
    var workFirst = false

    @Flag(help: "Send it to the payer, and open the link.")
    var send = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if !milestone.isEmpty, structure != .milestones, template == nil || structure != nil {
            throw ValidationError("--milestone needs --structure milestones.")
        }
    }

    func run() async throws {
        let fields = try template.map(Self.fields)
        let form = try filledForm(over: fields)
        let (org, sends) = (org ?? fields?.text("org"), send || fields?.bool("send") ?? false)
        let hosts = try hosts.hosts()
        let done = try await data.withData { data in
            var form = form
            if let org {
                let account = try await data.read { try $0.contractAccount(of: org) }
                form.payee = account.payee
                form.payeeName = form.payeeName ?? account.name
            }
            return try await data.products.contracts.create(form, sends: sends)
        }
        try output.print(done, hosts: hosts)
    }

    /// Returns the options, with values from the template for omitted ones.
    private func filledForm(over fields: APIFields?) throws -> ContractForm {
        var form = ContractForm()
        if let fields {
            do { form = try fields.contractForm() } catch { throw Self.malformed(template, error) }
        }
        form.payeeName = payeeName ?? form.payeeName
        form.payerName = payerName ?? form.payerName
        form.payerEmail = payerEmail ?? form.payerEmail
        form.title = title ?? form.title
        form.description = description ?? form.description
        form.startDate = startDate ?? form.startDate
        form.endDate = endDate ?? form.endDate
        if !deliverable.isEmpty { form.deliverables = deliverable }
        form.total = total ?? form.total
        form.currency = currency ?? form.currency
        if let kind = structure ?? (milestone.isEmpty ? nil : .milestones) {
            form.structure =
                switch kind {
                case .upfront: .upfront
                case .milestones where milestone.isEmpty && form.structure?.kind == .milestones:
                    form.structure
                case .milestones: .milestones(milestone)
                case .afterCompletion: .afterCompletion
                }
        }
        form.releaseAfterDays = releaseAfterDays ?? form.releaseAfterDays
        if workFirst { form.fundsBefore = false }
        return form
    }

    /// The maximum size of a template, in bytes.
    private static let mostTemplateBytes = 256 << 10

    /// Reads a template: a body of `POST /api/contracts` in which every key is optional.
    private static func fields(of path: String) throws -> APIFields {
        let bytes = try Input.read(path, limit: mostTemplateBytes)
        do { return try APIFields(body: bytes, as: ContractForm.fields.map(\.described)) } catch {
            throw malformed(path, error)
        }
    }

    private static func malformed(_ path: String?, _ error: APIError) -> CommandError {
        CommandError(
            .malformed, code: error.code, "\(path ?? "the template") is no template of a contract",
            reason: error.message,
            remedy: "write the keys of POST /api/contracts; docs/contracts.md has an example")
    }

    private static func milestone(_ text: String) throws -> Milestone {
        guard let mark = text.lastIndex(of: "="),
            let share = BasisPoints(percent: String(text[text.index(after: mark)...]))
        else { throw ValidationError("Write a milestone like Half=50 or Third=33.33.") }
        return Milestone(String(text[..<mark]), share: share)
    }
}
