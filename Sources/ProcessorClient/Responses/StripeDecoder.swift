import Foundation
import MoneyKit
import Processor

/// A factory for JSON decoders that convert Stripe's field names from snake case to camel case.
enum StripeDecoder {
    static func make() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// A response in Stripe's JSON format that can be converted to one of this package's types.
protocol StripeResponse: Decodable, Sendable {
    associatedtype Object: Sendable
    /// Converts the response to one of this package's types.
    ///
    /// - Parameter account: The connected account for which the object was requested, or nil for the
    ///   platform.
    func object(of account: String?) throws(ProcessorError) -> Object
}

/// A page of a list in Stripe's JSON format.
struct ListResponse<Element: StripeResponse>: StripeResponse {
    var data: [Element]
    var hasMore: Bool

    func object(of account: String?) throws(ProcessorError) -> ListPage<Element.Object> {
        ListPage(
            try data.map { element throws(ProcessorError) in try element.object(of: account) },
            hasMore: hasMore)
    }
}

/// The id of an object, from a field that contains either the id itself or the expanded object.
struct Reference: Decodable {
    var id: String

    init(from decoder: any Decoder) throws {
        if let id = try? decoder.singleValueContainer().decode(String.self) {
            self.id = id
        } else {
            id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
        }
    }

    private enum Key: String, CodingKey { case id }
}

/// An object from a field that contains either the object's id or the expanded object.
struct Expandable<Details: Decodable & Sendable>: Decodable {
    var id: String
    /// The fields of the expanded object. Nil if the response contains only the id.
    var details: Details?

    init(from decoder: any Decoder) throws {
        id = try Reference(from: decoder).id
        let isID = (try? decoder.singleValueContainer().decode(String.self)) != nil
        details = isID ? nil : try Details(from: decoder)
    }
}

/// An error in Stripe's JSON format.
struct ErrorResponse: Decodable {
    var error: Details

    struct Details: Decodable {
        var type: String
        var code: String?
        var declineCode: String?
        var message: String?
        var param: String?
        var charge: String?
        var paymentIntent: Reference?
        var paymentMethod: Reference?

        func object(status: Int, requestID: String?) -> ProcessorError {
            ProcessorError(
                ProcessorError.Kind(rawValue: type) ?? .api, status: status, code: code,
                declineCode: declineCode, message: message ?? "", parameter: param,
                paymentIntent: paymentIntent?.id, charge: charge, requestID: requestID)
        }
    }
}

/// Functions that convert the values in a response, and the error for a value that this client cannot
/// interpret.
enum Unreadable {
    static func value(_ text: String, in field: String) -> ProcessorError {
        ProcessorError(
            .api, status: 200,
            message: "The processor's response contains the unknown value \"\(text)\" in \(field).")
    }

    static func currency(_ code: String) throws(ProcessorError) -> Currency {
        guard let currency = try? Currency(code) else { throw value(code, in: "currency") }
        return currency
    }

    static func word<Word: RawRepresentable<String>>(_ text: String, in field: String) throws(ProcessorError)
        -> Word
    {
        guard let word = Word(rawValue: text) else { throw value(text, in: field) }
        return word
    }
}
