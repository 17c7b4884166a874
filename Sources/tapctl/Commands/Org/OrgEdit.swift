import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// `tapctl org edit`: changes an organization's details.
struct OrgEdit: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an organization.",
        discussion: """
            EXAMPLES:
              tapctl org edit WoodlandsChurch --least 10 --presets 10,25,50,100
              tapctl org edit WoodlandsChurch --status suspended
              tapctl org edit WoodlandsChurch --default-fund 12
              tapctl org edit WoodlandsChurch --color '#1a5fb4'

            An empty --logo, --color or --tax-id removes the current value. The currency
            cannot be changed. A change applies from now on, and does not affect past days
            or existing receipts, statements and exports. `org history` lists all changes.
            """)

    @Argument(help: "The organization's id.")
    var id: String

    // It is parsed only for the error that explains why it cannot be changed.
    @Option(help: .hidden)
    var currency: String?

    @OptionGroup var entered: OrgFieldOptions

    @Option(
        help: "The status: active, suspended or closed.",
        completion: Organization.Status.completion, transform: Organization.Status.typed)
    var status: Organization.Status?

    @Option(help: ArgumentHelp("The fund for gifts that do not specify a fund.", valueName: "id"))
    var defaultFund: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .changeOrganization }

    func validate() throws {
        guard entered.fields == OrganizationFields(), currency == nil, status == nil, defaultFund == nil
        else {
            return
        }
        throw ValidationError(
            """
            There is nothing to change. Use one or more of --name, --logo, --color, --time-zone, --country, \
            --tax-id, --default-amount, --least, --most, --presets, --platform-fee, --statement-descriptor, \
            --status and --default-fund.
            """)
    }

    func run() async throws {
        var entry = entered.fields
        entry.currency = currency
        let fields = entry
        let (shown, changes) = try await data.withData(needsProcessor: false) { data in
            let changes = try await data.write { transaction, now in
                try transaction.edit(id, fields, status: status, defaultFund: defaultFund, at: now)
            }
            return (try await data.organization(id), changes)
        }
        try output.print(shown.document.adding("changes", .array(changes.map(\.document)))) { style in
            columns(
                shown.lines(style: style) + changes.map { (label: $0.setting, value: $0.line) }, style: style)
        }
    }
}

extension Transaction {
    /// Changes the details of an organization. Also changes its status and its default fund, if they are
    /// given.
    ///
    /// - Returns: The changed settings, in the order of the changes.
    func edit(
        _ id: String, _ fields: OrganizationFields, status: Organization.Status?, defaultFund: String?,
        at time: Timestamp
    ) throws -> [SettingChange] {
        let organization = try existingOrganization(id)
        let name = organization.id
        let before = try settingChangeCount(of: name)
        let plain = fields.readingPlainAmounts(in: organization.currency)
        _ = try editOrganization(name, plain, at: time)
        if let status { _ = try setStatus(status, ofOrganization: name, at: time) }
        if let defaultFund { _ = try setDefaultFund(defaultFund, of: name, at: time) }
        let count = try settingChangeCount(of: name) - before
        return try settingChanges(of: name, skipping: 0, limit: count).reversed()
    }
}
