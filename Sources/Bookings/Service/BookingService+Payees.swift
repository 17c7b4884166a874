public import MoneyKit
public import PaymentCore
import TimeKit

extension BookingService {
    /// Makes a profile for somebody who will be paid for jobs; there is no account yet.
    ///
    /// - Parameters:
    ///   - timeZone: An IANA name, such as `America/Chicago`.
    ///   - org: The organization that sells the work; nil for the platform itself.
    /// - Throws: ``BookingError`` with code `invalid` for a name without a letter or of more than 200, and for a time zone
    ///   that is not known.
    public func enroll(named name: String, timeZone: String, at org: String? = nil) async throws
        -> BookingProfile
    {
        try await units.write { try enroll(named: name, timeZone: timeZone, at: org, in: $0) }
    }

    /// Makes a profile, as ``enroll(named:timeZone:at:)``, within a unit of work.
    public func enroll(named name: String, timeZone: String, at org: String?, in unit: Units.Unit) throws
        -> BookingProfile
    {
        try BookingRequest.check(name, as: "name", most: 200)
        guard LocalCalendar(timeZone: timeZone) != nil else {
            throw BookingError(.invalid, "there is no time zone \(timeZone.prefix(40))")
        }
        let profile = BookingProfile(id: ids.make("drv"), name: name, timeZone: timeZone, org: org)
        try unit.save(profile)
        return profile
    }

    /// The profile of this id.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`.
    public func profile(_ id: String) async throws -> BookingProfile {
        try await units.read { try $0.existingProfile(id) }
    }

    /// Makes the account of a profile, once; the payee fills in its forms on the processor's pages.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `PaymentError` where the processor does not do it.
    public func setUpPayouts(of profile: String, in currency: Currency) async throws -> BookingProfile {
        let before = try await units.read { try $0.existingProfile(profile) }
        guard before.account == nil else { return before }
        let payee = try await payments.makePayee(named: before.name, currency: currency, reference: profile)
        return try await units.write { unit in
            var profile = try unit.existingProfile(profile)
            profile.account = payee.id
            try unit.save(profile)
            return profile
        }
    }

    /// How far a payee's account is.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`.
    public func onboarding(of profile: String) async throws -> OnboardingStatus {
        try await units.read { unit in try onboarding(of: unit.existingProfile(profile), in: unit) }
    }

    /// The account of a payee whose payouts are set up.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`; `notConnected`.
    public func account(of profile: String) async throws -> String {
        try await units.read { unit in
            let profile = try unit.existingProfile(profile)
            try checkSetup(of: profile, in: unit)
            guard let account = profile.account else { throw BookingError(.notConnected) }
            return account
        }
    }

    /// Sends what is available on a payee's account to its bank, where its payouts are not made by themselves.
    ///
    /// - Throws: ``BookingError`` with code `profileNotFound`; `payoutsSetupRequired`; `processorFailed`.
    public func payOutBalance(of profile: String) async throws -> [PayeePayout] {
        try await payOutBalance(ofAccount: account(of: profile))
    }

    func payOutBalance(ofAccount account: String) async throws -> [PayeePayout] {
        do { return try await payments.payOut(to: account) } catch let error as PaymentError {
            if error.code == .outcomeUnknown { return [] }
            throw BookingError(error)
        }
    }

    func onboarding(of profile: BookingProfile, in unit: Units.Unit) throws -> OnboardingStatus {
        OnboardingStatus(account: profile.account, payee: try profile.account.flatMap { try unit.payee($0) })
    }

    /// A payee does nothing before its account is set up.
    func checkSetup(of profile: BookingProfile, in unit: Units.Unit) throws {
        guard rules.requiresPayoutsSetup else { return }
        let status = try onboarding(of: profile, in: unit)
        guard status == .active else { throw BookingError(.payoutsSetupRequired, status.label) }
    }
}
