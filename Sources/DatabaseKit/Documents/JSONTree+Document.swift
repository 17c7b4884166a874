public import TextKit

/// A part of a document that is JSON already. It is stored unchanged: keys in their own order, numbers as written.
extension JSONTree: Codable {
    /// Encodes the tree. Supports only ``DocumentCoder``.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? DocumentEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "only DocumentCoder writes JSON"))
        }
        encoder.single = self
    }

    /// Decodes the tree. Supports only ``DocumentCoder``.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? DocumentDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only DocumentCoder reads JSON"))
        }
        self = decoder.tree
    }
}
