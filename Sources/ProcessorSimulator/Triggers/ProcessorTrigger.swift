import Foundation
import Processor
import TextKit

/// The requests of Stripe's API that make an event happen.
///
/// Source: Stripe CLI, `stripe trigger`; its fixtures of the same names.
public struct ProcessorTrigger: Sendable {
    /// `payment_intent.succeeded`
    public let event: String
    /// The event comes by the clock, and not at once.
    public let comesLater: Bool
    let steps: [Step]

    /// One request; `${name.field}` in its path and form stands for what an earlier step was answered.
    struct Step: Sendable {
        var name: String
        var method = "POST"
        var path: String
        var form = ""
        /// The account that it is made for; `${name.id}` as in a form.
        var account: String?
        /// An error is what is wanted: a decline.
        var fails = false
    }

    /// Makes the requests, one after another.
    ///
    /// - Throws: The processor's error of the first one that it refuses.
    public func run(_ exchange: (APIRequest) async throws -> APIAnswer) async throws {
        var answers: [String: JSONTree] = [:]
        for step in steps {
            let answer = try await exchange(
                APIRequest(
                    method: step.method, path: try Self.filled(step.path, answers),
                    body: Array(try Self.filled(step.form, answers).utf8), apiKey: "sk_test_trigger",
                    account: try step.account.map { try Self.filled($0, answers) }))
            let json = try JSONTree(answer.body, atMost: .max)
            guard answer.status == 200 || step.fails && answer.status == 402 else {
                throw Self.error(json["error"], status: answer.status)
            }
            answers[step.name] = json
        }
    }

    private static func error(_ json: JSONTree, status: Int) -> ProcessorError {
        ProcessorError(
            ProcessorError.Kind(rawValue: json["type"].string ?? "") ?? .api, status: status,
            code: json["code"].string, message: json["message"].string ?? "The processor answered \(status).",
            parameter: json["param"].string)
    }

    /// A text with what its references stand for.
    private static func filled(_ text: String, _ answers: [String: JSONTree]) throws -> String {
        guard let start = text.firstRange(of: "${"), let end = text[start.upperBound...].firstIndex(of: "}")
        else { return text }
        let path = text[start.upperBound..<end].split(separator: ".")
        var value = answers[String(path[0])] ?? .null
        for name in path.dropFirst() { value = value[String(name)] }
        guard let found = value.string else {
            throw ProcessorError(
                .api, status: 500, message: "No answer has \(text[start.upperBound..<end]).")
        }
        return text[..<start.lowerBound] + found
            + (try filled(String(text[end...].dropFirst()), answers))
    }
}
