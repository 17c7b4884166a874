import DataFolderKit
import Documents
import FailureKit
import Foundation
import InvocationRouter

/// The association files of a host.
struct SiteFiles {
    /// The path, content and findings of the apple-app-site-association file; nil if the file does not exist.
    var apple: (path: String, association: AppSiteAssociation, findings: [SiteFinding])?
    /// The path, content and findings of the assetlinks.json file; nil if the file does not exist.
    var android: (path: String, links: AssetLinks, findings: [SiteFinding])?

    static let appleName = "apple-app-site-association"
    static let androidName = "assetlinks.json"

    /// The files that `site make` writes for the documentation's example app.
    static let example: SiteFiles = {
        var files = SiteFiles()
        let ids = ["ABCDE12345.giving.tap.app", "ABCDE12345.giving.tap.app.Clip"].compactMap(
            AppIdentifier.init)
        files.add(
            Array(AppSiteAssociation.text(apps: Array(ids.prefix(1)), clips: Array(ids.suffix(1))).utf8),
            path: appleName)
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        files.add(
            Array(AssetLinks.text(package: "giving.tap.app", fingerprints: [fingerprint]).utf8),
            path: androidName)
        return files
    }()

    private init() {}

    /// Creates the association files from the names, URLs and contents of the files that a host serves.
    init(fetched files: [(name: String, url: String, content: [UInt8])]) {
        for file in files { add(file.content, path: file.url) }
    }

    /// Reads one association file, or all association files in a folder or its `.well-known` folder.
    ///
    /// - Throws: An error with exit code 66 if there is no such file.
    init(_ path: String) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            try self.init(folder: path)
        } else {
            self.init()
            add(try Input.read(path), path: path)
        }
    }

    /// Reads the association files in a folder, or in its `.well-known` folder.
    ///
    /// - Throws: An error with exit code 66 if there is no such file.
    init(folder: String) throws {
        self.init()
        for name in [Self.appleName, Self.androidName] {
            let places = ["\(folder)/.well-known/\(name)", "\(folder)/\(name)"]
            if let path = places.first(where: { access($0, F_OK) == 0 }) {
                add(try Input.read(path), path: path)
            }
        }
        guard apple != nil || android != nil else {
            throw CommandError(
                .notFound, code: "fileNotFound", "there is no association file in \(folder)",
                reason:
                    "neither the folder nor its .well-known folder has \(Self.appleName) or \(Self.androidName)",
                remedy: "use the folder that the host serves; `tapctl site make` writes the files")
        }
    }

    /// Adds an association file. If the file has one of the two standard names, the name determines its kind.
    /// Otherwise, the first character determines the kind, because only Android's file is a JSON array.
    private mutating func add(_ bytes: [UInt8], path: String) {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isApples = path.hasSuffix(Self.appleName)
        if !isApples, path.hasSuffix(Self.androidName) || first == UInt8(ascii: "[") {
            let read = AssetLinks.read(bytes)
            android = (path, read.links, read.findings)
        } else {
            let read = AppSiteAssociation.read(bytes)
            apple = (path, read.association, read.findings)
        }
    }
}
