import Foundation
import Processor

/// Functions that run a closure on behalf of an account or the platform.
///
/// Source: Stripe documentation, "Making API calls for connected accounts".
extension EngineTransaction {
    /// Runs a closure on behalf of an account, or of the platform if the account is nil.
    func inAccount<Value>(_ account: String?, _ body: () throws -> Value) rethrows -> Value {
        guard account != self.account else { return try body() }
        let before = self.account
        self.account = account
        defer { self.account = before }
        return try body()
    }

    /// Runs a closure on behalf of the platform.
    func onPlatform<Value>(_ body: () throws -> Value) rethrows -> Value { try inAccount(nil, body) }

    /// Runs a closure on behalf of the account that an object belongs to, or of the platform if the object
    /// does not exist. Due items and the processor's pages use this function, because they identify the
    /// object but not its account.
    func inAccount<Value>(ofObject id: String, _ body: () throws -> Value) throws -> Value {
        try inAccount(account(ofObject: id), body)
    }

    /// Returns the connected account that an object belongs to, or nil for the platform.
    private func account(ofObject id: String) throws -> String? {
        if let seen = seen[id], seen.isKept { return seen.owner.isEmpty ? nil : seen.owner }
        guard let row = try store.row(id) else { return nil }
        fetched[id] = row
        return row.owner.isEmpty ? nil : row.owner
    }

    /// Returns the stored JSON of an account's object. Returns nil if the account has no object of this kind
    /// with this id.
    func json(of id: String, kind: String, owner: String) throws -> Data? {
        if let row = fetched.removeValue(forKey: id), row.kind == kind, row.owner == owner { return row.json }
        return try store.object(id, kind: kind, owner: owner)
    }

    /// Returns the account to which a new object will belong: a connected account's id, or an empty string
    /// for the platform.
    func owner<Object: StoredObject>(ofNew object: Object) -> String {
        Object.isOfPlatform ? "" : object.owner ?? account ?? ""
    }
}
