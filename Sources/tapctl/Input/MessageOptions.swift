import ArgumentParser
import Documents
import InvocationRouter
import TagKit

/// The options for the content of a tag: a giving URL, the parts of a giving URL, or any records.
struct MessageOptions: ParsableArguments {
    @Argument(help: "The giving URL.")
    var url: String?

    @Option(help: ArgumentHelp("Use the giving URL of this organization.", valueName: "id"))
    var org: String?

    @Option(help: ArgumentHelp("The fund (only with --org).", valueName: "id"))
    var fund: String?

    @Flag(help: "Offer a monthly gift first (only with --org).")
    var recurring = false

    @Option(help: ArgumentHelp("Use the payment link with this payment token.", valueName: "token"))
    var pay: String?

    @OptionGroup var records: RecordOptions

    @Option(
        help: ArgumentHelp(
            "A file of records as `ndef decode --json` prints them, or - for standard input.",
            valueName: "path"))
    var recordsFile: String?

    @Flag(name: .customLong("any-url"), help: "Accept a URL that is not a giving URL.")
    var anyURL = false

    @OptionGroup var hosts: HostOptions

    func validate() throws {
        if org == nil, url == nil, pay == nil, records.isEmpty, recordsFile == nil, fund != nil || recurring {
            throw ValidationError("\(fund == nil ? "--recurring" : "--fund") needs --org.")
        }
        let ways = [url != nil, org != nil, pay != nil, !records.isEmpty || recordsFile != nil].count { $0 }
        if ways != 1 {
            throw ValidationError("Use one of: a URL, --org, --pay, or records such as --uri and --text.")
        }
        if org == nil, fund != nil || recurring {
            throw ValidationError("--fund and --recurring require --org.")
        }
    }

    /// Returns the requested message after checking it.
    ///
    /// - Parameter verb: The verb for the command's action in error messages, such as `write`.
    func wanted(verb: String = "write") throws -> WantedMessage {
        if let url {
            return try WantedMessage(GivingURL(url, anyURL: anyURL, hosts: hosts.hosts(), verb: verb))
        }
        if let org {
            let url = try Invocation.make(org: org, fund: fund, recurring: recurring, hosts: hosts.hosts())
            return try WantedMessage(GivingURL(url, anyURL: false, hosts: hosts.hosts(), verb: verb))
        }
        if let pay { return try WantedMessage(payment: pay, hosts: hosts.hosts()) }
        var message = try records.message(file: recordsFile)
        var wanted = WantedMessage(bytes: [], url: nil, notes: [])
        for (index, record) in message.records.enumerated() {
            guard case .uri(let content)? = try? record.decoded(),
                content.uri.lowercased().hasPrefix("http")
            else { continue }
            let url = try GivingURL(content.uri, anyURL: anyURL, hosts: hosts.hosts(), verb: verb)
            if url.changes.isEmpty { continue }
            message.records[index].payload = URIRecord(url.text).record().payload
            wanted.changes += url.changes
            wanted.notes += url.notes
        }
        wanted.bytes = try message.encoded()
        return wanted
    }
}

/// A message to be written to a tag or compared with the tag's message.
struct WantedMessage: Equatable, Sendable {
    /// The bytes of the encoded message.
    var bytes: [UInt8]
    /// The message's URL if the message is a single URI record; otherwise nil.
    var url: String?
    /// The differences between the given URL and the URL in the message.
    var changes: [URLRewrite.Change] = []
    /// The notes to show to the user before the message is written.
    var notes: [String]
}

extension WantedMessage {
    /// Creates a message with one URI record for a giving URL, as `docs/invocation-url.md` §7 requires.
    init(_ url: GivingURL) throws {
        self.init(
            bytes: try NDEFMessage([URIRecord(url.text).record()]).encoded(), url: url.text,
            changes: url.changes,
            notes: url.notes)
    }

    /// Creates a message with one URI record for a payment link.
    ///
    /// - Throws: An error with exit code 65 if the token is invalid.
    init(payment token: String, hosts: HostList) throws {
        let url = try Route.payment(token: token).url(hosts: hosts)
        self.init(
            bytes: try NDEFMessage([URIRecord(url).record()]).encoded(), url: url,
            notes: ["the tag opens the page of a single payment, until the payment's link expires"])
    }
}
