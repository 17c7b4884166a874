import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import InvocationRouter

/// `tapctl invoke`: shows how a URL is handled, as if a phone had read it.
struct Invoke: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "invoke", abstract: "Show what becomes of a URL that a phone has read.",
        discussion: """
            EXAMPLES:
              tapctl invoke "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl invoke https://appclip.tap.giving/t/A12 --json
              _XCAppClipURL=https://appclip.tap.giving/Grace tapctl invoke

            Says which route it is, what it asks for, and what phones do with it and why:
            iOS and Android, each without the full app and with it. Without a URL it takes
            that of _XCAppClipURL, which Xcode gives to an App Clip. Without --site the
            host is taken to serve what `site make` writes for ABCDE12345.giving.tap.app.
            Below them it lists phones that do something else with a tag that holds the
            URL: locked ones, older ones, and those for which an App Clip experience or a
            link is not registered.
            Where there is a data folder, its organizations are asked where a gift goes,
            and the tap is kept. With --keys a tap of an NTAG 424 DNA is proved, and the
            same URL is warned of as a copy from then on. Ends with 65 when the URL is
            none of ours, with 66 or 77 when the directory does not know the organization
            or fund, or it is closed.
            """)

    @Argument(help: "The URL; else $_XCAppClipURL.")
    var url: String?

    @OptionGroup var phones: PhoneOptions
    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (url, hosts) = (try givenURL(), try hosts.hosts())
        let keys = try proof.read()
        let phones = try phones.phones(of: hosts)
        let answers = phones.map { ($0, $0.phone.open(url)) }
        let others = OtherPhone.all(among: phones) { $0.tap([.uri(url)], areaBytes: .max) }
        let invoked = try await data.withDataIfThere { data in
            try await Invoked(
                url, hosts: hosts, answers: answers, others: others, keys: keys, data: data, source: .link)
        }
        try output.print(invoked)
    }

    private func givenURL() throws -> String {
        if let url { return url }
        let variable = environmentVariable("_XCAppClipURL", default: "")
        guard variable.isEmpty else { return variable }
        throw CommandError(
            .usage, code: "usage", "there is no URL",
            reason: "an App Clip that is started without one asks for the organization",
            remedy: "`tapctl invoke URL`, or set _XCAppClipURL")
    }
}

extension OutputOptions {
    /// Prints how a URL was handled, and ends with the matching exit code.
    ///
    /// - Throws: The exit code of ``Invoked/failure``, which has already been reported on stderr.
    func print(_ invoked: Invoked, head: JSONValue = ["object": "invoke"], headline: String? = nil) throws {
        try print(invoked.document(head: head)) { style in
            [headline, invoked.text(style: style)].compactMap(\.self).joined(separator: "\n\n")
        }
        guard let failure = invoked.failure else { return }
        Terminal.report(failure)
        throw failure.exit
    }
}
