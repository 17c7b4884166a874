import Giving

/// A donor as one organization sees them. Gifts to other organizations are not included.
struct DonorProfile {
    let organization: Organization
    let id: String
    /// The details that the donor entered with the newest gift, even if that gift was declined.
    let newest: DonorDetails
    /// The totals over all years, one for each currency. Empty if nothing was paid.
    let totals: [DonorTotal]
    /// The totals of this year and the previous year.
    let years: [DonorYear]
    /// A page of the gifts, newest first.
    let found: FoundGifts
    let monthly: [RecurringGift]
    let funds: [Fund]
    let note: Note?

    /// A note with the e-mail address of the member who changed it last. The address is nil if the member has
    /// left.
    struct Note {
        let note: DonorNote
        let author: String?
    }

    /// The totals in the currency of the latest paid gift; nil if nothing was paid.
    var latest: DonorTotal? { totals.max { $0.last < $1.last } }

    /// The name that the donor entered with the latest paid gift or, if nothing was paid, with the newest
    /// gift.
    var name: String { latest?.name ?? newest.name }

    /// The telephone number from the same gift as ``name``; nil if the donor did not enter a number.
    var phone: String? { latest.map(\.phone) ?? newest.phone }
}
