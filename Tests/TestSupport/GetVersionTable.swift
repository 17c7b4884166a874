import Foundation

/// What chips answer to GET_VERSION, and the memory map that each answer stands for: `fixtures/tags/get-version.json`.
public struct GetVersionTable: Decodable, Sendable {
    /// The answers, each with its chip.
    public let versions: [Entry]

    /// One chip. What the table does not know of it is nil.
    public struct Entry: Decodable, Sendable {
        /// The answer in hex.
        public let version: String
        /// The chip's name.
        public let product: String
        /// All pages.
        public let pages: Int?
        /// The first and the last page of user memory.
        public let userPages: [Int]?
        /// The page of the dynamic lock bytes.
        public let dynamicLockPage: Int?
        /// The first page of the configuration.
        public let configPage: Int?
        /// The capability container at delivery, in hex.
        public let factoryCC: String?
    }

    /// Reads the table.
    public static func entries() throws -> [Entry] {
        let url = SharedFixtures.projectFolder.appending(path: "fixtures/tags/get-version.json")
        return try JSONDecoder().decode(GetVersionTable.self, from: Data(contentsOf: url)).versions
    }
}
