/// Where a tag stands in its life. Source: NFC Forum T2TOP 1.1 §6.3.
public enum TagState: String, Hashable, Sendable, CaseIterable {
    /// A message stands there and can be replaced.
    case readWrite = "read_write"
    /// A message, or an empty one, stands there and cannot be replaced.
    case readOnly = "read_only"
    /// An empty message stands there: length 0.
    case initialized
    /// No message can be read: never formatted, or half-written. The next write repairs it where a right
    /// capability container stands; `format` writes that.
    case unformatted
}
