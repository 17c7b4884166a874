import ArgumentParser
import Testing

@testable import tapctl

/// The commands whose changes are recorded in the audit log.
@Suite struct ChangesDataTests {
    /// The commands that change nothing in the data folder except what they have observed, such as taps and
    /// the outcome of earlier requests. A restore writes its row itself, and tags have a journal of their
    /// own.
    private static let others: Set<String> = [
        "admin list", "api-key list", "audit", "audit-log check", "audit-log export", "audit-log list",
        "backup check", "backup make", "backup restore", "backup restored", "batch export", "batch list",
        "batch status",
        "billing check", "billing report", "billing status", "billing watch", "booking list",
        "booking payees", "booking show", "completion", "contract earnings", "contract invoice",
        "contract list", "contract sheet", "contract show", "demo", "dependent list", "dependent review",
        "donor export", "donor list", "donor show", "dump check", "dump convert", "earnings", "fund list",
        "gift list", "gift show", "invoke", "ledger balances", "ledger check", "ledger export",
        "ledger journal", "ledger late", "managed list", "move", "ndef decode", "ndef encode", "org history",
        "org list", "org show", "outbox list", "payment list", "payout list", "payout match", "plan list",
        "plan promotion", "plan show", "reader doctor", "reader list", "receipt list", "receipt series",
        "receipt show", "recurring list", "recurring show", "run", "secret new", "secret restore",
        "secret sheet", "serve", "sim reader", "sim replay", "sim tag new", "site check", "site make",
        "statement make", "stats", "tag dump", "tag erase", "tag format", "tag info", "tag lock",
        "tag protect", "tag read", "tag restore", "tag tap", "tag unprotect", "tag verify", "tag watch",
        "tag which", "tag write", "url check", "url follow", "url make", "url parse", "url qr",
        "url verify-sun", "version",
    ]

    /// Returns all commands without subcommands, by their words.
    private func leaves(of command: any ParsableCommand.Type, _ words: [String] = [])
        -> [(words: String, command: any ParsableCommand.Type)]
    {
        let verbs = command.configuration.subcommands
        guard !verbs.isEmpty else { return [(words.joined(separator: " "), command)] }
        return verbs.flatMap { verb in
            leaves(of: verb, words + [verb.configuration.commandName ?? "\(verb)".lowercased()])
        }
    }

    @Test("every command either is recorded or is known to change no data")
    func all() {
        for (words, command) in leaves(of: Tapctl.self) where !words.hasPrefix("processor ") {
            #expect(
                (command is any ChangesData.Type) != Self.others.contains(words),
                "\(words): conform to ChangesData, or list it here")
        }
    }
}
