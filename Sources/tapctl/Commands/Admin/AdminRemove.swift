import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess

/// `tapctl admin remove`: somebody may sign in no more.
struct AdminRemove: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Let somebody sign in no more; who is signed in is out at once.",
        discussion: """
            EXAMPLES:
              tapctl admin remove treasurer@example.org
            """)

    @Argument(help: "The e-mail address.")
    var email: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        guard let address = StaffAddress(email) else { throw StaffError(.invalidAddress) }
        let member = try await data.withData { try await $0.staff.remove(address) }
        try output.print(member.document) { _ in "\(printable(member.email))  removed" }
    }
}
