/// The two halves of a request's target, as it was sent: path and query, not decoded.
///
/// Source: RFC 9112, "Request Target", §3.2.1.
extension String {
    /// What stands before the first question mark.
    var targetPath: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex)] }

    /// What stands behind the first question mark.
    var targetQuery: Substring { self[targetPath.endIndex...].dropFirst() }
}
