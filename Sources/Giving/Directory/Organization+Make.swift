import DisplayKit
import Foundation
import HTMLKit
import MoneyKit
public import TimeKit

extension Organization {
    /// Creates an organization from the entered fields, with defaults for all other fields.
    ///
    /// The defaults are `usd`, `UTC`, the country of the currency, the standard amounts for the currency, and
    /// a statement descriptor derived from the name. The caller must check that the id is not in use.
    ///
    /// - Throws: ``DirectoryError`` with every problem.
    public static func make(
        id: String, _ fields: OrganizationFields, at time: Timestamp
    ) throws(DirectoryError) -> Organization {
        var check = FieldCheck()
        check.organizationID(id)
        if fields.displayName == nil {
            check.refuse(
                .missing, .name, "the name is missing",
                remedy: "Enter the name by which donors know the organization.")
        }
        let currency = check.currency(fields.currency ?? "usd")
        let known = currency ?? .usd
        // The amounts are the same in a currency with three decimal places. Without decimal places, they are
        // 100 times as large, because 5 yen cannot be charged.
        let factor: Int64 = known.fractionDigits == 3 ? 10 : 1
        var organization = Organization(
            id: id, displayName: id, currency: known, timeZone: "UTC",
            country: CountryCode.ofCurrency(known), defaultMinor: 5_000 * factor,
            leastMinor: 500 * factor, mostMinor: 1_000_000 * factor,
            presetsMinor: [2_500, 5_000, 10_000, 25_000].map { $0 * factor }, platformFee: BasisPoints(0),
            statementDescriptor: StatementDescriptor.made(from: id, id: id),
            status: .active, created: time)
        organization.take(fields, &check)
        if currency != nil { organization = check.amounts(fields, over: organization, isNew: true) }
        return try check.passed(organization)
    }

    /// Returns a copy of the organization with the entered fields changed.
    ///
    /// A statement descriptor that was derived from the name changes with the name.
    ///
    /// - Throws: ``DirectoryError`` with every problem. If the entered currency is not the organization's
    ///   currency, one of the problems has the code `fixed`.
    public func changed(by fields: OrganizationFields) throws(DirectoryError) -> Organization {
        var check = FieldCheck()
        var organization = self
        organization.take(fields, &check)
        if let code = fields.currency, let currency = check.currency(code), currency != self.currency {
            check.refuse(
                .fixed, .currency, "the currency cannot be changed",
                reason: "gifts, receipts and the ledger are in \(self.currency)",
                remedy: "Add another organization for gifts in \(currency).")
        }
        organization = check.amounts(fields, over: organization, isNew: false)
        return try check.passed(organization)
    }

    /// Checks and sets the entered fields, except the amounts and the currency.
    private mutating func take(_ fields: OrganizationFields, _ check: inout FieldCheck) {
        if let text = fields.displayName {
            let isMade = statementDescriptor == StatementDescriptor.made(from: displayName, id: id)
            displayName = check.name(text, of: "an organization")
            if isMade { statementDescriptor = StatementDescriptor.made(from: displayName, id: id) }
        }
        if let text = fields.logo { logo = text.isEmpty ? nil : check.logo(text) }
        if let text = fields.color { color = text.isEmpty ? nil : check.color(text) }
        if let text = fields.timeZone { timeZone = check.timeZone(text) ?? timeZone }
        if let text = fields.country { country = check.country(text) ?? country }
        if let text = fields.taxID { taxID = text.isEmpty ? nil : check.taxID(text, in: country) }
        if let points = fields.platformFeeBasisPoints { platformFee = check.platformFee(points) }
        if let text = fields.statementDescriptor {
            statementDescriptor = check.statementDescriptor(text) ?? statementDescriptor
        }
    }
}

extension FieldCheck {
    fileprivate mutating func currency(_ code: String) -> Currency? {
        do {
            return try Currency(code)
        } catch {
            refuse(.unknown, .currency, error.summary, reason: error.reason, remedy: error.remedy)
            return nil
        }
    }

    fileprivate mutating func logo(_ text: String) -> String? {
        let isPlain = text.utf8.count <= 2048 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        if isPlain, let url = URLComponents(string: text), url.scheme?.lowercased() == "https",
            url.host?.isEmpty == false, url.user == nil, url.password == nil
        {
            return text
        }
        refuse(
            .malformed, .logo, "\(text.quoted) is not an https URL",
            reason: "a page that accepts cards can show only images from https URLs",
            remedy: "Enter the full URL of the image, such as https://example.org/logo.svg.")
        return nil
    }

    fileprivate mutating func color(_ text: String) -> String? {
        if let color = WebColor(hex: text) { return color.hex }
        refuse(
            .malformed, .color, "\(text.quoted) is not a color",
            reason: "a color must consist of # and 3 or 6 hexadecimal digits",
            remedy: "Use the format #1a5fb4.")
        return nil
    }

    fileprivate mutating func timeZone(_ name: String) -> String? {
        if LocalCalendar(timeZone: name) != nil { return name }
        refuse(
            .unknown, .timeZone, "\(name.quoted) is not a known time zone",
            reason: "only time zones from the IANA list are supported",
            remedy: "Use an IANA name, such as America/Chicago or UTC.")
        return nil
    }

    fileprivate mutating func country(_ text: String) -> String? {
        if let code = CountryCode.checked(text) { return code }
        refuse(
            .unknown, .country, "\(text.quoted) is not a country",
            reason: "a country must be a two-letter ISO 3166 code", remedy: "Use a code such as US or DE.")
        return nil
    }

    /// Checks a tax id, and returns it in the format for storage. If the tax id is invalid, adds a problem
    /// and returns nil.
    ///
    /// In the United States, a tax id must have nine digits, with or without a hyphen after the second digit
    /// (IRS, "Employer identification number"). In other countries, any displayable text of at most 40
    /// characters is accepted.
    fileprivate mutating func taxID(_ text: String, in country: String) -> String? {
        guard country == "US" else {
            return display(text, .taxID, atMost: 40, orSay: "this is not a tax id")
        }
        let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
        let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let ein =
            String(decoding: digits.prefix(2), as: UTF8.self) + "-"
            + String(decoding: digits.dropFirst(2), as: UTF8.self)
        if isNumber, digits.count == 9, text.utf8.count == 9 || text == ein { return ein }
        refuse(
            .malformed, .taxID, "\(text.quoted) is not a valid EIN",
            reason: "an employer identification number has nine digits",
            remedy: "Use the format 12-3456789, as in the letter from the IRS.")
        return nil
    }

    fileprivate mutating func platformFee(_ points: Int64) -> BasisPoints {
        if !(0...3000).contains(points) {
            refuse(
                .outOfRange, .platformFee,
                "the platform's fee must be between 0 and 3000 hundredths of a percent",
                remedy: "Write 150 for 1.5%.")
        }
        return BasisPoints(points)
    }
}
