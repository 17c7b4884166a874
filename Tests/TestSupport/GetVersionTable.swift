import Foundation

/// Responses of chips to GET_VERSION, each with its memory map: `fixtures/tags/get-version.json`.
public struct GetVersionTable: Decodable, Sendable {
    /// The responses, each with its chip.
    public let versions: [Entry]

    /// A chip, with nil for each value that the table does not contain.
    public struct Entry: Decodable, Sendable {
        /// The response in hex.
        public let version: String
        /// The chip's name.
        public let product: String
        /// The number of all pages.
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
