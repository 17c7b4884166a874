import DataFolderKit
import Documents

/// A product that adds actions and expectations to scenarios.
protocol ScenarioProduct: PlatformProduct {
    var verbs: [any ScenarioVerb.Type] { get }
    var fields: [any ScenarioField.Type] { get }
}

/// An action that a product adds to scenarios, such as `approve: {dependent: husam}`.
protocol ScenarioVerb: Equatable, Sendable {
    /// The key of the action in the scenario file.
    static var key: String { get }

    /// Reads the action from the value of its key.
    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError) -> Self

    /// A human-readable description of the action.
    var sentence: String { get }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome
}

/// A field of a product's objects that scenarios can check, as in `dependents: {husam: {status: confirmed}}`.
protocol ScenarioField: RawRepresentable<String>, CaseIterable, Equatable, Sendable {
    /// The kind of objects that have this field.
    static var kind: ScenarioKind { get }
    /// The key of the expectations in the scenario file, such as `dependents`.
    static var key: String { get }
    /// The noun that precedes the object's name in the titles of checks.
    static var noun: String { get }

    /// Reads the expected value of the field.
    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String

    /// Returns the actual value of the field, for the object with this name in the scenario file.
    func found(of name: String, in run: ScenarioRun) async throws -> String

    /// Returns true if the actual value matches according to a rule that is specific to this field. If not,
    /// the caller compares the values as strings or amounts.
    func holds(_ expected: String, for found: String) -> Bool
}

extension ScenarioField {
    static var key: String { kind.plural }
    static var noun: String { kind.noun }

    func holds(_ expected: String, for found: String) -> Bool { false }

    /// Reads the expectations for all named objects of this kind.
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

/// A kind of object that a scenario can name. A step defines the name, and later steps use the name to refer
/// to the object.
struct ScenarioKind: Hashable, Sendable {
    /// The noun for the kind in messages, such as `dependent`.
    let noun: String
    let plural: String
    /// The remedy in the error for an unknown name.
    let remedy: String

    init(_ noun: String, plural: String, remedy: String? = nil) {
        self.noun = noun
        self.plural = plural
        self.remedy = remedy ?? "name the \(noun) with `as:` in an earlier step"
    }

    static let gifts = ScenarioKind("gift", plural: "gifts")
    static let organizations = ScenarioKind(
        "organization", plural: "organizations", remedy: "add the organization to `organizations:`")
}

/// An action of a product. Two actions are equal if they have the same type and equal values.
struct ProductAction: Equatable, Sendable {
    let verb: any ScenarioVerb

    static func == (one: ProductAction, other: ProductAction) -> Bool {
        one.verb.equals(other.verb)
    }
}

extension ScenarioVerb {
    fileprivate func equals(_ other: any ScenarioVerb) -> Bool { other as? Self == self }
}

/// A named object of a product, and one of the object's fields.
struct ProductFact: Equatable, Sendable {
    let name: String
    let field: any ScenarioField

    /// A human-readable description of the field, such as `dependent husam: status`.
    var title: String { "\(type(of: field).noun) \(name): \(field.rawValue)" }

    static func == (one: ProductFact, other: ProductFact) -> Bool { one.title == other.title }
}
