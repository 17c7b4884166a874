import ArgumentParser
import Documents

/// `tapctl version`: shows the versions of tapctl, Swift and the libraries, for bug reports.
struct VersionCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Show the versions of tapctl and its libraries (`tapctl -v` prints one line).",
        discussion: """
            EXAMPLES:
              tapctl version
              tapctl version --json | jq -r .version
              tapctl -v                                    one line, like --version

            Include the output in a bug report.
            """)

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let versions = InstalledVersions()
        try output.print(versions)
    }
}
