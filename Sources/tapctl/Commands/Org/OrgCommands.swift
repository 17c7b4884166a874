import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Processor
import StaffAccess

/// `tapctl org`: manages the organizations that receive gifts.
struct OrgCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "org", abstract: "Add and change organizations.",
        subcommands: [
            OrgAdd.self, OrgList.self, OrgShow.self, OrgEdit.self, OrgOnboard.self, OrgAlias.self,
            OrgHistory.self,
        ])
}

/// `tapctl org add`: creates an organization.
struct OrgAdd: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an organization.",
        discussion: """
            EXAMPLES:
              tapctl org add WoodlandsChurch --name "The Woodlands Church"
              tapctl org add Grace --name "Grace" --currency eur \\
                  --time-zone Europe/Berlin --country DE --least 2

            The id is part of URLs and tags, and cannot be changed. The command also
            creates the organization's account at the processor and, if the processor is
            simulated, completes onboarding. With --no-onboard, use `org onboard` later.

            The defaults are --currency usd, --time-zone UTC, --default-amount 50.00,
            --least 5.00, --most 10000.00 and --platform-fee 0.
            """)

    @Argument(help: "The organization's id: 1 to 64 letters, digits, '.', '_' and '-'.")
    var id: String

    @Option(help: ArgumentHelp("The currency of gifts; it cannot be changed later.", valueName: "code"))
    var currency: String?

    @OptionGroup var entered: OrgFieldOptions

    @Flag(help: "Do not create an account at the processor yet.")
    var noOnboard = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .addOrganization }

    func run() async throws {
        var entry = entered.fields
        entry.currency = currency
        let fields = entry.readingPlainAmounts()
        let shown = try await data.withData(making: true) { data in
            try await data.write { transaction, now in
                do {
                    _ = try transaction.addOrganization(id, fields, at: now)
                } catch let error as DirectoryError {
                    throw suggesting(error)
                }
            }
            if !noOnboard { _ = try await data.onboard(id, outcome: .complete) }
            return try await data.organization(id)
        }
        try output.print(shown)
    }
}

/// `tapctl org list`: lists all organizations.
struct OrgList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List organizations, sorted by id.",
        discussion: """
            EXAMPLES:
              tapctl org list
              tapctl org list --after Grace --limit 100 --json
            """)

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let found = try await data.read { transaction in
            try transaction.organizations(after: page.after, limit: page.asked).map {
                try OrganizationDetails($0, in: transaction)
            }
        }
        try output.print(
            found, page, id: \.organization.id, document: \.document,
            none: "no organizations; `tapctl org add` adds one", of: "organizations"
        ) { organizations, style in
            table(
                [["org", "name", "currency", "account", "status"]]
                    + organizations.map { shown in
                        [
                            shown.organization.id, printable(shown.organization.displayName),
                            shown.organization.currency.code, shown.onboarding,
                            shown.status(style: style),
                        ]
                    }, shrinking: ["name"], style: style)
        }
    }
}

/// `tapctl org show`: shows an organization.
struct OrgShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an organization, its funds and its account.",
        discussion: """
            EXAMPLES:
              tapctl org show WoodlandsChurch
            """)

    @Argument(help: "The organization's id, in any capitalization, or one of its aliases, spelled exactly.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.withData(needsProcessor: false) { try await $0.organization(id) }
        try output.print(shown)
    }
}

/// `tapctl org onboard`: sets up an organization's account at the processor.
struct OrgOnboard: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Create an organization's account, or continue its onboarding.",
        discussion: """
            EXAMPLES:
              tapctl org onboard WoodlandsChurch
              tapctl org onboard WoodlandsChurch --outcome pending_verification

            --outcome sets the result of onboarding at the simulated processor: complete,
            pending_verification, abandoned or rejected. The organization can accept gifts
            after the processor enables charges.
            """)

    @Argument(help: "The organization's id.")
    var id: String

    @Option(
        help: "The simulated result of onboarding. (default: complete)",
        completion: Account.OnboardingOutcome.completion,
        transform: Account.OnboardingOutcome.typed)
    var outcome = Account.OnboardingOutcome.complete

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .onboardOrganization }

    func run() async throws {
        let shown = try await data.withData { data in
            _ = try await data.onboard(id, outcome: outcome)
            return try await data.organization(id)
        }
        try output.print(shown)
    }
}

/// `tapctl org alias`: adds or removes an alternative name that URLs may use for an organization.
struct OrgAlias: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "alias", abstract: "Add or remove an alias: another name for an organization in URLs.",
        discussion: """
            EXAMPLES:
              tapctl org alias WoodlandsChurch Woodlands
              tapctl org alias WoodlandsChurch Woodlands --remove

            A URL with the alias opens the organization's page only if the alias is spelled
            exactly as you entered it.
            """)

    @Argument(help: "The organization's id.")
    var id: String

    @Argument(help: "The alias: at most 64 characters, in any language.")
    var alias: String

    @Flag(help: "Remove the alias; URLs with it stop working.")
    var remove = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { remove ? .removeAlias : .addAlias }

    func run() async throws {
        let shown = try await data.withData(needsProcessor: false) { data in
            try await data.write { transaction, _ in
                _ =
                    try remove
                    ? transaction.removeAlias(alias, from: id) : transaction.addAlias(alias, to: id)
            }
            return try await data.organization(id)
        }
        try output.print(shown)
    }
}
