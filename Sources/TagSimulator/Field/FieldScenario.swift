import Foundation
import SimulationKit
public import TagKit

/// The tags, faults and events of a simulation on a virtual reader. The tags are loaded from files.
public struct FieldScenario: Sendable {
    /// The reader's field with its tags, faults and events.
    public var field = VirtualField()
    /// The faults of the serial line. The key is the number of the host's frame at which the fault begins,
    /// counted from 0.
    public var lineFaults: [Int: LineFault] = [:]

    /// The simulator's assumptions about state that is missing from the tags' files, each with the number of
    /// tags to which it applies. See `TagImage.simulationNotes`.
    public private(set) var assumptions: [String: Int] = [:]
    /// The number of tags that have been loaded from files.
    public private(set) var tagCount = 0

    /// Creates a scenario without tags, faults or events.
    public init() {}

    /// Loads the tag in a file, the tags in a folder in the order of their file names, or a script.
    ///
    /// - Parameter path: The path of a tag file, a folder, or a script (a file whose name ends in `.script`).
    /// - Throws: `fileNotFound`, `fileBusy`, `fileMalformed`; `unsupportedTag` for a chip that is not
    ///   simulated; `notAllowedHere` for a folder with more than ``folderLimit`` tags.
    public init(path: String) throws(TagError) {
        if path.hasSuffix(".script") {
            try play(script: path)
        } else {
            try add([path])
        }
    }

    /// The maximum number of tags in a folder.
    public static let folderLimit = 9_999

    /// Adds the tags in files or in a folder. The tags of several files are in the field together. The tags
    /// of a folder arrive one after another.
    ///
    /// All files are checked immediately. After the check, the files of a folder are closed, except the first
    /// one. Each closed file is opened and locked again when its tag arrives. The folder itself is locked
    /// until the reader stops.
    ///
    /// - Throws: The errors of ``init(path:)``; `notAllowedHere` if a folder is combined with other paths.
    public mutating func add(_ paths: [String]) throws(TagError) {
        var visits: [[FieldScript.Visitor]] = []
        var folder: FolderLock?
        for path in paths {
            if let files = try Self.files(in: path) {
                guard paths.count == 1 else {
                    throw TagError(
                        .notAllowedHere, "a folder of tags cannot be combined with other files", reason: path,
                        remedy: "specify either one folder or several tag files; if you specify "
                            + "several files, all their tags are on the reader at the same time")
                }
                folder = try FolderLock(path)
                for (index, file) in files.enumerated() {
                    let checked = try visitor(file)
                    visits.append([index == 0 ? checked : FieldScript.Visitor(path: file)])
                }
            } else {
                if visits.isEmpty { visits = [[]] }
                visits[0].append(try visitor(path))
            }
        }
        var script = FieldScript(visits)
        script.folder = folder
        field.play(script)
    }

    /// Adds the fault or the event that one line of a script describes.
    ///
    /// - Parameters:
    ///   - line: A line in the format that `docs/simulator.md` describes.
    ///   - folder: The base folder for relative paths; nil for the working folder.
    /// - Throws: `fileMalformed` for an invalid line, or for a second fault at the same command, page write
    ///   or frame. For a `put` line, also the errors of ``init(path:)``.
    public mutating func add(line: String, folder: String? = nil) throws(TagError) {
        guard let parsed = ScenarioLine(line) else {
            throw TagError(
                .fileMalformed, "`\(line)` is not a valid event", remedy: ScenarioLine.help)
        }
        let taken: Bool
        switch parsed {
        case .fault(let moment, let fault):
            taken = field.faults.faults.updateValue(fault, forKey: moment) != nil
        case .lineFault(let frame, let fault): taken = lineFaults.updateValue(fault, forKey: frame) != nil
        case .event(let time, let hand):
            field.schedule([FieldEvent(atMicroseconds: time, try action(of: hand, folder))])
            taken = false
        }
        guard !taken else {
            throw TagError(.fileMalformed, "`\(line)`: another line already sets a fault at this point")
        }
    }

    private mutating func action(
        of hand: ScenarioLine.Hand, _ folder: String?
    ) throws(TagError) -> FieldEvent.Action {
        switch hand {
        case .put(let path):
            let isAbsolute = path.hasPrefix("/") || folder == nil
            return .put(try visitor(isAbsolute ? path : "\(folder ?? "")/\(path)"))
        case .takeAway: return .takeAway
        case .putBack: return .putBack
        }
    }

    /// Adds the faults and events that a script file describes. Empty lines and lines that begin with `#` are
    /// ignored.
    ///
    /// - Throws: The errors of ``add(line:folder:)``, with the line's number; `fileNotFound` if the script
    ///   cannot be read; `fileMalformed` if it is too large.
    public mutating func play(script path: String) throws(TagError) {
        let bytes = try RegularFile.contents(of: path)
        guard bytes.count <= RegularFile.limit else {
            throw TagError(
                .fileMalformed, "\(path) is too large for a script",
                reason: "the file has more than \(RegularFile.limit) bytes",
                remedy: "use a text file with one fault or event per line")
        }
        let folder = (path as NSString).deletingLastPathComponent
        let lines = String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            do throws(TagError) {
                try add(line: text, folder: folder.isEmpty ? nil : folder)
            } catch {
                throw TagError(
                    error.code, "\(path), line \(index + 1): \(error.summary)", reason: error.reason,
                    remedy: error.remedy, help: error.help, underlying: error.underlying)
            }
        }
    }

    private mutating func visitor(_ path: String) throws(TagError) -> FieldScript.Visitor {
        let (file, image) = try TagFile.open(path)
        tagCount += 1
        for note in image.simulationNotes { assumptions[note, default: 0] += 1 }
        return FieldScript.Visitor(try makeVirtualTag(from: image), file: file)
    }

    /// Returns the paths of the `.nfc` files in a folder, ordered by name; nil if `path` is not a folder.
    ///
    /// - Throws: `fileNotFound` if the folder contains no such files; `notAllowedHere` if it contains more
    ///   than ``folderLimit``.
    private static func files(in path: String) throws(TagError) -> [String]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return nil
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let files = names.filter { $0.hasSuffix(".nfc") }.sorted().map { "\(path)/\($0)" }
        guard !files.isEmpty else {
            throw TagError(
                .fileNotFound, "the folder \(path) contains no tags",
                reason: "the names of tag files end in .nfc",
                remedy: "create some tag files in the folder first", help: .makeTags(folder: path))
        }
        guard files.count <= folderLimit else {
            throw TagError(
                .notAllowedHere, "the folder \(path) contains too many tags",
                reason: "the folder contains \(files.count) tags, but the limit is \(folderLimit)",
                remedy: "move some of the files to another folder")
        }
        return files
    }
}
