import ArgumentParser
import DataFolderKit
import Documents
import InvocationRouter

/// `tapctl url parse`: shows the parts of a giving URL.
struct URLParse: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Show the contents of a giving URL, or why it is invalid.",
        discussion: """
            EXAMPLES:
              tapctl url parse "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl url parse --profile tap "https://appclip.tap.giving/Grace?F=12"
              tapctl url parse - --json < urls.txt     one document per line

            Use the strict profile for URLs that you create or change, and the tap profile
            for existing tags. The tap profile also accepts a URL that violates a rule,
            with a warning, if the URL's destination is certain. Exits with 65 if any URL
            is refused.
            """)

    @Argument(help: "The URL, or - for standard input, with one URL per line.")
    var url: String

    @Option(
        help: ArgumentHelp("The profile: strict or tap. (default: strict)", valueName: "profile"),
        completion: ParseProfile.completion, transform: URLParse.profile)
    var profile = ParseProfile.strict

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        if url == "-" { return try parseLines(hosts: hosts) }
        switch parse(url, hosts) {
        case .success(let invocation):
            try output.print(invocation.document(of: url)) { style in
                columns(invocation.lines(style: style), style: style)
            }
        case .failure(let error):
            throw CommandError(error).documented(as: Invocation.document(of: url, .failure(error)))
        }
    }

    private func parse(_ url: String, _ hosts: HostList) -> Result<Invocation, InvocationError> {
        Result { () throws(InvocationError) in try Invocation.parse(url, profile: profile, hosts: hosts) }
    }

    /// Parses each line of the input, and prints one line for each. An invalid line does not stop the
    /// command.
    private func parseLines(hosts: HostList) throws {
        var anyFailed = false
        try Input.forEachLine { line in
            let result = parse(line, hosts)
            if case .failure = result { anyFailed = true }
            try output.print(Invocation.document(of: line, result)) { Self.line(line, result, style: $0) }
        }
        if anyFailed { throw ExitCode.malformed }
    }

    private static func line(
        _ url: String, _ result: Result<Invocation, InvocationError>, style: Style
    ) -> String {
        switch result {
        case .success(let invocation):
            let shown = invocation.canonical ?? printable(url) + "  (destination not certain)"
            return "\(style.green("ok"))  \(shown)"
        case .failure(let error):
            return "\(style.red("no"))  \(printable(url))  \(error.message)"
        }
    }

    private static func profile(_ text: String) throws -> ParseProfile {
        guard let profile = ParseProfile(rawValue: text) else {
            let names = ParseProfile.allCases.map(\.rawValue)
            throw ValidationError(
                nearest(to: text, among: names).map { "Did you mean '\($0)'?" }
                    ?? "Valid values: \(names.joined(separator: ", ")).")
        }
        return profile
    }
}
