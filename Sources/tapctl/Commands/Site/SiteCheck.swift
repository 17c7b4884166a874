import ArgumentParser
import InvocationRouter

/// `tapctl site check`: what is wrong with association files, and which app opens which URL.
struct SiteCheck: ParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with association files, and who opens a URL.",
        discussion: """
            EXAMPLES:
              tapctl site check public
              tapctl site check apple-app-site-association --json
              tapctl site check public --url "https://appclip.tap.giving/Grace?r=1"
              tapctl site check public --url https://appclip.tap.giving/Grace \\
                  --experience https://appclip.tap.giving

            A folder is looked through for apple-app-site-association and assetlinks.json,
            in it and in its .well-known. Whether a server sends them as phones want them
            (200, application/json, no redirect) is not looked at.
            Ends with 1 when something is wrong; warnings alone end with 0.
            """)

    @Argument(help: "A file or a folder.", completion: .file())
    var path: String

    @Option(
        help: ArgumentHelp("Say which app opens this URL; may be given several times.", valueName: "url"))
    var url: [String] = []

    @Option(
        help: ArgumentHelp(
            "An advanced App Clip experience that is registered; may be given several times.",
            valueName: "url"
        ))
    var experience: [String] = []

    @OptionGroup var output: OutputOptions

    func run() throws {
        let report = SiteReport(try SiteFiles(path), urls: url, experiences: experience)
        try output.print(report.document) { report.text(style: $0) }
        if !report.isGood { throw ExitCode.no }
    }
}
