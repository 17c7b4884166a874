import ArgumentParser
import Documents
import FailureKit
import InvocationRouter
import LinkProbe
import TimeKit

/// The association files that a host serves.
struct SiteHost: CommandResult {
    /// The host with its scheme, such as `https://give.example`.
    let address: String
    let files: [(name: String, file: HostedFile)]
    /// The report on the host's association files, as phones would read them.
    let report: SiteReport
    let now: Timestamp

    /// Returns whether a command-line argument is the URL of a host. Any other argument is the path of a
    /// file.
    static func isAddress(_ argument: String) -> Bool {
        ["https://", "http://"].contains { argument.lowercased().hasPrefix($0) }
    }

    /// Fetches and checks both association files of a host. If the first request fails because of the server,
    /// the second file is not fetched.
    ///
    /// - Parameter argument: `https://` and a host, optionally with a port.
    /// - Throws: An error with exit code 64 for any other URL.
    init(_ argument: String, urls: [String], experiences: [String], probe: LinkProbe) async throws {
        address = try Self.address(argument)
        now = probe.now()
        let names = [SiteFiles.appleName, SiteFiles.androidName]
        var fetched: [HostedFile] = []
        for name in names {
            let url = "\(address)/.well-known/\(name)"
            // Another request would only encounter the same fault, perhaps after another ten seconds.
            if let fault = fetched.first?.faults.first(where: { $0.isOfServer && !$0.isWarning }) {
                fetched.append(HostedFile(url: url, faults: [fault]))
            } else {
                fetched.append(try await probe.fetch(url))
            }
        }
        files = Array(zip(names, fetched))
        report = SiteReport(
            SiteFiles(
                fetched: files.compactMap { name, file in file.content.map { (name, file.url, $0) } }),
            urls: urls, experiences: experiences)
    }

    private static func address(_ argument: String) throws -> String {
        let rest = argument.drop { $0 != ":" }.dropFirst(3)
        let host = rest.prefix { !"/?#".contains($0) }
        guard argument.lowercased().hasPrefix("https://") else {
            throw CommandError(
                usage: "\(argument) is not an https address",
                reason: "phones fetch association files over HTTPS only",
                remedy: "use `tapctl site check https://\(host)`")
        }
        guard !host.isEmpty, !host.contains("@"), ["", "/"].contains(rest.dropFirst(host.count)) else {
            throw CommandError(
                usage: "\(argument) must be only https:// and a host",
                reason: "phones fetch association files only from fixed paths",
                remedy: "use `tapctl site check https://\(host.split(separator: "@").last ?? "HOST")`")
        }
        return "https://\(host)"
    }

    /// The faults of the server, without duplicates.
    private var serverFaults: [LinkFault] {
        var seen: Set<LinkFault> = []
        return files.flatMap(\.file.faults).filter { $0.isOfServer && seen.insert($0).inserted }
    }

    private var certificate: LinkCertificate? {
        files.lazy.compactMap(\.file.certificate).first
    }

    private var allFaults: [LinkFault] { files.flatMap(\.file.faults) }

    /// Whether at least one file could not be checked because there is no network.
    var isUnknown: Bool { allFaults.contains(.noNetwork) }

    /// Whether no fault or finding is more severe than a warning.
    var isGood: Bool { report.isGood && allFaults.allSatisfy(\.isWarning) }

    /// The JSON document that `tapctl site check --json` prints for a host.
    var document: JSONValue {
        [
            "object": "site_check", "ok": isGood.json,
            "host": [
                "url": address.json,
                "address": JSONValue(files.lazy.compactMap(\.file.response?.address).first),
                "certificate": certificate?.document(at: now) ?? nil,
                "findings": .array(serverFaults.map(\.document)),
            ],
            "files": .array(files.map { document(of: $0.file) }), "urls": .array(report.urls.map(\.document)),
        ]
    }

    private func document(of file: HostedFile) -> JSONValue {
        let content = report.files.first { $0.path == file.url }
        let faults = file.faults.filter { !$0.isOfServer }.map(\.document)
        let findings = faults + (content?.findings.map(\.document) ?? [])
        return [
            "path": file.url.json, "status": JSONValue(file.response?.status),
            "content_type": JSONValue(file.response?.contentType),
            "bytes": JSONValue(file.content?.count),
            "apps": content?.apps.json ?? [], "clips": content?.clips.json ?? [],
            "findings": .array(findings),
        ]
    }

    /// Returns the report on the host as human-readable text.
    func text(style: Style) -> String {
        var lines: [LabeledLine] = []
        if let certificate { lines.append(("  certificate", certificate.text(at: now))) }
        for (name, file) in files {
            guard let response = file.response else { continue }
            let type = response.contentType.map { ", " + $0 } ?? ""
            let size = file.content.map { ", " + counted($0.count, "byte") } ?? ""
            lines.append(("  " + name, printable("\(response.status)\(type)\(size)")))
        }
        lines += serverFaults.map { $0.line(style: style) }
        for (name, file) in files {
            lines += file.faults.filter { !$0.isOfServer }.map { $0.line(of: name, style: style) }
        }
        if allFaults.isEmpty {
            lines.append(("  " + style.green("good"), "both files are served correctly"))
        }
        let head = "\(style.bold(printable(address)))\n" + columns(lines, style: style)
        let content = report.text(style: style)
        return content.isEmpty ? head : "\(head)\n\n\(content)"
    }
}
