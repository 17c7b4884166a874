import ArgumentParser
import DataFolderKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// `tapctl admin`: manages the accounts of people who can sign in to the pages under `/admin`.
struct AdminCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Manage who can sign in to the pages under /admin.",
        subcommands: [AdminAdd.self, AdminList.self, AdminRemove.self])
}

/// `tapctl admin add`: creates an account for the pages under `/admin`.
struct AdminAdd: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a person who can sign in to the pages under /admin.",
        discussion: """
            EXAMPLES:
              tapctl admin add treasurer@example.org --org WoodlandsChurch --role treasurer
              tapctl admin add seats@example.org --org Grace --org Hope --role tags \\
                  --password - < password.txt

            The command asks for the password and hides it; with --password - it reads the
            first line of standard input. Use at least 12 characters, no common
            password, and no word of the organization's name or of the address.

            ROLES:
              owner       sees and does everything
              treasurer   sees gifts and money; refunds gifts
              tags        sees tags and seats, but no gifts or donors
              read-only   sees everything but changes nothing
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var scope: ScopeOptions

    @Option(help: ArgumentHelp("- reads the password from standard input.", valueName: "-"))
    var password: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .addStaff }

    func validate() throws {
        if let password, password != "-" {
            throw ValidationError(
                "Other users can see a command's options. Use --password - and standard input.")
        }
    }

    func run() async throws {
        guard let typed = EmailAddress(email), let address = StaffAddress(typed.text) else {
            throw StaffError(.invalidAddress)
        }
        let (names, role, fromInput) = (scope.org, scope.role, password != nil)
        let member = try await data.withData { data in
            let organizations = try await data.knownOrganizations(names)
            let password = try await PasswordInput.password(fromInput: fromInput)
            return try await data.staff.add(
                address, role, organizations: organizations,
                names: try await data.displayNames(ofOrganizations: organizations), password: password)
        }
        try output.print(member.document) { _ in member.line }
    }
}

/// `tapctl admin list`: lists the accounts for the pages under `/admin`.
struct AdminList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List who can sign in to the pages under /admin.",
        discussion: """
            EXAMPLES:
              tapctl admin list
              tapctl admin list --json
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let members = try await data.withData { try await $0.staff.members() }
        try output.print(
            list: members, document: \.document, none: "no one can sign in; `tapctl admin add` adds a person"
        ) { style in
            table(
                [["e-mail", "role", "organizations"]]
                    + members.map {
                        [printable($0.email), $0.role.rawValue, $0.organizations.joined(separator: ", ")]
                    }, shrinking: ["organizations"], style: style)
        }
    }
}

/// `tapctl admin remove`: removes an account for the pages under `/admin`.
struct AdminRemove: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a person's access and sign them out immediately.",
        discussion: """
            EXAMPLES:
              tapctl admin remove treasurer@example.org
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .removeStaff }

    func run() async throws {
        guard let address = StaffAddress(email) else { throw StaffError(.invalidAddress) }
        let member = try await data.withData { try await $0.staff.remove(address) }
        try output.print(member.document) { _ in "\(printable(member.email))  removed" }
    }
}

extension StaffMember {
    /// The staff member's JSON document, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "staff_member", "id": .string(id), "email": .string(email),
            "role": .string(role.rawValue),
            "orgs": .array(organizations.map(JSONValue.string)), "created": .string(created.iso8601),
        ]
    }

    /// The staff member's e-mail address, role and organizations as human-readable text.
    var line: String { "\(printable(email))  \(role.rawValue) of \(organizations.joined(separator: ", "))" }
}
