import ArgumentParser
import Documents
import InvocationRouter

/// `tapctl site check`: what is wrong with association files, and which app opens which URL.
struct SiteCheck: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check association files, and show which app opens a URL.",
        discussion: """
            EXAMPLES:
              tapctl site check public
              tapctl site check apple-app-site-association --json
              tapctl site check public --url "https://appclip.tap.giving/Grace?r=1"
              tapctl site check public --url https://appclip.tap.giving/Grace \\
                  --experience https://appclip.tap.giving
              tapctl site check https://appclip.tap.giving

            A folder is looked through for apple-app-site-association and assetlinks.json,
            in it and in its .well-known. With https:// and a host, both are fetched as
            Apple's and Google's servers do: over HTTPS with a valid certificate, status
            200, application/json, no redirect, no cookies, at most 128 KiB, 10 seconds.
            Ends with 1 when something is wrong; warnings alone end with 0. Ends with 75
            without a network.
            """)

    @Argument(help: "A file, a folder, or https:// and a host.", completion: .file())
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

    @OptionGroup var options: ProbeOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if options.ca != nil || options.connect != nil, !SiteHost.isAddress(path) {
            throw ValidationError("--ca and --connect go with https:// and a host.")
        }
    }

    func run() async throws {
        if SiteHost.isAddress(path) {
            let host = try await SiteHost(
                path, urls: url, experiences: experience, probe: try options.probe())
            try output.print(host.document) { host.text(style: $0) }
            if host.isUnknown { throw ExitCode.tryAgain }
            if !host.isGood { throw ExitCode.no }
            return
        }
        let files: SiteFiles
        do {
            files = try SiteFiles(path)
        } catch let error as CommandError
            where error.code == "fileNotFound" && path.contains(".") && !path.hasPrefix(".")
        {
            let host = path.split(separator: "/").last ?? ""
            throw error.remedied(by: "check the path; a host is written as https://\(host)")
        }
        let report = SiteReport(files, urls: url, experiences: experience)
        try output.print(report.document) { report.text(style: $0) }
        if !report.isGood { throw ExitCode.no }
    }
}
