extension Route {
    /// Looks up this route's organization, fund and tag in the directory and the registry.
    ///
    /// - Parameters:
    ///   - organizations: The directory of organizations.
    ///   - tags: The registry of tags. If nil, a tag id in a giving URL is ignored, and every managed tag is
    ///     unknown.
    ///   - sun: The result of verifying the SUN message, from the service that has the keys.
    ///   - hosts: The hosts that are accepted in the destination of a managed tag.
    /// - Returns: The resolution of a gift or a managed tag; nil for payments and plans, which are not gifts.
    /// - Throws: ``ResolutionError``, or the errors of the directory and the registry. For a managed tag, the
    ///   errors include `tagUnknown` and `tagRevoked`, and also `tagMismatch` if the tag's destination is not
    ///   a giving URL of the tag's organization.
    public func resolved(
        in organizations: any OrganizationDirectory, tags: (any TagDirectory)? = nil,
        sun: SUNVerdict = .unchecked, hosts: HostList = .standard
    ) async throws -> Resolution? {
        switch self {
        case .payment, .plan:
            return nil
        case .gift(let invocation):
            let organization = try await organizations.organization(of: invocation)
            guard let tags else {
                var untagged = invocation
                untagged.tag = nil
                return try Resolution(untagged, organization: organization, sun: sun)
            }
            let tag = try await tags.tag(of: invocation, sun: sun)
            return try Resolution(invocation, organization: organization, tag: tag, sun: sun)
        case .managedTag(let id):
            let tag = try await tags?.tag(id: id)
            let invocation = try Self.invocation(of: tag, id: id, hosts: hosts)
            let organization = try await organizations.organization(of: invocation)
            return try Resolution(invocation, organization: organization, tag: tag)
        }
    }

    /// Returns the parsed giving URL that a managed tag currently points to.
    ///
    /// - Throws: ``ResolutionError`` with code `tagUnknown` or `tagRevoked`, or `tagMismatch` if the tag's
    ///   destination is not a giving URL with the id of the tag's organization.
    public static func invocation(
        of tag: DirectoryTag?, id: String, hosts: HostList = .standard
    ) throws(ResolutionError) -> Invocation {
        guard let tag, tag.id.utf8.elementsEqual(id.utf8) else {
            throw ResolutionError(.tagUnknown, found: id)
        }
        if tag.state == .revoked { throw ResolutionError(.tagRevoked, found: id) }
        guard let invocation = try? Invocation.parse(tag.destination, profile: .tap, hosts: hosts),
            let org = invocation.org,
            org.utf8.lazy.map(\.lowercasedASCII).elementsEqual(tag.org.utf8.lazy.map(\.lowercasedASCII))
        else {
            throw ResolutionError(
                .tagMismatch, found: id, subject: "\(tag.org), and points to \(tag.destination)")
        }
        return invocation
    }
}

extension OrganizationDirectory {
    fileprivate func organization(of invocation: Invocation) async throws -> DirectoryOrganization? {
        if let org = invocation.org { return try await organization(named: org) }
        guard let alias = invocation.orgAlias else { return nil }
        return try await organization(alias: alias)
    }
}

extension TagDirectory {
    /// Returns the tag with the id in the URL. If the URL contains no tag id, returns the tag with the UID in
    /// the ASCII mirror or in the valid SUN message. Otherwise, returns nil.
    fileprivate func tag(of invocation: Invocation, sun: SUNVerdict) async throws -> DirectoryTag? {
        if let id = invocation.tag { return try await tag(id: id) }
        switch (invocation.evidence, sun) {
        case (.mirror(let uid, _), _): return try await tag(uid: uid)
        case (.sun, .genuine(let uid, _)), (.sun, .replayed(let uid, _, _)): return try await tag(uid: uid)
        default: return nil
        }
    }
}
