import ArgumentParser
import Documents
import InvocationRouter

/// `tapctl url make`: a giving URL from its parts.
struct URLMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a giving URL in its canonical form.",
        discussion: """
            EXAMPLES:
              tapctl url make --org WoodlandsChurch
              tapctl url make --org WoodlandsChurch --fund 12 --recurring --tag A12
              tapctl url make --org WoodlandsChurch --mirror   for a counting NTAG21x
              tapctl url make --org WoodlandsChurch --sun      for an NTAG 424 DNA

            Parts that would have to be encoded or changed are refused.
            """)

    @Option(help: ArgumentHelp("The organization as the directory spells it.", valueName: "id"))
    var org: String

    @Option(help: ArgumentHelp("The fund; the default fund when not given.", valueName: "id"))
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
        if mirror, sun { throw ValidationError("Give --mirror or --sun: a tag has one of them.") }
    }

    func run() throws {
        let url = try Invocation.make(
            org: org, fund: fund, recurring: recurring, tag: tag,
            placeholder: mirror ? .mirror : sun ? .sun : nil, hosts: hosts.hosts())
        let document: JSONValue = [
            "object": "invocation_url", "url": .string(url), "octets": .int(url.utf8.count),
        ]
        try output.print(document) { _ in url }
    }
}
