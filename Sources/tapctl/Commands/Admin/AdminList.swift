import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess

/// `tapctl admin list`: who may sign in.
struct AdminList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List those who may sign in to the pages below /admin.",
        discussion: """
            EXAMPLES:
              tapctl admin list
              tapctl admin list --json
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let members = try await data.withData { try await $0.staff.members() }
        try output.print(.list(members.map(\.document), hasMore: false)) { style in
            guard !members.isEmpty else { return "nobody; `tapctl admin add` takes somebody on" }
            return table(
                [["e-mail", "role", "organizations"]]
                    + members.map {
                        [printable($0.email), $0.role.rawValue, $0.organizations.joined(separator: ", ")]
                    }, shrinking: ["organizations"], style: style)
        }
    }
}
