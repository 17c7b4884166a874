import Processor
import TextKit

/// A validator that checks forms against Stripe's specification. The result is either the typed values or
/// Stripe's error for the first invalid parameter.
enum ParameterCheck {
    /// Returns the parameters of a form, converted to their types.
    ///
    /// - Parameter owner: The name of the parameter in which these parameters are nested, such as
    ///   `transfer_data`; nil at the top level.
    static func values(of form: FormNode, _ shapes: [ParameterShape], in owner: String? = nil) throws
        -> JSONObject
    {
        var values = JSONObject()
        for part in form.parts {
            let name = owner.map { "\($0)[\(part.name)]" } ?? part.name
            guard let shape = shapes.first(where: { $0.name == part.name }) else {
                throw ProcessorError.invalid(
                    "parameter_unknown", "Received unknown parameter: \(name)", parameter: name)
            }
            values[part.name] = try value(of: part.node, shape, name)
        }
        if let missing = shapes.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw ProcessorError.missing(owner.map { "\($0)[\(missing.name)]" } ?? missing.name)
        }
        return values
    }

    private static func value(of node: FormNode, _ shape: ParameterShape, _ name: String) throws -> JSONTree {
        if node.text == "" {
            if shape.isUnsettable { return .null }
            try require(
                shape.kinds.contains(where: { if case .list = $0 { true } else { false } }),
                "parameter_invalid_empty",
                "You passed an empty string for '\(name)'. We assume empty values are an attempt to unset a parameter; however '\(name)' cannot be unset. You should remove '\(name)' from your request or supply a non-empty value.",
                parameter: name)
            return .array([])
        }
        var first: ProcessorError?
        for kind in shape.kinds {
            do {
                return try value(of: node, kind, shape.parts, name)
            } catch let error as ProcessorError {
                // A form with nested fields is meant to be an object, so the object's error is more helpful than
                // those of the other types.
                if first == nil || node.text == nil && kind.isNested { first = error }
            }
        }
        throw first ?? wrong("value", node, name)
    }

    private static func value(
        of node: FormNode, _ kind: ParameterShape.Kind, _ parts: [ParameterShape], _ name: String
    ) throws -> JSONTree {
        switch kind {
        case .object:
            guard node.text == nil else { throw wrong("object", node, name) }
            return try values(of: node, parts, in: name).tree
        case .list(let element):
            guard node.text == nil else { throw wrong("array", node, name) }
            return .array(
                try node.parts.enumerated().map { place, part in
                    try value(of: part.node, element, parts, "\(name)[\(place)]")
                })
        case .map(let element):
            guard node.text == nil else { throw wrong("object", node, name) }
            return .object(
                try node.parts.map { part in
                    let key = "\(name)[\(part.name)]"
                    if part.node.text == "" { return JSONTree.Member(part.name, .null) }
                    return JSONTree.Member(part.name, try value(of: part.node, element, parts, key))
                })
        default:
            guard let text = node.text else { throw wrong("string", node, name) }
            return try scalar(text, kind, node, name)
        }
    }

    private static func scalar(
        _ text: String, _ kind: ParameterShape.Kind, _ node: FormNode, _ name: String
    ) throws -> JSONTree {
        switch kind {
        case .text(let limit):
            try require(
                text.unicodeScalars.count <= limit, "parameter_invalid_string_length",
                "Invalid string for '\(name)': it must be at most \(limit) characters", parameter: name)
            return .string(text)
        case .integer:
            guard let number = Int64(text) else {
                throw ProcessorError.invalid(
                    "parameter_invalid_integer", "Invalid integer: \(text)", parameter: name)
            }
            return .integer(number)
        case .decimal:
            guard text.count <= 20, Decimals.isDecimal(text) else { throw wrong("decimal", node, name) }
            return .number(text)
        case .boolean:
            guard let bool = Bool(text) else { throw wrong("boolean", node, name) }
            return .bool(bool)
        case .choice(let words):
            try require(
                words.contains(text), "Invalid \(name): must be one of \(words.joined(separator: ", "))",
                parameter: name)
            return .string(text)
        case .object, .list, .map: throw wrong("value", node, name)
        }
    }

    private static func wrong(_ kind: String, _ node: FormNode, _ name: String) -> ProcessorError {
        .invalid(
            "Invalid \(kind) for '\(name)'\(node.text.map { ": \($0.prefix(60))" } ?? "")",
            parameter: name)
    }
}

/// Functions that parse and format the decimal numbers in Stripe's forms.
enum Decimals {
    /// Returns whether a string is a decimal number, such as `12` or `-3.5`: an optional minus sign, digits,
    /// and optionally a point and more digits.
    static func isDecimal(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(halves.count)
            && halves.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }
    }

    /// Converts a decimal number to an integer by moving its decimal point `places` digits to the right. For
    /// example, `2.5` with two places becomes 250.
    ///
    /// Returns nil if the text is not a decimal number, or if the number is negative, is one million or more,
    /// or needs more than `places` decimal places.
    static func units(_ text: String, places: Int) -> Int64? {
        guard isDecimal(text), !text.hasPrefix("-") else { return nil }
        let halves = text.split(separator: ".")
        let part = halves.count == 2 ? withoutZeros(halves[1]) : ""
        guard let whole = Int64(halves[0]), whole < 1_000_000, part.count <= places else { return nil }
        return Int64("\(whole)" + part + String(repeating: "0", count: places - part.count))
    }

    /// Converts an integer to a decimal number by moving its decimal point `places` digits to the left. For
    /// example, 250 with two places becomes `2.5`. The integer must not be negative.
    static func text(_ units: Int64, places: Int) -> String {
        let digits = String(units)
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let part = withoutZeros(padded.suffix(places))
        return "\(padded.dropLast(places))" + (part.isEmpty ? "" : ".\(part)")
    }

    /// Returns digits without trailing zeros.
    private static func withoutZeros(_ digits: Substring) -> String {
        String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    /// Returns a number of hundredths as a decimal number in JSON, such as `2.5` for 250.
    static func json(hundredths: Int64?) -> JSONTree? { hundredths.map { .number(text($0, places: 2)) } }
}

extension ParameterShape.Kind {
    /// Whether a value of this kind has nested fields.
    fileprivate var isNested: Bool {
        switch self {
        case .object, .list, .map: true
        default: false
        }
    }
}
