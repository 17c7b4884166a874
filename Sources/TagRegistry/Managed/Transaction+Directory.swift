public import DatabaseKit
public import InvocationRouter
import TextKit

extension Transaction {
    /// Returns the router's entry for the tag with this id: a managed tag, or a tag whose giving URL has the
    /// id in its `t` parameter. Returns nil for an unknown id.
    public func directoryTag(id: String) throws -> DirectoryTag? {
        let row = try row(tagID: id)
        let uid = row.flatMap { $0.state == .verified ? $0.uid : nil }
        if let managed = try destination(id) { return try entry(of: managed, uid: uid) }
        guard let row else { return nil }
        return try entry(of: row, id: id, uid: uid)
    }

    /// Returns the router's entry for the tag with this chip; nil if the chip is not registered. A tag that
    /// does not occupy a row of a batch is returned as revoked. If the tag's URL has no id, the chip's UID is
    /// used as the id.
    public func directoryTag(uid: [UInt8]) throws -> DirectoryTag? {
        let name = hexUID(uid)
        guard let tag = try tag(uid: name) else { return nil }
        guard let place = tag.place, tag.state == .inUse, let row = try row(place.row, of: place.batch) else {
            return DirectoryTag(
                id: tag.tagID ?? name, uid: uid, org: "", state: .revoked, destination: tag.url ?? "",
                highestCounter: try counter(of: name))
        }
        if let id = row.tagID, let managed = try destination(id) { return try entry(of: managed, uid: name) }
        return try entry(of: row, id: row.tagID ?? name, uid: name)
    }

    private func entry(of managed: ManagedDestination, uid: String?) throws -> DirectoryTag {
        let aim = managed.aims.last
        return DirectoryTag(
            id: managed.id, uid: uid.flatMap(Hex.bytes(of:)), org: aim?.org ?? host(of: aim?.url ?? ""),
            fund: aim?.fund, state: managed.state == .active ? .active : .revoked,
            destination: aim?.url ?? "",
            highestCounter: try uid.flatMap { try counter(of: $0) })
    }

    private func entry(of row: BatchRow, id: String, uid: String?) throws -> DirectoryTag {
        DirectoryTag(
            id: id, uid: uid.flatMap(Hex.bytes(of:)), org: row.org ?? host(of: row.url), fund: row.fund,
            destination: row.url, highestCounter: try uid.flatMap { try counter(of: $0) })
    }

    /// Returns the highest tap counter of a chip, or nil before the first tap with a counter. A counter that
    /// the chip authenticated takes precedence over a mirrored counter, which anyone can forge.
    private func counter(of uid: String) throws -> UInt32? {
        try highestCounter(ofUID: uid, by: .sun) ?? highestCounter(ofUID: uid, by: .mirror)
    }

    /// Returns the host of a URL. For a destination on another site, the host is shown instead of an
    /// organization.
    private func host(of url: String) -> String {
        String(url.drop { $0 != "/" }.drop { $0 == "/" }.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }
}

/// Returns a UID as the registry stores it: in upper-case hex.
public func hexUID(_ uid: [UInt8]) -> String { Hex.upper(uid) }
