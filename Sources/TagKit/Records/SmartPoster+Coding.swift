extension SmartPoster {
    /// Reads an `Sp` record's payload, which is itself an NDEF message.
    ///
    /// - Parameter limits: For the message inside; `nesting` counts this Smart Poster and those within it.
    /// - Throws: `badPayload` when the payload is no message, has no or several URIs, several actions, sizes or
    ///   types, or holds a record that is malformed; `limitExceeded`.
    public init(payload: [UInt8], limits: NDEFLimits = .standard) throws(NDEFError) {
        guard limits.nesting > 0 else {
            throw NDEFError(
                .limitExceeded, expected: limits.nesting, found: limits.nesting + 1,
                detail: "Smart Posters in one another")
        }
        var parts = SmartPosterParts(limits: limits)
        for record in try Self.records(payload, limits: limits) { try parts.take(record) }
        guard parts.uris.count == 1 else {
            throw .badPayload("the Smart Poster has \(parts.uris.count) URI records, exactly 1 is allowed")
        }
        self.init(parts, uri: parts.uris[0])
    }

    private static func records(_ payload: [UInt8], limits: NDEFLimits) throws(NDEFError) -> [NDEFRecord] {
        do {
            return try NDEFMessage(decoding: payload, limits: limits).records
        } catch {
            guard error.code != .limitExceeded else { throw error }
            throw .badPayload("the message in the Smart Poster is malformed: \(error.reason)")
        }
    }

    /// The record, its parts in the order URI, titles, action, size, type, icons, others.
    public func record(id: [UInt8] = []) -> NDEFRecord {
        var records = [uri.record()]
        records += titles.map { $0.record() }
        if let action {
            records.append(
                NDEFRecord(
                    tnf: .wellKnown, type: SmartPosterParts.LocalType.action, payload: [action.rawValue]))
        }
        if let sizeBytes {
            let payload = withUnsafeBytes(of: sizeBytes.bigEndian, Array.init)
            records.append(
                NDEFRecord(tnf: .wellKnown, type: SmartPosterParts.LocalType.size, payload: payload))
        }
        if let mediaType {
            records.append(
                NDEFRecord(
                    tnf: .wellKnown, type: SmartPosterParts.LocalType.mediaType,
                    payload: Array(mediaType.utf8)))
        }
        records += icons.map { $0.record() }
        records += others
        return NDEFRecord(
            tnf: .wellKnown, type: Self.type, id: id, payload: MessageEncoder(records).encodedUnchecked())
    }
}
