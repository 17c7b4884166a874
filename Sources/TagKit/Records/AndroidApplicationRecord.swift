/// The app that Android opens, or offers to install, when the tag is tapped.
///
/// Source: Android's `NdefRecord.createApplicationRecord`: external type `android.com:pkg`, compared byte for byte.
public struct AndroidApplicationRecord: Hashable, Sendable {
    static let type = Array("android.com:pkg".utf8)

    /// The app's package name, such as `com.example.giving`; at least one byte.
    public let package: String

    /// Makes an Android Application Record.
    ///
    /// - Throws: `badPayload` when the package name is empty.
    public init(package: String) throws(NDEFError) {
        guard !package.isEmpty else { throw .badPayload("the app's package name is empty") }
        self.package = package
    }

    init(payload: [UInt8]) throws(NDEFError) {
        guard let package = UTF8Text.text(payload[...]) else {
            throw .badPayload("the app's package name is not UTF-8")
        }
        try self.init(package: package)
    }

    /// The record.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        NDEFRecord(tnf: .external, type: Self.type, id: id, payload: Array(package.utf8))
    }
}
