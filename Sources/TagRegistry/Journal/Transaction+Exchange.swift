public import DatabaseKit
public import TimeKit

/// Another tag for a seat that has one: the old one stays until the new one is written and read back.
extension Transaction {
    /// Records that a tag is about to be written that shall take the place of a row's tag. It is loose until then, and
    /// the row's tag keeps the row.
    ///
    /// - Parameter chip: The chip in the field: UID and product; what was known of it is kept.
    /// - Returns: The row as it is.
    /// - Throws: ``RegistryError`` with code `tagPlaced` where the tag has a place, or was begun for one.
    @discardableResult
    public func beginExchange(
        _ chip: (uid: String, product: String), for place: TagPlace, at time: Timestamp, reader: String? = nil
    ) throws -> BatchRow {
        let row = try knownRow(place)
        var tag =
            try tag(uid: chip.uid) ?? RegisteredTag(uid: chip.uid, product: chip.product, changed: time)
        if let elsewhere = tag.place {
            throw RegistryError(
                .tagPlaced, chip.uid, wanted: "row \(elsewhere.row) of the batch \(elsewhere.batch)")
        }
        (tag.product, tag.url, tag.tagID, tag.changed) = (chip.product, row.url, row.tagID, time)
        try save(tag)
        try append(
            JournalEntry(
                .begun, at: time, batch: place.batch, row: place.row, uid: chip.uid, reader: reader,
                url: row.url))
        return row
    }

    /// Gives a row to the tag that was written for it; the old one is loose from now on.
    ///
    /// - Returns: The row, `verified`.
    @discardableResult
    public func exchange(
        _ place: TagPlace, for written: WrittenTag, at time: Timestamp, reader: String? = nil
    ) throws -> BatchRow {
        try replace(place, at: time)
        var (row, tag) = (try knownRow(place), try knownTag(written.uid))
        (row.state, row.uid, tag.state, tag.place) = (.writing, written.uid, .begun, place)
        try save(row)
        try save(tag)
        return try finish(written, at: time, reader: reader)
    }
}
