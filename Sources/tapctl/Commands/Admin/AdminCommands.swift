import ArgumentParser
import DataFolderKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// `tapctl admin`: manages the accounts of people who can sign in to the pages under `/admin`.
struct AdminCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Manage the people who can sign in to the pages under /admin.",
        subcommands: [
            AdminAdd.self, AdminList.self, AdminConfirm.self, AdminPassword.self, AdminSignOut.self,
            AdminRemove.self, AdminRemoveFactor.self,
        ])
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

            The command asks for the password without showing it. With --password -, it
            reads the password from the first line of standard input. A password must have
            at least 12 characters. Common passwords are refused, and so are passwords that
            contain a word from the organization's name or the e-mail address.

            ROLES:
              owner       can see and do everything
              treasurer   sees gifts and money; refunds gifts, changes funds, runs payouts
              tags        sees tags and seats, but no gifts or donors; changes managed tags
              read-only   sees gifts, money, tags and seats, but cannot change anything
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var scope: ScopeOptions

    @Option(help: ArgumentHelp("Use - to read the password from standard input.", valueName: "-"))
    var password: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .addStaff }

    func validate() throws { try PasswordInput.validate(password) }

    func run() async throws {
        guard let typed = EmailAddress(email), let address = StaffAddress(typed.text) else {
            throw StaffError(.invalidAddress)
        }
        let member = try await data.withData { data in
            let organizations = try await data.knownOrganizations(scope.org)
            let password = try await PasswordInput.password(fromInput: self.password != nil)
            return try await data.staff.add(
                address, scope.role, organizations: organizations,
                names: try await data.displayNames(ofOrganizations: organizations), password: password)
        }
        try output.print(member.document, member.line)
    }
}

/// `tapctl admin list`: lists the accounts for the pages under `/admin`.
struct AdminList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the people who can sign in to the pages under /admin.",
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
            list: members, document: \.document,
            none: "no one can sign in yet; `tapctl admin add` adds a person"
        ) { style in
            let rows = members.map {
                [printable($0.email), $0.role.rawValue, $0.organizations.joined(separator: ", ")]
            }
            return table(
                Confirmation.column(
                    [["e-mail", "role", "organizations"]] + rows, members.map(\.unconfirmedSince)),
                shrinking: ["organizations"], style: style)
        }
    }
}

/// `tapctl admin confirm`: allows members from a restored backup to sign in again.
struct AdminConfirm: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Let people sign in again after restoring a backup.",
        discussion: """
            EXAMPLES:
              tapctl admin confirm treasurer@example.org
              tapctl admin confirm --all

            A restored backup may contain people who were removed after the backup, so
            people cannot sign in until you confirm them. Remove people who should no
            longer have access with `tapctl admin remove`. If any address or id is unknown,
            no one is confirmed.
            """)

    @Argument(help: "The e-mail addresses or ids.")
    var names: [String] = []

    @Flag(help: "Confirm everyone.")
    var all = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .confirmStaff }

    func validate() throws { try Confirmation.validate(names, all) }

    func run() async throws {
        let confirmed = try await data.withData { data in
            let members = try await data.staff.members()
            let chosen =
                try all
                ? members.filter { $0.unconfirmedSince != nil }
                : names.map { name in
                    let address = StaffAddress(name)?.text
                    guard let member = members.first(where: { $0.id == name || $0.email == address }) else {
                        throw StaffError(.notFound, String(name.prefix(100)))
                    }
                    return member
                }
            var confirmed: [StaffMember] = []
            // Each confirmation gets its own row in the audit log.
            for member in chosen {
                let address = try StaffAddress(checking: member.email)
                confirmed.append(
                    try await data.recordingCommand { try await data.staff.confirm(address) })
            }
            return confirmed
        }
        try output.print(
            list: confirmed, document: \.document, none: "no one is waiting to be confirmed"
        ) { _ in
            confirmed.map { "\($0.line)  confirmed" }.joined(separator: "\n")
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
        let address = try StaffAddress(checking: email)
        let member = try await data.withData { try await $0.staff.remove(address) }
        try output.print(member.document, "\(printable(member.email))  removed")
    }
}

/// `tapctl admin remove-factor`: removes a person's second factor, for example after a phone is lost.
struct AdminRemoveFactor: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "remove-factor",
        abstract: "Remove a person's second factor, for example after a phone is lost.",
        discussion: """
            EXAMPLES:
              tapctl admin remove-factor treasurer@example.org

            The person is signed out everywhere. Until they add another second factor,
            anyone who knows their password can sign in and add one, so first make sure
            that the request comes from the person, and change the password if someone
            else may know it. On a server that only this machine can reach, no second
            factor is required.
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .removeFactor }

    func run() async throws {
        let address = try StaffAddress(checking: email)
        let member = try await data.withData { try await $0.staff.removeFactor(of: address) }
        try output.print(member.document, "\(printable(member.email))  second factor removed")
    }
}

/// `tapctl admin password`: sets a person's password for the pages under `/admin`.
struct AdminPassword: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Set a person's password and sign them out everywhere.",
        discussion: """
            EXAMPLES:
              tapctl admin password treasurer@example.org
              tapctl admin password treasurer@example.org --password - < password.txt

            The command asks for the password without showing it. With --password -, it
            reads the password from the first line of standard input. If sign-in is paused
            after wrong passwords, the new password ends the pause.
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @Option(help: ArgumentHelp("Use - to read the password from standard input.", valueName: "-"))
    var password: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .changePassword }

    func validate() throws { try PasswordInput.validate(password) }

    func run() async throws {
        let address = try StaffAddress(checking: email)
        let member = try await data.withData { data in
            let names = try await data.displayNames(
                ofOrganizations: try await data.staff.member(of: address).organizations)
            let password = try await PasswordInput.password(fromInput: self.password != nil)
            return try await data.staff.setPassword(of: address, to: password, names: names)
        }
        try output.print(member.document, "\(printable(member.email))  has a new password")
    }
}

/// `tapctl admin sign-out`: ends sessions at the pages under `/admin`.
struct AdminSignOut: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End all sessions of one person, or of everyone.",
        discussion: """
            EXAMPLES:
              tapctl admin sign-out treasurer@example.org
              tapctl admin sign-out --all
            """)

    @Argument(help: "The e-mail address.")
    var email: String?

    @Flag(help: "Sign everyone out.")
    var all = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .endSessions }

    func validate() throws {
        if (email == nil) != all { throw ValidationError("Specify either an e-mail address or --all.") }
    }

    func run() async throws {
        let address = email.flatMap { StaffAddress($0) }
        guard all || address != nil else { throw StaffError(.invalidAddress) }
        let ended = try await data.withData { try await $0.staff.endSessions(of: address) }
        try output.print(list: ended, document: \.member.document, none: "no one was signed in") { style in
            table(
                [["e-mail", "ended sessions"]]
                    + ended.map { [printable($0.member.email), String($0.sessions)] }, style: style)
        }
    }
}

extension StaffMember {
    /// The staff member's JSON document, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "staff_member", "id": id.json, "email": email.json, "role": role.rawValue.json,
            "orgs": organizations.json, "created": created.json, "unconfirmed_since": unconfirmedSince.json,
        ]
    }

    /// The staff member's e-mail address, role and organizations as human-readable text.
    var line: String {
        "\(printable(email))  role \(role.rawValue) for \(organizations.joined(separator: ", "))"
    }
}
