import DatabaseKit
import MoneyKit
import PaymentCore
import TimeKit

/// The details that a person enters to record an unknown charge as a gift. If a detail is nil, the
/// processor's value is used.
public struct AdoptionNames: Hashable, Sendable {
    /// The organization's id.
    public var organization: String?
    /// The fund's id.
    public var fund: String?
    /// The donor's name.
    public var name: String?
    /// The donor's e-mail address.
    public var email: String?

    /// Creates the details. By default, all details come from the processor.
    public init(organization: String? = nil, fund: String? = nil, name: String? = nil, email: String? = nil) {
        self.organization = organization
        self.fund = fund
        self.name = name
        self.email = email
    }
}

/// The keys and values of the metadata that the processor stores with a gift. A gift that is missing from the
/// books can be restored from this metadata.
///
/// The metadata contains only ids, including the tag's UID, and not the donor's name or address.
enum GiftMetadata {
    static let organization = "organization"
    static let fund = "fund"
    static let tap = "tap"
    static let tag = "tag"

    static func of(_ gift: Gift, tag uid: String?) -> [String: String] {
        var metadata = [organization: gift.organization, fund: gift.fund]
        metadata[tap] = gift.tap
        metadata[tag] = uid
        return metadata
    }
}

extension GivingService {
    /// Records a gift for a charge that exists only at the processor. The gift gets a new id and a new
    /// receipt.
    ///
    /// By default, the organization and the fund come from the charge's metadata, and the donor comes from
    /// the charge's customer. Values in `names` take precedence. If the charge belongs to an unknown
    /// subscription, the monthly gift and all of its paid periods are also recorded.
    ///
    /// - Returns: The gift of this charge.
    /// - Throws: ``AdoptionError`` if a detail is missing or does not match the charge; ``DirectoryError`` if
    ///   the donor's name or address is invalid; `PaymentError` with code `notFound` if the charge does not
    ///   exist, `wrongState` if the charge is already in the books, or `invalidFee` if its application fee is
    ///   negative.
    public func adopt(charge id: String, naming names: AdoptionNames = AdoptionNames()) async throws -> Gift {
        let charge = try await payments.unknownCharge(id)
        if let kind = charge.metadata["kind"], kind != GivingPolicy.kind {
            throw AdoptionError.otherProduct(kind)
        }
        // If the monthly gift is already in the books, this charge becomes another of its gifts.
        if charge.schedule == nil {
            try await database.write { transaction in
                let plan = try plan(charge, names, in: transaction)
                if charge.subscription != nil {
                    try beginMonthly(charge, plan, in: transaction)
                } else {
                    try begin(charge, plan, in: transaction)
                }
            }
        }
        try await payments.finishAdoption(of: charge)
        return try await database.read { transaction in
            guard let payment = try transaction.payment(charge: charge.id),
                let gift = try transaction.gift(payment.subject)
            else {
                throw GivingError(.notFound, "gift for \(charge.id)")
            }
            return gift
        }
    }

    private typealias Plan = (organization: Organization, fund: Fund, giver: DonorDetails)

    private func plan(_ charge: UnknownCharge, _ names: AdoptionNames, in transaction: Transaction) throws
        -> Plan
    {
        let organization = try organization(of: charge, names, in: transaction)
        guard let account = charge.account, organization.account == account else {
            throw AdoptionError.wrongAccount(organization: organization.id, account: charge.account)
        }
        guard let name = names.fund ?? charge.metadata[GiftMetadata.fund] else {
            throw AdoptionError.fundNeeded(organization: organization.id)
        }
        guard let fund = try transaction.fund(name, of: organization.id) else {
            throw AdoptionError.unknownFund(String(name.prefix(64)), organization: organization.id)
        }
        guard let email = names.email ?? charge.payer?.email, let person = names.name ?? charge.payer?.name
        else {
            throw AdoptionError.donorNeeded
        }
        let giver = try DonorDetails(
            name: person, email: email, phone: names.email == nil ? charge.payer?.phone : nil)
        return (organization, fund, giver)
    }

    private func organization(of charge: UnknownCharge, _ names: AdoptionNames, in transaction: Transaction)
        throws
        -> Organization
    {
        if let name = names.organization ?? charge.metadata[GiftMetadata.organization] {
            guard let found = try transaction.organization(by: name) else {
                throw AdoptionError.unknownOrganization(String(name.prefix(64)))
            }
            return found
        }
        var last: String?
        while case let page = try transaction.organizations(after: last, limit: 200), !page.isEmpty {
            if let found = page.first(where: { $0.account != nil && $0.account == charge.account }) {
                return found
            }
            last = page.last?.id
        }
        throw AdoptionError.organizationNeeded(account: charge.account)
    }

    private func begin(_ charge: UnknownCharge, _ plan: Plan, in transaction: Transaction) throws {
        var gift = try gift(of: charge, at: charge.created, plan, in: transaction)
        try transaction.save(gift)
        let payment = try payments.adopt(charge, as: adopted(gift.id, plan), in: transaction)
        guard var kept = try transaction.gift(gift.id), kept.payment == nil else { return }
        kept.payment = payment.id
        gift = kept
        try transaction.save(gift)
    }

    private func beginMonthly(_ charge: UnknownCharge, _ plan: Plan, in transaction: Transaction) throws {
        // The first gift belongs to the first payment, even if a later payment is the one being adopted.
        let start = charge.subscriptionStart ?? charge.created
        var gift = try gift(of: charge, at: start, plan, in: transaction)
        var recurring = RecurringGift(
            id: ids.make("rec", at: start), organization: gift.organization, fund: gift.fund,
            donor: gift.donor, giver: gift.giver, amount: gift.amount, coveredFeeMinor: gift.coveredFeeMinor,
            status: .processing, firstGift: gift.id,
            dayOfMonth: plan.organization.calendar.date(of: start).day, tap: gift.tap, created: start)
        gift.recurring = recurring.id
        try transaction.save(recurring)
        try transaction.save(gift)
        let schedule = try payments.adoptSchedule(
            of: charge, as: adopted(recurring.id, plan), in: transaction)
        recurring = try transaction.recurring(recurring.id) ?? recurring
        recurring.schedule = schedule.id
        try transaction.save(recurring)
    }

    private func gift(
        of charge: UnknownCharge, at time: Timestamp, _ plan: Plan, in transaction: Transaction
    ) throws -> Gift {
        let quote = charge.quote
        let place = plan.organization.place(ofChargeAt: time, now: ids.now)
        let id = ids.make("gift", at: place.idTime)
        let (donor, isNew) = try donor(of: plan.giver, in: transaction)
        if isNew { try transaction.save(donor) }
        return Gift(
            id: id, organization: plan.organization.id, fund: plan.fund.id,
            fundName: plan.fund.name, timeZone: place.timeZone,
            donor: donor.id, giver: plan.giver,
            amount: Money(quote.minorUnits(of: .base), quote.total.currency),
            coveredFeeMinor: quote.minorUnits(of: .coveredFee), feeMinor: charge.applicationFeeMinor,
            status: .processing, tap: try tap(of: charge, plan, in: transaction), created: time,
            knownOn: place.knownOn)
    }

    /// Returns the id of the tap that led to the gift, or nil if the charge's metadata contains no valid tap
    /// id. If the books do not contain the tap, saves it with the values from the metadata and the charge.
    private func tap(of charge: UnknownCharge, _ plan: Plan, in transaction: Transaction) throws -> String? {
        guard let id = charge.metadata[GiftMetadata.tap], id.hasPrefix("tap_"), id.utf8.count <= 64 else {
            return nil
        }
        guard try transaction.tap(id) == nil else { return id }
        let tag = charge.metadata[GiftMetadata.tag]
        try transaction.save(
            Tap(
                id: id, url: "", canonical: nil, organization: plan.organization.id, fund: plan.fund.id,
                uid: tag.flatMap { $0.utf8.count <= 20 ? $0 : nil }, counter: nil, evidence: nil,
                isFresh: false,
                source: .tag, created: charge.created))
        return id
    }

    private func adopted(_ subject: String, _ plan: Plan) -> AdoptedCharge {
        AdoptedCharge(
            kind: GivingPolicy.kind, subject: subject, payer: plan.giver.payer(from: nil),
            statementDescriptor: plan.organization.statementDescriptor)
    }
}
