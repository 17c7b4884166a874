import ArgumentParser
import TagRegistry

/// The options for the destination of tags: an organization and optionally a fund, or a complete URL.
struct DestinationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String?

    @Option(
        help: ArgumentHelp(
            "The fund for --org. (default: the organization's default fund)", valueName: "id"))
    var fund: String?

    @Flag(help: "Offer a monthly gift first (only with --org).")
    var recurring = false

    @Option(help: ArgumentHelp("A complete URL with any host, instead of --org.", valueName: "url"))
    var url: String?

    func validate() throws {
        if org != nil, url != nil { throw ValidationError("Use either --org or --url.") }
        if url != nil, fund != nil || recurring {
            throw ValidationError("--fund and --recurring require --org.")
        }
    }

    /// Whether neither an organization nor a URL is given.
    var isEmpty: Bool { org == nil && url == nil }

    /// The destination as a batch row without a seat.
    var row: BatchJob.Row {
        BatchJob.Row(
            seat: "", org: org ?? "", fund: fund ?? "", recurring: recurring ? true : nil, url: url ?? "")
    }
}
