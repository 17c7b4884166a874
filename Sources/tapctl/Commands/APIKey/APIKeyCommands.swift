import ArgumentParser
import DataFolderKit
import Documents
import StaffAccess
import TimeKit

/// `tapctl api-key`: manages the API keys for `/api`.
struct APIKeyCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key", abstract: "Manage the keys that programs use to call the API under /api.",
        subcommands: [APIKeyAdd.self, APIKeyList.self, APIKeyConfirm.self, APIKeyRemove.self])
}

/// `tapctl api-key add`: creates an API key for programs.
struct APIKeyAdd: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a key that lets a program use the API under /api.",
        discussion: """
            EXAMPLES:
              tapctl api-key add website --org WoodlandsChurch --role treasurer > key.txt
              tapctl api-key add seats --org Grace --org Hope --role tags --json

            The key is printed only once, on standard output; only its hash is stored.
            Send the key with each request as "Authorization: Bearer tapk_test_...".

            ROLES:
              owner       can see and do everything
              treasurer   sees gifts and money; makes and refunds gifts, changes funds
              tags        sees tags and seats, but no gifts or donors
              read-only   sees gifts, money, tags and seats, but cannot change anything
            """)

    @Argument(help: "The key's name: letters, digits, '.', '_' and '-'.")
    var name: String

    @OptionGroup var scope: ScopeOptions

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .addKey }

    func run() async throws {
        let (key, secret) = try await data.withData { data in
            let organizations = try await data.knownOrganizations(scope.org)
            return try await data.apiKeys.add(name, scope.role, organizations: organizations)
        }
        Terminal.say("\(key.line); the key is shown only once")
        try output.print(key.document.adding("key", secret.text.json), secret.text)
    }
}

/// `tapctl api-key list`: lists the API keys.
struct APIKeyList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List API keys and when each was last used.",
        discussion: """
            EXAMPLES:
              tapctl api-key list
              tapctl api-key list --json
            """)

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let keys = try await data.withData { try await $0.apiKeys.keys() }
        try output.print(list: keys, document: \.document, none: "no keys; `tapctl api-key add` creates one")
        {
            style in
            table(
                Confirmation.column(
                    [["key", "role", "organizations", "last used"]] + keys.map(\.row),
                    keys.map(\.unconfirmedSince)),
                shrinking: ["organizations"], style: style)
        }
    }
}

/// `tapctl api-key confirm`: makes API keys from a restored backup usable again.
struct APIKeyConfirm: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Accept API keys again after restoring a backup.",
        discussion: """
            EXAMPLES:
              tapctl api-key confirm website
              tapctl api-key confirm --all

            A restored backup may contain keys that were revoked after the backup, so each
            key is refused until you confirm it. Revoke keys that you do not want to
            confirm with `tapctl api-key remove`. If any name or id is unknown, no key is
            confirmed.
            """)

    @Argument(help: "The names or ids of the keys.")
    var names: [String] = []

    @Flag(help: "Confirm every key.")
    var all = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .confirmKey }

    func validate() throws { try Confirmation.validate(names, all) }

    func run() async throws {
        let confirmed = try await data.withData { data in
            let keys = try await data.apiKeys.keys()
            let chosen =
                try all
                ? keys.filter { $0.unconfirmedSince != nil }
                : names.map { name in
                    guard
                        let key = keys.first(where: { $0.name == name })
                            ?? keys.first(where: { $0.publicID == name })
                    else { throw StaffError(.keyNotFound, String(name.prefix(100))) }
                    return key
                }
            var confirmed: [APIKey] = []
            // Each confirmation gets its own row in the audit log.
            for key in chosen {
                confirmed.append(
                    try await data.recordingCommand { try await data.apiKeys.confirm(key.name) })
            }
            return confirmed
        }
        try output.print(
            list: confirmed, document: \.document, none: "no key is waiting to be confirmed"
        ) { _ in
            confirmed.map { "\($0.line)  confirmed" }.joined(separator: "\n")
        }
    }
}

/// Functions for confirming members and API keys after a backup has been restored.
enum Confirmation {
    /// Returns the table with an additional column, which shows whether each row is confirmed. If all rows
    /// are confirmed, returns the table unchanged.
    ///
    /// - Parameters:
    ///   - table: The heading, and a row for each element of `waiting`.
    ///   - waiting: For each row, the time at which the row became unconfirmed; nil if the row is confirmed.
    static func column(_ table: [[String]], _ waiting: [Timestamp?]) -> [[String]] {
        guard waiting.contains(where: { $0 != nil }) else { return table }
        let cells = ["state"] + waiting.map { $0 == nil ? "confirmed" : "unconfirmed" }
        return zip(table, cells).map { $0 + [$1] }
    }

    /// Checks that the command has either names or `--all`, but not both.
    static func validate(_ names: [String], _ all: Bool) throws {
        guard names.isEmpty == all else {
            throw ValidationError("Specify either --all or what to confirm, but not both.")
        }
    }
}

/// `tapctl api-key remove`: revokes an API key.
struct APIKeyRemove: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Revoke a key; further requests with it are refused.",
        discussion: """
            EXAMPLES:
              tapctl api-key remove website
            """)

    @Argument(help: "The key's name.")
    var name: String

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .removeKey }

    func run() async throws {
        let key = try await data.withData { try await $0.apiKeys.remove(name) }
        try output.print(key.document, "\(key.name)  removed")
    }
}

extension APIKey {
    /// The API key's JSON document, as described in `docs/json.md`. It does not contain the key itself.
    var document: JSONValue {
        [
            "object": "api_key", "id": publicID.json, "name": name.json, "role": role.rawValue.json,
            "orgs": organizations.json, "created": created.json,
            "last_used": JSONValue(lastUsed?.date),
            "unconfirmed_since": unconfirmedSince.json,
        ]
    }

    /// The key's name, role and organizations as human-readable text.
    var line: String { "\(name)  role \(role.rawValue) for \(organizations.joined(separator: ", "))" }

    /// The cells of the API key's row in the table of `tapctl api-key list`.
    var row: [String] {
        [name, role.rawValue, organizations.joined(separator: ", "), lastUsed?.date.iso8601 ?? "never"]
    }
}
