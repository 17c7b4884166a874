package import Documents
import Giving
import InvocationRouter
import MoneyKit
import ServerKit
import TextKit

/// The validated parameters of a request. All names are known, and all values have the documented types and
/// ranges.
package struct APIFields: Hashable, Sendable {
    private enum Value: Hashable {
        case text(String)
        case number(Int64)
        case numbers([Int64])
        case texts([String])
        case objects([APIFields])
        case bool(Bool)
    }

    private var values: [String: Value] = [:]

    /// The maximum number of query parameters.
    static let mostParameters = 40

    /// Parses a request body, which must be empty or one JSON object with unique keys. A field whose value is
    /// null is treated as omitted.
    ///
    /// - Throws: ``APIError``. If a single field is invalid or missing, the error names it.
    package init(body bytes: [UInt8], as fields: [APIField]) throws(APIError) {
        if !bytes.isEmpty { try read(bytes, as: fields) }
        try checkWhole(fields)
    }

    private mutating func read(_ bytes: [UInt8], as fields: [APIField]) throws(APIError) {
        let tree: JSONTree
        do {
            tree = try JSONTree(bytes)
        } catch {
            throw .malformedBody("\(error.summary.replacing("the file", with: "it")) (line \(error.line))")
        }
        guard case .object(let members) = tree else { throw .malformedBody("it is not an object") }
        try read(members, as: fields)
    }

    private init(_ members: [JSONTree.Member], as fields: [APIField]) throws(APIError) {
        try read(members, as: fields)
        try checkWhole(fields)
    }

    private mutating func read(_ members: [JSONTree.Member], as fields: [APIField]) throws(APIError) {
        var seen: Set<String> = []
        for member in members {
            guard seen.insert(member.key).inserted else {
                throw .field(
                    "doubledField", String(member.key.prefix(40)), "is repeated",
                    remedy: "Send the field only once.")
            }
            let field = try Self.known(member.key, among: fields)
            switch (member.value, field.schema) {
            case (.null, _): continue
            case (.string(let text), .text): values[field.name] = .text(try Self.text(text, field))
            case (.string(let text), .textOrEmpty):
                values[field.name] = .text(text.isEmpty ? "" : try Self.text(text, field))
            case (.string(let text), .networkAddress):
                values[field.name] = .text(try Self.networkAddress(text, field))
            case (.number(let text), .number): values[field.name] = .number(try Self.number(text, field))
            case (.array(let elements), .list(.text)):
                values[field.name] = .texts(try Self.texts(elements, field))
            case (.array(let elements), .list(.object(let inner))):
                values[field.name] = .objects(try Self.objects(elements, inner, field))
            case (.array(let elements), .list(let element)):
                values[field.name] = .numbers(try Self.numbers(elements, element, field))
            case (.bool(let value), .bool): values[field.name] = .bool(value)
            default: throw .wrongType(field)
            }
        }
    }

    /// Parses a query string, and the fields that are sent as headers. Each query parameter must occur only
    /// once.
    ///
    /// - Parameters:
    ///   - query: The query, not decoded.
    ///   - headers: The values of headers by name.
    ///   - all: The fields of the operation.
    /// - Throws: ``APIError``. If a single parameter is invalid or missing, the error names it.
    package init(query: Substring, headers: [String: String] = [:], as all: [APIField]) throws(APIError) {
        let fields = all.filter { !$0.isHeader }
        for field in all where field.isHeader {
            if let value = headers[field.name] { values[field.name] = .text(try Self.text(value, field)) }
        }
        let pairs = query.split(separator: "&")
        guard pairs.count <= Self.mostParameters else { throw .malformedQuery }
        for pair in pairs {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { try? FormURLEncoding.decoded(Array($0.utf8)[...]) }
            guard let name = halves[0], let value = halves.count == 2 ? halves[1] : "" else {
                throw .malformedQuery
            }
            let field = try Self.known(name, among: fields)
            guard values[name] == nil else {
                throw .field("doubledField", name, "is repeated", remedy: "Send the field only once.")
            }
            switch field.schema {
            case .number: values[name] = .number(try Self.number(value, field))
            case .bool where value == "true" || value == "false": values[name] = .bool(value == "true")
            case .text: values[name] = .text(try Self.text(value, field))
            case .networkAddress: values[name] = .text(try Self.networkAddress(value, field))
            default: throw .wrongType(field)
            }
        }
        try checkWhole(fields)
    }

    /// Returns the value of a string field, or nil if the field was omitted.
    package func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// Returns the enum case whose raw value the field contains, or nil if the field was omitted.
    func code<Case: RawRepresentable<String>>(_ name: String, of type: Case.Type) -> Case? {
        text(name).flatMap(Case.init)
    }

    /// Returns the value of a required string field. Parsing has ensured that the field is present.
    func needed(_ name: String) -> String { text(name) ?? "" }

    /// Returns the value of an integer field, or nil if the field was omitted.
    package func number(_ name: String) -> Int64? {
        if case .number(let number) = values[name] { number } else { nil }
    }

    /// Returns the value of a field with a list of integers, or nil if the field was omitted.
    func numbers(_ name: String) -> [Int64]? {
        if case .numbers(let numbers) = values[name] { numbers } else { nil }
    }

    /// Returns the value of a field with a list of strings, or nil if the field was omitted.
    package func texts(_ name: String) -> [String]? {
        if case .texts(let texts) = values[name] { texts } else { nil }
    }

    /// Returns the value of a field with a list of objects, or nil if the field was omitted.
    func objects(_ name: String) -> [APIFields]? {
        if case .objects(let objects) = values[name] { objects } else { nil }
    }

    /// Returns the value of a Boolean field, or nil if the field was omitted.
    package func bool(_ name: String) -> Bool? {
        if case .bool(let bool) = values[name] { bool } else { nil }
    }

    /// Sets the fields of a form to the values in the request. Omitted fields are not changed.
    ///
    /// - Parameter currency: The currency of the amounts. Nil if the currency is not known yet; amounts then
    ///   remain in minor units.
    func fill<Form>(_ form: inout Form, by fields: [RequestField<Form>], in currency: Currency?) {
        func amount(_ minor: Int64) -> String {
            currency.map { Money(minor, $0).typedText } ?? String(minor)
        }
        for field in fields {
            guard let value = values[field.described.name] else { continue }
            switch (field.target, value) {
            case (.text(let set), .text(let text)): set(&form, text)
            case (.texts(let set), .texts(let texts)): set(&form, texts)
            case (.number(let set), .number(let number)): set(&form, number)
            case (.bool(let set), .bool(let bool)): set(&form, bool)
            case (.amount(let set), .number(let minor)): set(&form, amount(minor))
            case (.amounts(let set), .numbers(let minors)): set(&form, minors.map(amount))
            default: continue
            }
        }
    }

    /// The fields as a list of strings. Requests with equal fields have the same list, regardless of the
    /// order of the fields.
    var fingerprint: [String] {
        values.sorted { $0.key < $1.key }.map { name, value in
            switch value {
            case .text(let text): "\(name) text \(text)"
            case .number(let number): "\(name) number \(number)"
            case .numbers(let numbers): "\(name) numbers \(numbers)"
            case .texts(let texts): "\(name) texts \(texts)"
            case .objects(let objects): "\(name) objects \(objects.map(\.fingerprint))"
            case .bool(let bool): "\(name) truth \(bool)"
            }
        }
    }

    /// Whether any value appears to contain a card number. The digits of dates are ignored.
    var holdCard: Bool {
        values.contains { name, value in
            switch value {
            case .text(let text) where name == "phone": CardNumber.stands(inPhone: text)
            case .text(let text): Self.holdsCard(text)
            case .number(let number): CardNumber.isOne(number)
            case .numbers(let numbers): numbers.contains(where: CardNumber.isOne)
            case .texts(let texts): texts.contains(where: Self.holdsCard)
            case .objects(let objects): objects.contains(where: \.holdCard)
            case .bool: false
            }
        }
    }

    private static func holdsCard(_ text: String) -> Bool {
        // Removing URLs and dates cannot create a card number, so most strings need no further checks.
        let holdsURL = text.contains("://")
        guard CardNumber.stands(in: text) || holdsURL else { return false }
        // A URL may contain a tag's UID or page numbers, so the check for URLs is stricter.
        let url = #/https?:\/\/\S+/#
        if holdsURL, text.matches(of: url).contains(where: { CardNumber.stands(inURL: String($0.output)) }) {
            return true
        }
        // Two dates joined by a hyphen would have 16 digits. No card number starts with the digits of these years.
        let date = #/\b(?:19|20|21)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])\b/#
        return CardNumber.stands(in: text.replacing(url, with: ",").replacing(date, with: ","))
    }

    private func checkWhole(_ fields: [APIField]) throws(APIError) {
        let missing = fields.first { $0.isRequired && !$0.isLeftToWork && values[$0.name] == nil }
        if let missing {
            throw .field(
                "missingField", missing.name, "is missing",
                remedy: "Set the field to \(missing.schema.words).")
        }
        for field in fields where values[field.name] != nil {
            guard let companion = field.companion, values[companion] == nil else { continue }
            guard let other = Self.standIn(for: companion, among: fields) else {
                throw .field(
                    "missingField", companion, "is missing",
                    remedy: "Send the field together with \(field.name), or omit both.")
            }
            // If both are missing, the operation itself reports that.
            guard values[other] != nil else { continue }
            throw .field(
                "usage", field.name, "is only valid with \(companion)",
                remedy: "Omit the field, because the request contains \(other) instead of \(companion).")
        }
    }

    /// Returns the name of the field that can be sent instead of the given field, or nil. Two fields are
    /// alternatives even if only one of them declares the other as its alternative.
    private static func standIn(for name: String, among fields: [APIField]) -> String? {
        for field in fields {
            guard let alternative = field.alternative else { continue }
            if field.name == name { return alternative }
            if alternative == name { return field.name }
        }
        return nil
    }

    private static func known(_ name: String, among fields: [APIField]) throws(APIError) -> APIField {
        if let field = fields.first(where: { $0.name == name }) { return field }
        let names = fields.map(\.name)
        let meant = nearest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
        let all =
            names.isEmpty
            ? "Omit the field. This endpoint has no fields."
            : "Use one of these fields: \(names.joined(separator: ", "))."
        throw .field("unknownField", String(name.prefix(40)), "is not a known field", remedy: meant ?? all)
    }

    private static func text(_ text: String, _ field: APIField) throws(APIError) -> String {
        if text.isEmpty, field.isLeftToWork { return text }
        guard (1...field.maxBytes).contains(text.utf8.count) else {
            throw .field(
                "outOfRange", field.name,
                text.isEmpty ? "is empty" : "is longer than \(field.maxBytes) bytes",
                remedy: text.isEmpty
                    ? field.isRequired
                        ? "Send a non-empty string." : "Omit the field, or send a non-empty string."
                    : "Send a shorter value.")
        }
        if case .text(let values) = field.schema, !values.isEmpty, !values.contains(text) {
            throw .wrongType(field)
        }
        return text
    }

    private static func networkAddress(_ text: String, _ field: APIField) throws(APIError) -> String {
        let text = try Self.text(text, field)
        guard NetworkAddress(text) == nil else { return text }
        // A card number is reported as a card number in every field.
        if holdsCard(text) { throw APIError(GivingError(.cardNumber)) }
        throw .field(
            "outOfRange", field.name, "is not an IP address",
            remedy: "Use an address like 203.0.113.7 or 2001:db8::7, or omit the field.")
    }

    private static func number(_ text: String, _ field: APIField) throws(APIError) -> Int64 {
        guard let number = Int64(text) else { throw .wrongType(field) }
        if case .number(let range) = field.schema, !range.contains(number) {
            throw .field("outOfRange", field.name, "is not \(field.schema.words)")
        }
        return number
    }

    private static func texts(_ elements: [JSONTree], _ field: APIField) throws(APIError) -> [String] {
        try elements.map { element throws(APIError) in
            guard case .string(let text) = element else { throw .wrongType(field) }
            return try Self.text(text, field)
        }
    }

    private static func objects(
        _ elements: [JSONTree], _ inner: [APIField], _ field: APIField
    ) throws(APIError) -> [APIFields] {
        try elements.enumerated().map { index, element throws(APIError) in
            guard case .object(let members) = element else { throw .wrongType(field) }
            do throws(APIError) {
                return try APIFields(members, as: inner)
            } catch {
                throw error.about("\(field.name)[\(index)].\(error.param ?? "")")
            }
        }
    }

    private static func numbers(
        _ elements: [JSONTree], _ schema: APISchema, _ field: APIField
    ) throws(APIError) -> [Int64] {
        try elements.map { element throws(APIError) in
            guard case .number(let text) = element else { throw .wrongType(field) }
            return try number(text, .required(field.name, schema))
        }
    }
}

extension APIError {
    fileprivate static func wrongType(_ field: APIField) -> APIError {
        .field("wrongType", field.name, "is not \(field.schema.words)")
    }
}

extension APISchema {
    /// A human-readable description of the type, such as `a whole number from 1 to 100`.
    fileprivate var words: String {
        switch self {
        case .text(let values):
            values.isEmpty ? "a string" : "one of \(values.joined(separator: ", "))"
        case .textOrEmpty: "a string"
        case .networkAddress: "an IP address"
        case .number(let range):
            switch (range.lowerBound, range.upperBound) {
            case (.min, _): "a whole number"
            case (let least, .max): "a whole number, \(least) or more"
            case (let least, let most): "a whole number from \(least) to \(most)"
            }
        case .bool: "true or false"
        case .orNull(let schema): schema.words
        case .list(let schema): "a list in which each element is \(schema.words)"
        case .named, .object: "an object"
        }
    }
}
