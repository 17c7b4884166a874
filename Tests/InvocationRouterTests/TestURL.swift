import InvocationRouter

/// A giving URL in parts, so that a test can spoil one or two of them.
struct TestURL {
    var scheme = "https:"
    var slashes = "//"
    var userinfo = ""
    var host = "appclip.tap.giving"
    var port = ""
    var segments = ["WoodlandsChurch"]
    var query: [String] = []
    var fragment = ""

    var text: String {
        let path = "/" + segments.joined(separator: "/")
        let question = query.isEmpty ? "" : "?" + query.joined(separator: "&")
        return scheme + slashes + userinfo + host + port + path + question + fragment
    }

    static let uid = "04E141124C2880"
    static let piccData = "EF963FF7828658A599F3041510671E88"
    static let cmac = "94EED9EE65337086"

    /// Both kinds of evidence, each of its parameters unless it is there.
    mutating func addBothEvidences() {
        for (name, value) in [("m", Self.uid), ("picc_data", Self.piccData), ("cmac", Self.cmac)]
        where !query.contains(where: { $0.hasPrefix(name + "=") }) {
            query.append("\(name)=\(value)")
        }
    }
}

/// The result of a parse, in a form that a table can hold.
enum Outcome: Equatable {
    case org(String)
    case error(InvocationError.Code)

    init(_ url: String, profile: ParseProfile = .strict) {
        self.init { () throws(InvocationError) in try Invocation.parse(url, profile: profile) }
    }

    init(bytes: [UInt8], profile: ParseProfile = .strict) {
        self.init { () throws(InvocationError) in try Invocation.parse(bytes: bytes.span, profile: profile)
        }
    }

    private init(_ parse: () throws(InvocationError) -> Invocation) {
        do { self = .org(try parse().org ?? "alias") } catch { self = .error(error.code) }
    }
}
