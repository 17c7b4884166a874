import ArgumentParser
import InvocationRouter

/// Which phones are asked, and what they know of our hosts.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the host's association files; else those that `site make` writes.",
            valueName: "folder"),
        completion: .directory)
    var site: String?

    @Option(
        help: ArgumentHelp(
            "A registered App Clip experience; may be given several times. (default: each host)",
            valueName: "url"))
    var experience: [String] = []

    @Flag(help: "Assume that no App Clip experience is registered.")
    var noExperience = false

    func validate() throws {
        if noExperience, !experience.isEmpty {
            throw ValidationError("Give --experience or --no-experience, not both.")
        }
        if let odd = experience.first(where: { AppClipExperience(url: $0).host == nil }) {
            throw ValidationError("--experience takes a URL with https:// and a host, not \(odd).")
        }
    }

    /// Four phones: iOS and Android, without the full app and with it.
    ///
    /// - Throws: exit 66 when the folder holds no association file.
    func phones(of hosts: HostList) throws -> [NamedPhone] {
        let files = try site.map(SiteFiles.init(folder:)) ?? SiteFiles.example
        let known = Phone.Site(hosts: hosts, apple: files.apple?.association, android: files.android?.links)
        let hostURLs = noExperience ? [] : hosts.hosts.map { "https://\($0)" }
        let urls = experience.isEmpty ? hostURLs : experience
        let experiences = urls.map { AppClipExperience(url: $0) }
        let app = known.apple?.appIDs.first
        let package = known.android?.statements.first?.package
        return [
            NamedPhone(name: "iPhone", phone: Phone(.ios, experiences: experiences, site: known)),
            app.map {
                NamedPhone(
                    name: "iPhone, app", phone: Phone(.ios, app: $0, experiences: experiences, site: known))
            },
            NamedPhone(name: "Android", phone: Phone(.android, site: known)),
            package.map { NamedPhone(name: "Android, app", phone: Phone(.android, app: $0, site: known)) },
        ]
        .compactMap(\.self)
    }
}

/// A phone and what to call it.
struct NamedPhone: Sendable {
    let name: String
    let phone: Phone
}

/// A phone in other circumstances, and the difference in its behavior.
struct OtherPhone: Sendable {
    let name: String
    let phone: Phone
    let answer: PhoneAnswer
    /// The steps that the same phone does not take in normal circumstances.
    let ownSteps: [PhoneStep]

    /// Returns the circumstances in which phones do something else: an iPhone without the app, and an Android
    /// phone with its app, if it has one.
    ///
    /// - Parameter answer: Returns a phone's behavior with the tag.
    static func all(among phones: [NamedPhone], _ answer: (Phone) -> PhoneAnswer) -> [OtherPhone] {
        let iPhone = phones.first { $0.phone.system == .ios }
        let android = phones.last { $0.phone.system == .android }
        return [iPhone, android].compactMap(\.self).flatMap { named in
            let usual = answer(named.phone)
            return named.phone.circumstances.compactMap { other -> OtherPhone? in
                let found = answer(other.phone)
                guard found != usual else { return nil }
                return OtherPhone(
                    name: other.name, phone: other.phone, answer: found,
                    ownSteps: found.steps.filter { !usual.steps.contains($0) })
            }
        }
    }
}
