public import TextKit

/// A part of a document that is JSON already: it is kept as it is, its names in their own order, its numbers as written.
public protocol DocumentPart: Codable {
    /// The part that this JSON is.
    init(_ tree: JSONTree)
    /// The part as JSON.
    var tree: JSONTree { get }
}

extension DocumentPart {
    /// Written by ``DocumentCoder`` alone.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? DocumentEncoder else {
            throw EncodingError.invalidValue(
                self,
                .init(codingPath: encoder.codingPath, debugDescription: "only DocumentCoder writes JSON"))
        }
        encoder.single = tree
    }

    /// Read by ``DocumentCoder`` alone.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? DocumentDecoder else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "only DocumentCoder reads JSON"))
        }
        self.init(decoder.tree)
    }
}
