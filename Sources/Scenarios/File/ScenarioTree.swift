import Documents

/// A YAML document as strings, lists and maps, each with the number of its first line.
///
/// The text of a scalar is preserved. For example, `50.00` is not shortened, and `12` can be a name.
package struct ScenarioTree: Equatable, Sendable {
    package indirect enum Content: Equatable, Sendable {
        case text(String)
        case list([ScenarioTree])
        case map([Entry])
    }

    /// An entry of a map: a key with its line number and its value. A map's entries are in the order of the
    /// file.
    package struct Entry: Equatable, Sendable {
        package var key: String
        package var line: Int
        package var value: ScenarioTree
    }

    package var content: Content
    /// The line number, starting at 1.
    package var line: Int

    /// The kind of value as a noun phrase for messages.
    package var kind: String {
        switch content {
        case .text: "text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
