import Foundation

/// The inputs that fuzzing found, in `Fuzz/<Name>/corpus`; tests run the same checks on them.
public enum FuzzCorpus {
    /// Runs a target's check on its corpus.
    ///
    /// - Returns: The file's name and the check's sentence for each input that fails.
    public static func problems(_ target: String, _ check: ([UInt8]) -> String?) throws -> [String] {
        let folder = SharedFixtures.projectFolder.appending(path: "Fuzz/\(target)/corpus")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        guard !files.isEmpty else { return ["the corpus of \(target) is empty"] }
        return try files.sorted { $0.path < $1.path }.compactMap { file in
            check(Array(try Data(contentsOf: file))).map { "\(file.lastPathComponent): \($0)" }
        }
    }
}
