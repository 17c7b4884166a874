import Foundation
import TagKit
import TagSimulator

extension VirtualField {
    /// A field with the tag of a file in it, or with those of a folder, one after another by name.
    ///
    /// - Throws: `fileNotFound`, `fileBusy`, `fileMalformed`; `unsupportedTag` for what is not simulated.
    init(path: String) throws(TagError) {
        self.init()
        var visits: [[FieldScript.Visitor]] = []
        for file in try Self.files(at: path) {
            let (file, image) = try TagFile.open(file)
            visits.append([FieldScript.Visitor(try makeVirtualTag(from: image), file: file)])
        }
        play(FieldScript(visits))
    }

    /// The file itself, or the `.nfc` files of a folder in the order of their names.
    private static func files(at path: String) throws(TagError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [path]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let files = names.filter { $0.hasSuffix(".nfc") }.sorted().map { "\(path)/\($0)" }
        guard !files.isEmpty else {
            throw TagError(
                .fileNotFound, "the folder \(path) holds no tags", reason: "tags are files that end in .nfc",
                remedy: "make some with `tapctl sim tag new \(path)/tag.nfc --type NTAG213 --count 3`")
        }
        return files
    }
}
