import Documents

/// A YAML document as strings, lists and maps, each with the number of its first line.
///
/// The text of a scalar is preserved. For example, `50.00` is not shortened, and `12` can be a name.
struct ScenarioTree: Equatable, Sendable {
    indirect enum Content: Equatable, Sendable {
        case text(String)
        case list([ScenarioTree])
        case map([Entry])
    }

    /// An entry of a map: a key with its line number and its value. A map's entries are in the order of the
    /// file.
    struct Entry: Equatable, Sendable {
        var key: String
        var line: Int
        var value: ScenarioTree
    }

    var content: Content
    /// The line number, starting at 1.
    var line: Int

    /// The kind of value as a noun phrase for messages.
    var kind: String {
        switch content {
        case .text: "text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
