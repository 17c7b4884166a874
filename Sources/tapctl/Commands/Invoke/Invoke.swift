import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import InvocationRouter

/// `tapctl invoke`: shows how phones handle a URL, as if it came from a tag.
struct Invoke: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "invoke", abstract: "Show how phones handle a URL.",
        discussion: """
            EXAMPLES:
              tapctl invoke "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl invoke https://appclip.tap.giving/t/A12 --json
              _XCAppClipURL=https://appclip.tap.giving/Grace tapctl invoke

            Shows what the URL contains, how iOS and Android phones handle it with and
            without the full app, and why. Then lists the phones that handle a tag with
            this URL differently: locked phones, older phones, and phones for which the App
            Clip experience is not registered or the links are not verified.

            Without a URL, the command uses _XCAppClipURL, which Xcode sets for an App
            Clip. Without --site, the host is assumed to serve the files that `site make`
            writes for the app ABCDE12345.giving.tap.app. If there is a data folder, the
            organization and fund are looked up there, and the tap is recorded. With
            --keys, the tap of an NTAG 424 DNA is verified. If there is a data folder and
            the same URL is used again, a warning says that the URL is a copy.

            Exits with 65 if the URL is not a tapctl URL, with 66 if the organization, fund
            or tag is unknown, and with 77 if the URL cannot be used for a gift.
            """)

    @Argument(help: "The URL. (default: $_XCAppClipURL)")
    var url: String?

    @OptionGroup var phones: PhoneOptions
    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (url, hosts) = try (givenURL(), hosts.hosts())
        let keys = try proof.read()
        let phones = try phones.phones(of: hosts)
        let answers = phones.map { ($0, $0.phone.open(url)) }
        let others = OtherPhone.all(among: phones) { $0.tap([.uri(url)], areaBytes: .max) }
        let invoked = try await data.withDataIfThere { data in
            try await Invoked(
                url, hosts: hosts, answers: answers, others: others, keys: keys, data: data, source: .link)
        }
        proof.warn(about: invoked, keys: keys, hasData: data.isThere)
        try output.print(invoked)
    }

    private func givenURL() throws -> String {
        if let url { return url }
        let variable = environmentVariable("_XCAppClipURL", default: "")
        guard variable.isEmpty else { return variable }
        throw CommandError(
            usage: "no URL was given",
            reason: "the command has no URL argument, and _XCAppClipURL is not set or is empty",
            remedy: "use `tapctl invoke URL`, or set _XCAppClipURL")
    }
}

extension OutputOptions {
    /// Prints how phones handle a URL. If ``Invoked/failure`` is not nil, also reports the failure on stderr.
    ///
    /// - Throws: The exit code of ``Invoked/failure`` if it is not nil.
    func print(_ invoked: Invoked, head: JSONValue = ["object": "invoke"], headline: String? = nil) throws {
        try print(invoked.document(head: head)) { style in
            [headline, invoked.text(style: style)].compactMap(\.self).joined(separator: "\n\n")
        }
        guard let failure = invoked.failure else { return }
        Terminal.report(failure)
        throw failure.exit
    }
}
