package import DataFolderKit
import DisplayKit
import Documents
import Giving
import TimeKit

extension GivingScenario {
    /// Reads a scenario from the text of its file.
    ///
    /// - Parameter products: The products whose actions and expectations the scenario may use.
    /// - Throws: ``ScenarioError`` with the line of the first problem.
    package init(
        yaml text: String, products: [any PlatformProduct] = Products.all
    ) throws(ScenarioError) {
        guard text.utf8.count <= Self.mostBytes else {
            throw ScenarioError(
                .limitExceeded, line: 0, "the file has more than \(Self.mostBytes) bytes",
                remedy: "use `repeat:` for repeated gifts, or split the file")
        }
        var reader = ScenarioReader(products)
        self = try reader.scenario(ScenarioTree(yaml: text))
    }
}

/// Reads a scenario from its YAML tree, and tracks the names that earlier steps have defined.
struct ScenarioReader {
    let verbs: [any ScenarioVerb.Type]
    let fields: [any ScenarioField.Type]
    var cards: Set<String> = []
    /// The names of all other objects, by kind.
    var names: [ScenarioKind: Set<String>] = [:]

    init(_ products: [any PlatformProduct]) {
        let products = products.compactMap { $0 as? any ScenarioProduct }
        verbs = products.flatMap(\.verbs)
        fields = products.flatMap(\.fields)
    }

    /// Reads the start time, whose year must be in `ProcessEnvironment.years`.
    private static func clock(_ value: ScenarioTree) throws(ScenarioError) -> Timestamp {
        let moment = try value.moment(as: "clock")
        guard ProcessEnvironment.years.contains(moment.date.year) else {
            throw value.malformed(
                "clock", "a time from the year \(ProcessEnvironment.years.lowerBound) to the year 8999")
        }
        return moment
    }

    static let keys = ["name", "clock", "seed", "organizations", "steps", "expect"]

    mutating func scenario(_ tree: ScenarioTree) throws(ScenarioError) -> GivingScenario {
        let fields = try ScenarioFields(tree, of: "a scenario", keys: Self.keys)
        var scenario = try GivingScenario(
            name: fields.neededText("name"), clock: Self.clock(fields.needed("clock")),
            seed: fields.text("seed").flatMap(UInt64.init), organizations: [], steps: [])
        if let seed = fields["seed"], scenario.seed == nil {
            throw seed.malformed("seed", "a whole number from 0 to 2^64 - 1")
        }
        let organizations = try fields.needed("organizations").elements
        guard organizations.count <= GivingScenario.mostOrganizations else {
            throw tooMany(
                "organizations", GivingScenario.mostOrganizations, line: organizations[0].line)
        }
        for tree in organizations { scenario.organizations.append(try organization(tree)) }
        let steps = try fields.needed("steps").elements
        guard steps.count <= GivingScenario.mostSteps else {
            throw tooMany("steps", GivingScenario.mostSteps, line: steps[0].line)
        }
        for tree in steps { scenario.steps.append(try step(tree)) }
        if let tree = fields["expect"] {
            scenario.steps.append(
                ScenarioStep(
                    line: tree.line, key: "expect", action: .expect, expectations: try expectations(tree)))
        }
        return scenario
    }

    private func tooMany(_ what: String, _ most: Int, line: Int) -> ScenarioError {
        ScenarioError(
            .limitExceeded, line: line, "a scenario can have at most \(most) \(what)",
            remedy: "split the file, or use `repeat:` for repeated gifts")
    }
}

// MARK: - Organizations

extension ScenarioReader {
    static let organizationKeys = [
        "id", "name", "currency", "time_zone", "country", "tax_id", "default", "least", "most", "presets",
        "platform_fee_basis_points", "aliases", "funds",
    ]
    static let fundKeys = ["id", "name", "one_time", "monthly"]

    private mutating func organization(_ tree: ScenarioTree) throws(ScenarioError)
        -> GivingScenario.Organization
    {
        let fields = try ScenarioFields(tree, of: "an organization", keys: Self.organizationKeys)
        let id = try fields.neededText("id")
        guard names[.organizations, default: []].insert(id).inserted else {
            throw ScenarioError(
                .malformedValue, line: tree.line, "\(id) appears twice", remedy: "choose another id")
        }
        var entered = OrganizationFields(displayName: try fields.text("name") ?? id)
        entered.currency = try fields.text("currency")
        entered.timeZone = try fields.text("time_zone")
        entered.country = try fields.text("country")
        entered.taxID = try fields.text("tax_id")
        entered.defaultAmount = try fields["default"]?.amount(as: "default")
        entered.leastAmount = try fields["least"]?.amount(as: "least")
        entered.mostAmount = try fields["most"]?.amount(as: "most")
        entered.presets = try fields["presets"]?.elements.map { tree throws(ScenarioError) in
            try tree.amount(as: "presets")
        }
        entered.platformFeeBasisPoints = try fields.number("platform_fee_basis_points", in: 0...10_000)
            .map(Int64.init)
        let aliases = try fields["aliases"]?.elements.map { tree throws(ScenarioError) in
            try tree.text(as: "aliases")
        }
        return try GivingScenario.Organization(
            line: tree.line, id: id, fields: entered, aliases: aliases ?? [],
            funds: fields.needed("funds").elements.map(fund))
    }

    /// Reads a fund from its id, or from a map with its details.
    private func fund(_ tree: ScenarioTree) throws(ScenarioError) -> GivingScenario.Fund {
        if case .text = tree.content {
            let id = try tree.text(as: "funds")
            return GivingScenario.Fund(id: id, name: "Fund \(id)", offersOneTime: true, offersMonthly: true)
        }
        let fields = try ScenarioFields(tree, of: "a fund", keys: Self.fundKeys)
        let id = try fields.neededText("id")
        return try GivingScenario.Fund(
            id: id, name: fields.text("name") ?? "Fund \(id)", offersOneTime: fields.bool("one_time") ?? true,
            offersMonthly: fields.bool("monthly") ?? true)
    }
}

// MARK: - Names

extension ScenarioReader {
    /// Defines the name by which later steps refer to a product's object.
    ///
    /// - Returns: The name.
    /// - Throws: ``ScenarioError`` if another object of this kind already has the name, or if the name cannot
    ///   be displayed.
    mutating func newName(_ fields: ScenarioFields, _ kind: ScenarioKind) throws(ScenarioError) -> String {
        let name = try fields.neededText("as")
        if let flaw = DisplayText.flaw(in: name, atMost: 200) {
            throw ScenarioError(
                .malformedValue, line: fields.line, "the name \(flaw.summary)", remedy: flaw.remedy)
        }
        guard names[kind, default: []].insert(name).inserted else {
            throw ScenarioError(
                .malformedValue, line: fields.line, "two \(kind.plural) have the name \(name)",
                remedy: "choose another name")
        }
        return name
    }

    /// Returns the name in a field. The name must refer to an object of the given kind that an earlier step
    /// created.
    ///
    /// - Throws: ``ScenarioError`` if no earlier step has defined the name.
    func known(_ fields: ScenarioFields, _ key: String, _ kind: ScenarioKind) throws(ScenarioError) -> String
    {
        let tree = try fields.needed(key)
        return try known(tree.text(as: key), kind, line: tree.line)
    }

    func known(_ name: String, _ kind: ScenarioKind, line: Int) throws(ScenarioError) -> String {
        try known(name, among: names[kind] ?? [], kind.noun, line: line, remedy: kind.remedy)
    }

    /// Returns the name of an organization in the scenario.
    func organization(_ tree: ScenarioTree, as key: String) throws(ScenarioError) -> String {
        try known(tree.text(as: key), .organizations, line: tree.line)
    }

    /// Returns the name of the organization in the field `org`.
    func organization(_ fields: ScenarioFields) throws(ScenarioError) -> String {
        try known(fields, "org", .organizations)
    }

    /// Returns `name` if an organization or a payee of bookings has this name. Only organizations and payees
    /// have accounts.
    ///
    /// - Throws: ``ScenarioError`` for any other name.
    func account(_ name: String, line: Int) throws(ScenarioError) -> String {
        try known(
            name, among: (names[.organizations] ?? []).union(names[.payees] ?? []), "organization or payee",
            line: line,
            remedy: "add the organization to `organizations:`, or create the payee in an earlier step")
    }

    private func known(
        _ name: String, among names: Set<String>, _ what: String, line: Int, remedy: String
    ) throws(ScenarioError) -> String {
        if names.contains(name) { return name }
        let near = nearest(to: name, among: names.sorted())
        throw ScenarioError(
            .unknownName, line: line, "no \(what) is called \(name.prefix(40))",
            remedy: near.map { "write \($0)" } ?? remedy)
    }
}
