import Foundation
import ProcessorSimulator
import SimulationKit

/// A response of Stripe's API whose fields are read by path.
struct APIShown: Sendable {
    let status: Int
    let body: Data

    /// The text of a field, such as `items.data.0.id`, or `""` if it is null or missing.
    subscript(path: String) -> String {
        var value = try? JSONSerialization.jsonObject(with: body)
        for step in path.split(separator: ".") {
            if let list = value as? [Any] {
                value = Int(step).flatMap { list.indices.contains($0) ? list[$0] : nil }
            } else {
                value = (value as? [String: Any])?[String(step)]
            }
        }
        switch value {
        case let text as String: return text
        case let number as NSNumber: return "\(number)"
        case let list as [Any]: return "\(list.count)"
        default: return ""
        }
    }
}

extension ProcessorBench {
    /// Sends a request to Stripe's API, with a form for changes.
    func api(_ method: String, _ path: String, _ form: String = "") async -> APIShown {
        let bytes = Array(form.replacing("[", with: "%5B").replacing("]", with: "%5D").utf8)
        let answer = await processor.exchange(
            APIRequest(
                method: method, path: path, query: method == "POST" ? [] : bytes,
                body: method == "POST" ? bytes : [], apiKey: "sk_test_bench"))
        return APIShown(status: answer.status, body: Data(answer.body))
    }
}
