import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess

/// `tapctl api-key remove`: a program may use the API no more.
struct APIKeyRemove: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take a key away; its next request is refused.",
        discussion: """
            EXAMPLES:
              tapctl api-key remove website
            """)

    @Argument(help: "What the key is called.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let key = try await data.withData { try await $0.apiKeys.remove(name) }
        try output.print(key.document) { _ in "\(key.name)  removed" }
    }
}
