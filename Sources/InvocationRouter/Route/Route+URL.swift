extension Route {
    /// The URL of this route in its one spelling; the inverse of ``parse(_:profile:hosts:)``.
    ///
    /// A gift is written as a tag carries it: the canonical form, the tag's id, and the place-holder of what its
    /// chip fills in.
    ///
    /// - Throws: `invalidToken`, `invalidPlan`, `invalidTag`, and what `Invocation.make` throws; `invalidOrg` where
    ///   an alias stands for the organization, and `invalidFund` where the fund is unclear: such a gift has no URL.
    public func url(hosts: HostList = .standard) throws(InvocationError) -> String {
        switch self {
        case .gift(let invocation): try invocation.madeAgain(hosts: hosts)
        case .payment(let token): try Self.url(.pay, token, hosts)
        case .plan(let code): try Self.url(.plan, code, hosts)
        case .managedTag(let id): try Self.url(.tag, id, hosts)
        }
    }

    private static func url(
        _ word: RouteWord, _ name: String, _ hosts: HostList
    ) throws(InvocationError) -> String {
        let octets = name.utf8.span
        let all = 0..<octets.count
        // A percent sign would be decoded; nothing that needs it is canonical.
        guard octets.first(UInt8(ascii: "%"), in: all) == nil, word.accepts(all, of: octets) else {
            throw InvocationError(word.malformed, at: 0, found: octets.excerpt(all))
        }
        return "https://\(hosts.primary)/\(word.rawValue)/\(name)"
    }
}

extension Invocation {
    fileprivate func madeAgain(hosts: HostList) throws(InvocationError) -> String {
        guard let org else {
            throw InvocationError(.invalidOrg, at: 0, found: (orgAlias ?? "").escapedForDisplay())
        }
        if fundUnclear { throw InvocationError(.invalidFund, at: 0) }
        return try Invocation.make(
            org: org, fund: fund, recurring: recurring, tag: tag, placeholder: placeholderToWrite,
            hosts: hosts)
    }
}
