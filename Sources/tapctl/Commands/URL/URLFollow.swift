import ArgumentParser
import Documents
import LinkProbe
import TimeKit

/// `tapctl url follow`: opens a URL and shows its redirects.
struct URLFollow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Open a URL and show its redirects, certificates and final status.",
        discussion: """
            EXAMPLES:
              tapctl url follow "https://appclip.tap.giving/WoodlandsChurch?f=12"
              tapctl url follow https://church.example/give --json
              tapctl url follow https://church.example --connect 192.0.2.7:443

            Opens the URL as a phone does on its first visit: without cookies, and with a
            check of every certificate. Follows at most 10 redirects within 10 seconds. A
            redirect from a public address to a private one is not followed, because phones
            outside that network could not follow it. Exits with 1 if there is no page at
            the end, and with 75 if there is no network.
            """)

    @Argument(help: "The URL.")
    var url: String

    @OptionGroup var options: ProbeOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let probe = try options.probe()
        let trail = try await probe.follow(url)
        let now = probe.now()
        try output.print(trail.document(at: now)) { trail.text(at: now, style: $0) }
        if trail.faults.contains(.noNetwork) { throw ExitCode.tryAgain }
        if !trail.works { throw ExitCode.no }
    }
}

extension LinkTrail {
    fileprivate func document(at now: Timestamp) -> JSONValue {
        [
            "object": "url_follow", "ok": works.json, "url": JSONValue(hops.first?.url),
            "final_url": finalURL.json, "final_status": hops.last?.status.map(\.json) ?? nil,
            "hops": .array(
                hops.map { hop in
                    [
                        "url": hop.url.json, "status": hop.status.json,
                        "address": hop.address.json,
                        "certificate": hop.certificate?.document(at: now) ?? nil,
                    ]
                }),
            "findings": .array(faults.map(\.document)),
        ]
    }

    fileprivate func text(at now: Timestamp, style: Style) -> String {
        var sections = hops.map { hop in
            var lines: [LabeledLine] = [
                ("  status", hop.status.map(String.init) ?? "none")
            ]
            if let address = hop.address { lines.append(("  address", printable(address))) }
            if let certificate = hop.certificate {
                lines.append(("  certificate", certificate.text(at: now)))
            }
            return "\(style.bold(printable(hop.url)))\n" + columns(lines, style: style)
        }
        var end = faults.map { $0.line(style: style) }
        if works { end.append(("  " + style.green("good"), "the URL opens a page")) }
        sections.append(columns(end, style: style))
        return sections.joined(separator: "\n")
    }
}
