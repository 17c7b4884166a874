import Documents

/// A YAML document as texts, lists and maps, each with the line on which it begins.
///
/// Every scalar is its text as it stands there: `50.00` stays `50.00`, and `12` may be a name.
package struct ScenarioTree: Equatable, Sendable {
    package indirect enum Content: Equatable, Sendable {
        case text(String)
        case list([ScenarioTree])
        case map([Entry])
    }

    /// A key with its value, in the order of the file.
    package struct Entry: Equatable, Sendable {
        package var key: String
        package var line: Int
        package var value: ScenarioTree
    }

    package var content: Content
    /// From 1 on.
    package var line: Int

    /// What it is, for sentences.
    package var kind: String {
        switch content {
        case .text: "a text"
        case .list: "a list"
        case .map: "a map of keys"
        }
    }
}
