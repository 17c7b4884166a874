import ArgumentParser
import Documents
import InvocationRouter
import TagKit

/// `tapctl url`: creates, reads and checks giving URLs without a tag.
struct URLCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "url", abstract: "Parse, create and check URLs, without a reader.",
        subcommands: [
            URLParse.self, URLMake.self, URLQR.self, URLCheckCommand.self, URLFollow.self, URLVerifySUN.self,
        ])
}

/// `tapctl url make`: creates a giving URL from its parts.
struct URLMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Create a giving URL in its canonical form.",
        discussion: """
            EXAMPLES:
              tapctl url make --org WoodlandsChurch
              tapctl url make --org WoodlandsChurch --fund 12 --recurring --tag A12
              tapctl url make --org WoodlandsChurch --mirror   for NTAG21x with a counter
              tapctl url make --org WoodlandsChurch --sun      for an NTAG 424 DNA

            Values that would have to be percent-encoded or changed are refused.
            """)

    @Option(help: ArgumentHelp("The organization's id, spelled as in `tapctl org list`.", valueName: "id"))
    var org: String

    @Option(help: ArgumentHelp("The fund. (default: the organization's default fund)", valueName: "id"))
    var fund: String?

    @Flag(help: "Offer a monthly gift first.")
    var recurring = false

    @Option(help: ArgumentHelp("The tag's id in the registry.", valueName: "id"))
    var tag: String?

    @Flag(help: "Leave room for the UID and counter that an NTAG21x mirrors.")
    var mirror = false

    @Flag(help: "Leave room for the SUN message of an NTAG 424 DNA.")
    var sun = false

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if mirror, sun {
            throw ValidationError("Use either --mirror or --sun: a tag can have only one of them.")
        }
    }

    func run() async throws {
        let url = try Invocation.make(
            org: org, fund: fund, recurring: recurring, tag: tag,
            placeholder: mirror ? .mirror : sun ? .sun : nil, hosts: hosts.hosts())
        let document: JSONValue = [
            "object": "invocation_url", "url": url.json, "octets": url.utf8.count.json,
        ]
        try output.print(document, url)
    }
}

/// `tapctl url qr`: creates a QR code of a URL.
struct URLQR: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Draw a URL as a QR code.",
        discussion: """
            EXAMPLES:
              tapctl url qr "https://appclip.tap.giving/WoodlandsChurch?f=12&r=0"
              tapctl url qr --pay 3q2-7wAAAAAAAAAAAAAAAA --svg > invoice.svg

            In a terminal, the code is drawn with block characters, so a phone can scan it.
            For print, use --svg: the image scales to any size, and its white border is
            part of the code. Phones can read the code if at most 15% of it is damaged.
            """)

    @Argument(help: "The giving URL.")
    var url: String?

    @Option(help: ArgumentHelp("Use the payment link with this payment token.", valueName: "token"))
    var pay: String?

    @Flag(help: "Print the QR code as SVG.")
    var svg = false

    @Flag(name: .customLong("any-url"), help: "Accept a URL that is not a giving URL.")
    var anyURL = false

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (url == nil) == (pay == nil) { throw ValidationError("Use either a URL or --pay.") }
        if svg, output.json { throw ValidationError("Use either --svg or --json.") }
    }

    func run() async throws {
        let (text, changes, notes) = try drawn()
        Terminal.note(notes)
        let code = try QRCode(text)
        if svg { return print(code.svg) }
        let document: JSONValue = [
            "object": "qr_code", "url": text.json, "changes": changes.document,
            "modules": code.width.json,
            "rows": .array(code.rows.map { row in .string(row.map { $0 ? "1" : "0" }.joined()) }),
        ]
        try output.print(document, "\(code.letters)\n\(text)")
    }

    private func drawn() throws -> (text: String, changes: [URLRewrite.Change], notes: [String]) {
        if let pay { return (try Route.payment(token: pay).url(hosts: hosts.hosts()), [], []) }
        let url = try GivingURL(url ?? "", anyURL: anyURL, hosts: hosts.hosts(), verb: "draw")
        return (url.text, url.changes, url.notes)
    }
}

/// `tapctl url check`: checks a giving URL, and whether it fits on a chip.
struct URLCheckCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a giving URL, and suggest improvements.",
        discussion: """
            EXAMPLES:
              tapctl url check "https://appclip.tap.giving/WoodlandsChurch/?r=1&f=12"
              tapctl url check --chip NTAG213 "$(tapctl url make --org Grace --mirror)"
              tapctl url check --area 48 "https://appclip.tap.giving/WoodlandsChurch?r=0"

            CHIPS:
              \(TagArea.known.map(\.product).joined(separator: "\n  "))

            Exits with 65 if the URL is not a giving URL, and with 1 if it is a giving URL
            but must not be written as it is, for example because it does not fit.
            """)

    @Argument(help: "The URL.")
    var url: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The size of a Type 2 tag's data area, from its capability container.", valueName: "bytes"))
    var area: Int?

    @Option(
        help: ArgumentHelp(
            "Check whether the URL fits on this chip in factory condition.", valueName: "product"),
        completion: .list(TagArea.known.map(\.product)), transform: TagArea.typed
    )
    var chip: TagArea?

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if area != nil, chip != nil { throw ValidationError("Use either --area or --chip.") }
        if let area, !(0...65_536).contains(area) {
            throw ValidationError("--area must be between 0 and 65536.")
        }
    }

    func run() async throws {
        let check = URLCheck(
            url, areaBytes: area ?? chip?.bytes, layout: chip?.layout ?? .type2(), hosts: try hosts.hosts())
        try output.print(check)
        if let chip, let placeholder = (try? check.result.get())?.placeholder, !chip.fills(placeholder) {
            Terminal.warn(
                placeholder == .sun
                    ? "\(chip.product) cannot fill in picc_data and cmac; an NTAG 424 DNA can"
                    : "\(chip.product) cannot fill in m; an NTAG213, NTAG215 or NTAG216 can")
        }
        if check.isGood { return }
        if case .failure = check.result { throw ExitCode.malformed }
        throw ExitCode.no
    }
}

extension TagArea {
    /// Returns whether the chip can replace a placeholder with its UID and counter.
    ///
    /// The mirror of an NTAG210 or NTAG212 has no counter. Source: NXP NTAG210/212 data sheet §8.7.
    func fills(_ placeholder: Invocation.Placeholder) -> Bool {
        switch placeholder {
        case .mirror:
            Chip.supportedType2.contains { $0.product == product && $0.features.contains(.mirror) }
        case .sun: product == Chip.ntag424.product
        }
    }
}
