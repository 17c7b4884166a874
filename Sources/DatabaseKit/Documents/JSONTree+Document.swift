public import TextKit

/// JSON that is part of a document. The JSON is stored unchanged, with the keys in their original order and
/// the numbers as written.
extension JSONTree: Codable {
    /// Encodes the tree. This works only with ``DocumentCoder``.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? DocumentEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath,
                    debugDescription: "a JSONTree can be encoded only with DocumentCoder"))
        }
        encoder.single = self
    }

    /// Decodes a tree. This works only with ``DocumentCoder``.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? DocumentDecoder else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "a JSONTree can be decoded only with DocumentCoder"))
        }
        self = decoder.tree
    }
}
