public import TextKit

/// JSON that is embedded in a document. It is stored unchanged: keys in their original order, and numbers as written.
extension JSONTree: Codable {
    /// Encodes the tree. Works only with ``DocumentCoder``.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? DocumentEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "only DocumentCoder can encode JSON"))
        }
        encoder.single = self
    }

    /// Creates a tree by decoding it. Works only with ``DocumentCoder``.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? DocumentDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only DocumentCoder can decode JSON"))
        }
        self = decoder.tree
    }
}
