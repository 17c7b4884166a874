import ArgumentParser
import Documents
import InvocationRouter

/// `tapctl url check`: whether a URL should be written, and where it fits.
struct URLCheckCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Say what is wrong with a giving URL, and what would be better.",
        discussion: """
            EXAMPLES:
              tapctl url check "https://appclip.tap.giving/WoodlandsChurch/?r=1&f=12"
              tapctl url check --chip NTAG213 "$(tapctl url make --org Grace --mirror)"
              tapctl url check --area 48 "https://appclip.tap.giving/WoodlandsChurch?r=0"

            CHIPS:
              \(TagArea.known.map(\.product).joined(separator: "\n  "))

            Ends with 65 when it is no giving URL, with 1 when something else hinders
            writing it.
            """)

    @Argument(help: "The URL.")
    var url: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The size of a Type 2 tag's area, as its container states.", valueName: "bytes"))
    var area: Int?

    @Option(
        help: ArgumentHelp("A chip as it leaves its factory.", valueName: "product"),
        completion: .list(TagArea.known.map(\.product)), transform: TagArea.typed
    )
    var chip: TagArea?

    @OptionGroup var hosts: HostOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if area != nil, chip != nil { throw ValidationError("Give --area or --chip, not both.") }
        if let area, !(0...65_536).contains(area) { throw ValidationError("--area takes 0 to 65536.") }
    }

    func run() throws {
        let check = URLCheck(
            url, areaBytes: area ?? chip?.bytes, layout: chip?.layout ?? .type2(), hosts: try hosts.hosts())
        try output.print(check.document) { columns(check.lines(style: $0), style: $0) }
        if check.isGood { return }
        if case .failure = check.result { throw ExitCode.malformed }
        throw ExitCode.no
    }
}
