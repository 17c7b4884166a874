import ArgumentParser
import Contracts
import DataFolderKit
import Documents
import FailureKit
import Giving
import MoneyKit
import PublicAPI
import StaffAccess

/// `tapctl contract create`: creates a contract.
struct ContractCreate: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a contract as a draft, or send it immediately.",
        discussion: """
            EXAMPLES:
              tapctl contract create --org Builder --payer-name "A Client" \\
                  --payer-email client@example.org --title "Kitchen" \\
                  --description "A new kitchen, fitted" --deliverable "Kitchen" \\
                  --start-date 2026-03-01 --end-date 2026-04-30 --total 50000 \\
                  --structure milestones --milestone Half=50 --milestone Rest=50
              tapctl contract create --org Builder --template kitchen.json \\
                  --payer-name "A Client" --payer-email client@example.org

            The platform keeps 5% of the total. If payment is due after completion, the
            payer also pays a surcharge of 5%. The percentages of the milestones must add
            up to 100. All missing or invalid fields are reported together. --send also
            sends the contract, like `tapctl contract send`. A template has the keys of a
            POST /api/contracts request; options override the template.
            """)

    @Option(
        help: ArgumentHelp("A JSON file with values for omitted options.", valueName: "file"),
        completion: .file())
    var template: String?

    @Option(help: ArgumentHelp("The organization that does the work and is paid.", valueName: "id"))
    var org: String?

    @Option(
        help: ArgumentHelp(
            "The payee's name. (default: the organization's name)", valueName: "name"))
    var payeeName: String?

    @Option(help: ArgumentHelp("The payer's name.", valueName: "name"))
    var payerName: String?

    @Option(help: ArgumentHelp("The payer's e-mail address, for notices.", valueName: "address"))
    var payerEmail: String?

    @Option(help: ArgumentHelp("The contract's title.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("A description of the work.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("The day the work begins, such as 2026-01-31.", valueName: "day"))
    var startDate: String?

    @Option(help: ArgumentHelp("The day the work is due.", valueName: "day"))
    var endDate: String?

    @Option(help: ArgumentHelp("A deliverable; can be repeated.", valueName: "text"))
    var deliverable: [String] = []

    @Option(help: ArgumentHelp("The contract's total, such as 50000 or 50000.00.", valueName: "amount"))
    var total: String?

    @Option(help: ArgumentHelp("The currency. (default: usd)", valueName: "code"))
    var currency: String?

    @Option(
        help: "When payment is due: upfront, milestones or after_completion.",
        completion: PaymentStructure.Kind.completion,
        transform: PaymentStructure.Kind.typed)
    var structure: PaymentStructure.Kind?

    @Option(
        help: ArgumentHelp("A milestone and its percentage; can be repeated.", valueName: "title=50"),
        transform: ContractCreate.milestone)
    var milestone: [Milestone] = []

    @Option(
        help: ArgumentHelp(
            "Days until a completed milestone's money is released. (default: the payer releases it)",
            valueName: "days"))
    var releaseAfterDays: Int?

    @Flag(help: "Request payment for a milestone only after its work is done.")
    var workFirst = false

    @Flag(help: "Send the contract to the payer.")
    var send = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .createContract }

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
        try output.print(done.contract, link: try done.link?.paymentURL(hosts: hosts))
    }

    /// Returns the contract's form. It contains the values of the options, and the template's values for
    /// omitted options.
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

    /// Reads a template: a request body for `POST /api/contracts` in which every key is optional.
    private static func fields(of path: String) throws -> APIFields {
        let bytes = try Input.read(path, limit: mostTemplateBytes)
        do { return try APIFields(body: bytes, as: ContractForm.fields.map(\.described)) } catch {
            throw malformed(path, error)
        }
    }

    private static func malformed(_ path: String?, _ error: APIError) -> CommandError {
        CommandError(
            .malformed, code: error.code,
            "\(path.map(Input.name(of:)) ?? "the template") is not a valid contract template",
            reason: error.message.replacing("The request body is", with: "The input is"),
            remedy: "write the template like a POST /api/contracts request; docs/contracts.md has an example")
    }

    private static func milestone(_ text: String) throws -> Milestone {
        guard let mark = text.lastIndex(of: "="),
            let share = BasisPoints(percent: String(text[text.index(after: mark)...]))
        else {
            throw ValidationError("Write a milestone with its percentage, such as Half=50 or Third=33.33.")
        }
        return Milestone(String(text[..<mark]), share: share)
    }
}
