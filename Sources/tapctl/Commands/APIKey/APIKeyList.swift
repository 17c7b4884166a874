import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess

/// `tapctl api-key list`: which programs may use the API.
struct APIKeyList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the API's keys, and when each was used last.",
        discussion: """
            EXAMPLES:
              tapctl api-key list
              tapctl api-key list --json
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let keys = try await data.withData { try await $0.apiKeys.keys() }
        try output.print(.list(keys.map(\.document), hasMore: false)) { style in
            guard !keys.isEmpty else { return "no keys; `tapctl api-key add` makes one" }
            return table(
                [["key", "role", "organizations", "last used"]] + keys.map(\.row),
                shrinking: ["organizations"],
                style: style)
        }
    }
}
