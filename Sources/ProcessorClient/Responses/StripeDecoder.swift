import Foundation
import MoneyKit
import Processor
import TimeKit

/// Reads Stripe's JSON: names with underscores, amounts in minor units, moments in seconds.
enum StripeDecoder {
    static func make() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

/// An answer that becomes a noun.
protocol StripeResponse: Decodable, Sendable {
    associatedtype Object: Sendable
    /// The noun that it tells.
    ///
    /// - Parameter account: Whom it was asked for.
    func object(of account: String?) throws(ProcessorError) -> Object
}

/// A list.
struct ListResponse<Element: StripeResponse>: StripeResponse {
    var data: [Element]
    var hasMore: Bool

    func object(of account: String?) throws(ProcessorError) -> ListPage<Element.Object> {
        var objects: [Element.Object] = []
        for element in data { objects.append(try element.object(of: account)) }
        return ListPage(objects, hasMore: hasMore)
    }
}

/// An id, or the object that it was expanded to.
struct Reference: Decodable, Sendable {
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

/// An error.
struct ErrorResponse: Decodable, Sendable {
    var error: Details

    struct Details: Decodable, Sendable {
        var type: String
        var code: String?
        var declineCode: String?
        var message: String?
        var param: String?
        var charge: String?
        var paymentIntent: Reference?

        func object(status: Int, requestID: String?) -> ProcessorError {
            ProcessorError(
                ProcessorError.Kind(rawValue: type) ?? .api, status: status, code: code,
                declineCode: declineCode, message: message ?? "", parameter: param,
                paymentIntent: paymentIntent?.id, charge: charge, requestID: requestID)
        }
    }
}

/// What of an answer makes no sense to us.
enum Unreadable {
    static func value(_ text: String, in field: String) -> ProcessorError {
        ProcessorError(
            .api, status: 200,
            message: "The processor's response contains the unknown value “\(text)” in \(field).")
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

extension Timestamp {
    /// A moment of an answer.
    init?(_ seconds: Int64?) {
        guard let seconds else { return nil }
        self.init(seconds: seconds)
    }
}
