import ArgumentParser
import Documents
import InvocationRouter

/// The options for the simulated phones, and for the association files of this service's hosts.
struct PhoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder with the host's association files. (default: the files that `site make` writes)",
            valueName: "folder"),
        completion: .directory)
    var site: String?

    @Option(
        help: ArgumentHelp(
            "The URL of a registered App Clip experience; can be repeated. (default: one for each host)",
            valueName: "url"))
    var experience: [String] = []

    @Flag(help: "Assume that no App Clip experience is registered.")
    var noExperience = false

    func validate() throws {
        if noExperience, !experience.isEmpty {
            throw ValidationError("Use either --experience or --no-experience.")
        }
        if let odd = experience.first(where: { AppClipExperience(url: $0).host == nil }) {
            throw ValidationError("--experience must be a URL with https:// and a host, not \(odd).")
        }
    }

    /// Returns the simulated phones: an iPhone and an Android phone, each without the full app. For each
    /// system whose association file lists an app, the result also contains a phone with that app.
    ///
    /// - Throws: An error with exit code 66 if the folder contains no association file.
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
