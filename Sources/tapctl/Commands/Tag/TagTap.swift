import ArgumentParser
import DataFolderKit
import Documents
import Giving
import InvocationRouter
import TagKit

/// `tapctl tag tap`: reads a tag, and shows how phones handle a tap on it.
struct TagTap: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Read the tag as phones do, and show how they handle it.",
        discussion: """
            EXAMPLES:
              tapctl tag tap
              tapctl tag tap --reader sim:seat.nfc
              tapctl tag tap --json | jq -r '.phones[] | .system + " " + .action'

            After the tag is read, its URL is handled as in `tapctl invoke`. A tag without
            a URL is a valid result. The output also lists phones that behave differently:
            locked phones, older phones, and phones that find no registered App Clip
            experience or link.
            Exits with 65 if the URL is not a giving URL.
            """)

    @OptionGroup var phones: PhoneOptions
    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        let phones = try phones.phones(of: hosts)
        let keys = try proof.read()
        let snapshot = try await reader.inspect(.message)
        let contents = snapshot.contents
        let records = contents.records.map(\.tapped)
        let tap = { (phone: Phone) in phone.tap(records, areaBytes: snapshot.areaBytes) }
        let answers = phones.map { ($0, tap($0.phone)) }
        let others = OtherPhone.all(among: phones, tap)
        let url = contents.url
        let invoked = try await data.withDataIfThere { data in
            try await Invoked(
                url, hosts: hosts, answers: answers, others: others, keys: keys, data: data, source: .tag)
        }
        proof.warn(about: invoked, keys: keys, hasData: data.isThere)
        let head: JSONValue = [
            "object": "tag_tap", "uid": uidText(snapshot.tag.uid).json,
            "product": snapshot.chip.product.json,
        ]
        let headline = snapshot.headline(style: StandardStream.out.style)
        try output.print(invoked, head: head, headline: headline)
    }
}

extension NDEFRecord {
    /// The record as phones classify it. Phones treat a record that breaks the rules of its type as unknown.
    fileprivate var tapped: TappedRecord {
        switch try? decoded() {
        case .uri(let content): .uri(content.uri)
        case .smartPoster(let content): .smartPoster(uri: content.uri.uri)
        case .absoluteURI(let content): .absoluteURI(content.uri)
        case .androidApplication(let content): .androidApplication(package: content.package)
        case .empty, .text, .media, .external, .other, nil: .other
        }
    }
}
