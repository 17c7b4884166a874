public import TextKit

/// A part of a document that is JSON already: it is kept as it is, its names in their own order, its numbers as written.
extension JSONTree: Codable {
    /// Written by ``DocumentCoder`` alone.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? DocumentEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "only DocumentCoder writes JSON"))
        }
        encoder.single = self
    }

    /// Read by ``DocumentCoder`` alone.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? DocumentDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only DocumentCoder reads JSON"))
        }
        self = decoder.tree
    }
}
