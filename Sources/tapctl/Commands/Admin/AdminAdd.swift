import ArgumentParser
import DataFolderKit
import Documents
import Giving
import StaffAccess

/// `tapctl admin add`: somebody may sign in from now on.
struct AdminAdd: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Let somebody sign in to the pages below /admin.",
        discussion: """
            EXAMPLES:
              tapctl admin add treasurer@example.org --org WoodlandsChurch --role treasurer
              tapctl admin add seats@example.org --org Grace --org Hope --role tags \\
                  --password - < password.txt

            The password is asked for at the terminal, and not shown; with --password - it
            is the first line of standard input. It has 12 letters or more.

            ROLES:
              owner       sees and does everything
              treasurer   gifts and money; refunds gifts
              tags        tags and seats, and nothing of gifts or givers
              read-only   sees everything, and changes nothing
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var scope: ScopeOptions

    @Option(help: ArgumentHelp("- takes the password from standard input.", valueName: "-"))
    var password: String?

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let password, password != "-" {
            throw ValidationError(
                "A password does not belong in a command, where others see it: give --password -.")
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
                address, role, organizations: organizations, password: password)
        }
        try output.print(member.document) { _ in member.line }
    }
}
