import Foundation
import Processor
import ProcessorSimulator

extension ProcessorBench {
    /// Sends a request to the API without a socket, and returns its response.
    func exchange(
        _ method: String, _ path: String, _ form: [FormField] = [], key: String? = nil,
        account: String? = nil
    ) async -> APIResponse {
        await processor.exchange(request(method, path, form, key: key, account: account))
    }

    /// Returns the request as a value, for any processor.
    func request(
        _ method: String, _ path: String, _ form: [FormField] = [], key: String? = nil,
        account: String? = nil
    ) -> APIRequest {
        let isUpload = method == "POST" && path == "/v1/files"
        let text = isUpload ? FormField.multipart(form) : form.map(\.encoded).joined(separator: "&")
        let bytes = Array(text.utf8)
        return APIRequest(
            method: method, path: path, query: method == "POST" ? [] : bytes,
            body: method == "POST" ? bytes : [], apiKey: "sk_test_bench", idempotencyKey: key,
            account: account)
    }
}

/// A field of a form, such as `transfer_data[destination]`, and its text.
struct FormField: Hashable, Sendable {
    var name: String
    var text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

    /// The field as `name=text`, with everything but letters and digits percent-encoded.
    var encoded: String {
        [name, text].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }
            .joined(separator: "=")
    }

    /// Returns a form as `multipart/form-data`, in which the field `file` is a file.
    static func multipart(_ form: [FormField]) -> String {
        let parts = form.map { field in
            let file = field.name == "file" ? "; filename=\"a.pdf\"" : ""
            let head = "Content-Disposition: form-data; name=\"\(field.name)\"\(file)"
            return ["--mark", head, "", field.text, ""].joined(separator: "\r\n")
        }
        return parts.joined() + "--mark--\r\n"
    }
}

extension APIResponse {
    /// The body as JSON; empty if the value is not an object.
    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }
}
