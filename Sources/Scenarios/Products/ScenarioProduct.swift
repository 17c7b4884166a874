package import DataFolderKit
import Documents

/// A product with verbs and expectations in scenarios.
package protocol ScenarioProduct: PlatformProduct {
    var verbs: [any ScenarioVerb.Type] { get }
    var fields: [any ScenarioField.Type] { get }
}

/// An action of a step that a product adds: `approve: {dependent: husam}`.
package protocol ScenarioVerb: Equatable, Sendable {
    /// The action's key in the file.
    static var key: String { get }

    /// Reads the value of the key.
    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError) -> Self

    /// The description of the action, for people.
    var sentence: String { get }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome
}

/// A checked field of the objects of a product: `dependents: {husam: {status: confirmed}}`.
package protocol ScenarioField: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// The kind of objects that have the field.
    static var kind: ScenarioKind { get }
    /// The key of the expectations in the file.
    static var key: String { get }
    /// The noun in the titles of checks.
    static var noun: String { get }

    /// Reads the expected value.
    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String

    /// Returns the current value.
    func found(of name: String, in run: ScenarioRun) async throws -> String

    /// Returns whether the found value is expected although it is another text.
    func holds(_ expected: String, for found: String) -> Bool
}

extension ScenarioField {
    package static var key: String { kind.plural }
    package static var noun: String { kind.noun }

    package func holds(_ expected: String, for found: String) -> Bool { false }

    /// Reads the expectations about all objects of the kind.
    static func expectations(
        _ tree: ScenarioTree, _ reader: ScenarioReader
    ) throws(ScenarioError) -> [ScenarioExpectation] {
        try reader.each(
            of: tree, as: key, Self.self,
            name: { entry throws(ScenarioError) in try reader.known(entry.key, kind, line: entry.line) }
        ) { (name, field, entry) throws(ScenarioError) in
            (.product(ProductFact(name: name, field: field)), try field.expected(entry))
        }
    }
}

/// A kind of named objects. Steps define the names, and later steps refer to them.
package struct ScenarioKind: Hashable, Sendable {
    /// The noun in messages: `dependent`.
    package let noun: String
    package let plural: String
    /// The remedy if a name is unknown.
    let remedy: String

    package init(_ noun: String, plural: String, remedy: String = "set its name with as:") {
        self.noun = noun
        self.plural = plural
        self.remedy = remedy
    }
}

/// A product's action, compared by its value.
package struct ProductAction: Equatable, Sendable {
    package let verb: any ScenarioVerb

    package init(_ verb: any ScenarioVerb) { self.verb = verb }

    package static func == (one: ProductAction, other: ProductAction) -> Bool {
        one.verb.equals(other.verb)
    }
}

extension ScenarioVerb {
    fileprivate func equals(_ other: any ScenarioVerb) -> Bool { other as? Self == self }
}

/// A field of a named object of a product.
package struct ProductFact: Equatable, Sendable {
    package let name: String
    package let field: any ScenarioField

    /// The description for people: `dependent husam: status`.
    package var title: String { "\(type(of: field).noun) \(name): \(field.rawValue)" }

    package static func == (one: ProductFact, other: ProductFact) -> Bool { one.title == other.title }
}
