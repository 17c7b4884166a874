import ArgumentParser
import DataFolderKit
import Documents
import Giving
import TimeKit

/// `tapctl org history`: lists the changes to an organization's settings, each with the time at which it took
/// effect.
struct OrgHistory: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List the changes to an organization's settings.",
        discussion: """
            EXAMPLES:
              tapctl org history WoodlandsChurch
              tapctl org history WoodlandsChurch --limit 100 --json

            The newest changes come first; changes to funds are included. No change is ever
            removed. Receipts and statements issued before a change show the earlier value.
            """)

    @Argument(help: "The organization's id.")
    var id: String

    @Option(help: ArgumentHelp("The number of changes to skip.", valueName: "count"))
    var skip = 0

    @Option(help: ArgumentHelp("The number of changes to show, 1 to 1000.", valueName: "count"))
    var limit = 25

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try (1...1000).validate(limit, of: "--limit")
        if skip < 0 { throw ValidationError("--skip must be at least 0.") }
    }

    func run() async throws {
        let (organization, found) = try await data.read { transaction in
            let organization = try transaction.knownOrganization(id)
            return (
                organization,
                try transaction.settingChanges(of: organization.id, skipping: skip, limit: limit + 1)
            )
        }
        let changes = Array(found.prefix(limit))
        try output.print(
            list: changes, hasMore: found.count > limit, document: \.document,
            none: skip == 0 ? "no changes since the organization was added" : "no more changes"
        ) { style in
            table(
                [["since", "fund", "setting", "value", "before"]]
                    + changes.map { change in
                        [
                            organization.calendar.date(of: change.since).iso8601, change.fund ?? "",
                            change.setting, printable(change.value ?? "-"),
                            printable(change.before ?? "-"),
                        ]
                    }, shrinking: ["value", "before"], style: style)
        }
    }
}

extension SettingChange {
    /// The JSON document of a changed setting, as described in `docs/json.md`.
    var document: JSONValue {
        [
            "object": "setting_change", "org": organization.json, "fund": fund.json,
            "setting": setting.json, "value": value.json, "before": before.json, "since": since.json,
        ]
    }

    /// The new and the old value as text, such as `Asia/Tokyo since 2026-11-26 10:00:00 UTC, before: UTC`.
    var line: String {
        "\(printable(value ?? "-")) since \(since.inUTC), before: \(printable(before ?? "-"))"
    }
}
