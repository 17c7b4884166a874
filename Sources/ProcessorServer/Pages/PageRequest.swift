import Foundation

/// A request for one of the processor's pages.
struct PageRequest {
    var method: String
    /// What stands behind `/pages/`, by its slashes.
    var parts: [String]
    var query: [String: String]
    var form: [String: String]

    init(method: String, path: String, query: String, body: String) {
        self.method = method
        parts = path.split(separator: "/").dropFirst().map(String.init)
        self.query = Self.fields(query)
        form = Self.fields(body)
    }

    /// The first value of each field of a form; what cannot be decoded is left out.
    static func fields(_ form: String) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in form.split(separator: "&").prefix(100) {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = halves.map { String($0).replacing("+", with: " ").removingPercentEncoding }
            guard let name = words.first ?? nil, fields[name] == nil else { continue }
            fields[name] = words.count == 2 ? words[1] : ""
        }
        return fields
    }
}
