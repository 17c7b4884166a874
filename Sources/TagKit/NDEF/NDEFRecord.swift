/// One NDEF record: a type, an optional id and a payload, whole (chunks are joined).
///
/// Source: NFC Forum NDEF 1.0 §3.
public struct NDEFRecord: Hashable, Sendable {
    /// How `type` is to be read.
    public var tnf: TNF
    /// 0 to 255 bytes.
    public var type: [UInt8]
    /// 0 to 255 bytes; no bytes and no id are the same.
    public var id: [UInt8]
    /// 0 to 2³² − 1 bytes.
    public var payload: [UInt8]

    /// Makes a record from its parts; ``NDEFMessage/encoded()`` refuses parts that do not fit together.
    public init(tnf: TNF, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []) {
        self.tnf = tnf
        self.type = type
        self.id = id
        self.payload = payload
    }
}
