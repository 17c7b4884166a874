import PaymentCore

extension GivingUnit {
    /// How many failed gifts were refused before any card was tried: what was asked for made no sense, a method that does
    /// not exist, or the processor was not heard of. Of one organization, or of all.
    public func refusedGiftCount(ofOrganization organization: String?) throws -> Int {
        var count = 0
        var last: String?
        while case let page = try gifts(
            GiftQuery(organization: organization, status: .failed, behind: last, limit: 500)),
            let end = page.last
        {
            count += try page.count { try isRefused($0) }
            last = end.id
        }
        return count
    }

    private func isRefused(_ gift: Gift) throws -> Bool {
        guard try requestRefusal(of: gift) != nil else { return false }
        // A card that was declined before another method was mistyped was declined.
        return try gift.payment.flatMap { try payment($0)?.charge } == nil
    }
}
