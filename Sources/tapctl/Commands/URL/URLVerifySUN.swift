import ArgumentParser
import Documents
import TagSecurity

/// `tapctl url verify-sun`: verifies that the code in a URL was created by a tag.
struct URLVerifySUN: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "verify-sun", abstract: "Check the code that an NTAG 424 DNA put into its URL.",
        discussion: """
            EXAMPLES:
              tapctl url verify-sun --keys row-a.secret \\
                  "https://...&picc_data=...&cmac=..."
              tapctl url verify-sun --keys row-a.secret --after 41 "$url" --json
              pass church/row-a | tapctl url verify-sun --keys - "$url"

            The key file is the secret's file, or a file with two lines: "meta-read KEY"
            and "file-read KEY", where each KEY has 32 hex digits. For tags in LRP mode,
            add the line "mode lrp". Keys are never passed on the command line, where every
            user of this computer could read them. A file that others can read (any mode
            but 0600 or 0400) is refused.

            No network is used. A code never expires, so a program that checks taps has to
            store the highest counter of each tag and pass it with --after, which refuses
            a tap whose counter is not higher. Exits with 1 if the tap is not verified, or
            its counter is too low.
            """)

    @Argument(help: "The URL as the phone opened it.")
    var url: String

    @Option(
        help: ArgumentHelp(
            "The key file, which must have mode 0600 or 0400, or - for standard input.", valueName: "file"),
        completion: .file())
    var keys: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The highest counter seen from this tag; a tap is refused unless its counter is higher.",
            valueName: "n"))
    var after: UInt32?

    @Option(
        help: ArgumentHelp(
            "The URL parameter whose value is the start of the data that the code covers. (default: enc if present; otherwise the code covers no data)",
            valueName: "name"))
    var macFrom: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let after, after > 0xFF_FFFF {
            throw ValidationError("--after must be between 0 and 16777215: the counter has 24 bits.")
        }
    }

    func run() async throws {
        do {
            let message = try SUNMessage(url: url, macFrom: macFrom)
            let keys = try await SecretInput.keys(keys)
            let tap = try keys.verify(message)
            if tap.isReplay(after: after) { throw replay(of: tap) }
            try output.printColumns(document(of: tap)) { lines(of: tap, style: $0) }
        } catch let error as SecurityError {
            throw CommandError(error).documented(as: document(of: error))
        }
    }

    private func replay(of tap: SUNTap) -> SecurityError {
        SecurityError(
            .sunReplayed, "a tap with this counter or a higher counter was already seen",
            reason: "the code is valid, but its counter \(tap.counter) is not above \(after ?? 0)",
            remedy:
                "tap the tag again: this URL is a copy, is older than the latest tap, or was opened twice")
    }

    private func lines(of tap: SUNTap, style: Style) -> [LabeledLine] {
        var lines: [LabeledLine] = [
            ("tap", style.green("verified: a tag with these keys created this code")),
            ("UID", uidText(tap.uid)), ("counter", "\(tap.counter)"),
        ]
        if let file = tap.file { lines.append(("file data", hexText(file))) }
        return lines
    }

    private func document(of tap: SUNTap) -> JSONValue {
        [
            "object": "sun", "ok": true, "url": url.json, "uid": uidText(tap.uid).json,
            "counter": Int(tap.counter).json, "file_hex": tap.file.map { .hex($0) } ?? nil,
        ]
    }

    private func document(of error: SecurityError) -> JSONValue {
        [
            "object": "sun", "ok": false, "url": url.json,
            "error": [
                "code": error.code.rawValue.json, "message": error.summary.json,
                "reason": error.reason.json, "remedy": error.remedy.json,
            ],
        ]
    }
}
