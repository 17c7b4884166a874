import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagRegistry

/// `tapctl managed revoke`: a managed tag leads nowhere any more.
struct ManagedRevoke: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Permanently withdraw managed tags: they lead nowhere.",
        discussion: """
            EXAMPLES:
              tapctl managed revoke 4k2m9x0p7q
              tapctl managed revoke --seat A1 --yes

            For a tag that was stolen and turns up elsewhere. This cannot be undone; for a
            seat that needs another tag there is `tapctl managed replace`.
            """)

    @OptionGroup var tags: ManagedOptions

    @Flag(help: "Do it without asking.")
    var yes = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let shown = try await data.withData { data in
            let ids = try await data.read { transaction in
                try tags.named(in: transaction).map { try transaction.knownDestination($0).id }
            }
            if !yes { try await Self.confirm(ids) }
            return try await data.write { transaction, _ in
                try ids.map { try ShownDestination(transaction.revoke($0), in: transaction) }
            }
        }
        try output.print(.list(shown.map(\.document), hasMore: false)) { _ in
            "\(counted(shown.count, "tag")) withdrawn"
        }
    }

    private static func confirm(_ ids: [String]) async throws {
        let what = ids.count == 1 ? printable(ids[0]) : "\(ids.count) tags"
        guard Question.canBeAsked else {
            throw CommandError(
                .refused, code: "notConfirmed", "this cannot be undone, and nobody can be asked",
                reason: "\(what) would lead nowhere", remedy: "--yes does it without asking")
        }
        guard try await Question.yes("\(what) will permanently lead nowhere.", "Go on?") else {
            throw CommandError.chosen("nothing was withdrawn")
        }
    }
}
