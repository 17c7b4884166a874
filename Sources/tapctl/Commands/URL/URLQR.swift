import ArgumentParser
import Documents
import InvocationRouter

/// `tapctl url qr`: the same way in, printed on paper.
struct URLQR: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Draw a URL as a QR code.",
        discussion: """
            EXAMPLES:
              tapctl url qr "https://appclip.tap.giving/WoodlandsChurch?f=12&r=0"
              tapctl url qr --pay 3q2-7wAAAAAAAAAAAAAAAA --svg > invoice.svg

            In a terminal the code is drawn in letters; a phone reads it from there.
            --svg is for print: it has no size of its own, and its white edge belongs
            to it. Up to 15 % of it may be dirty.
            """)

    @Argument(help: "The giving URL.")
    var url: String?

    @Option(help: ArgumentHelp("The token of one payment; makes its link.", valueName: "token"))
    var pay: String?

    @Flag(help: "Print an SVG file.")
    var svg = false

    @Flag(name: .customLong("any-url"), help: "Take a URL of another host.")
    var anyURL = false

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (url == nil) == (pay == nil) { throw ValidationError("Give a URL or --pay.") }
        if svg, output.json { throw ValidationError("Give --svg or --json.") }
    }

    func run() throws {
        let (text, changes, notes) = try drawn()
        for note in notes { Talk.say("note: \(note)") }
        let code = try QRCode(text)
        if svg { return print(code.svg) }
        let document: JSONValue = [
            "object": "qr_code", "url": .string(text), "changes": changes.document,
            "modules": .int(code.width),
            "rows": .array(code.rows.map { row in .string(row.map { $0 ? "1" : "0" }.joined()) }),
        ]
        try output.print(document) { _ in "\(code.letters)\n\(text)" }
    }

    private func drawn() throws -> (text: String, changes: [URLRewrite.Change], notes: [String]) {
        if let pay { return (try Route.payment(token: pay).url(hosts: hosts.hosts()), [], []) }
        let url = try GivingURL(url ?? "", anyURL: anyURL, hosts: hosts.hosts(), verb: "draws")
        return (url.text, url.changes, url.notes)
    }
}
