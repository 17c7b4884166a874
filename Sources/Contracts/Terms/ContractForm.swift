import DisplayKit
import MoneyKit
import PaymentCore
import TimeKit

/// The input from which a contract is created. The fields are unchecked. A missing field is nil.
public struct ContractForm: Hashable, Sendable {
    /// The connected account of the organization that does the work, `acct_…`.
    public var payee: String?
    /// The payee's name, at most 200 characters.
    public var payeeName: String?
    /// The payer's name, at most 200 characters.
    public var payerName: String?
    /// The e-mail address to which payment links are sent.
    public var payerEmail: String?
    /// The contract's title, at most 200 characters.
    public var title: String?
    /// The description of the work, at most 10,000 characters.
    public var description: String?
    /// The first day of the work, such as `2026-01-31`.
    public var startDate: String?
    /// The last day of the work, such as `2026-01-31`.
    public var endDate: String?
    /// The deliverables, 1 to 100, with at most 500 characters each.
    public var deliverables: [String] = []
    /// The price as it was entered, such as `50000.00`.
    public var total: String?
    /// The currency code, such as `usd`.
    public var currency: String? = "usd"
    /// The payment structure, with at most 100 milestones.
    public var structure: PaymentStructure?
    /// The number of days from the completion of a milestone to the release of its money, 0 to 365. Nil if
    /// the payer or the platform must release the money. The money of a milestone that is paid after its
    /// completion is released immediately.
    public var releaseAfterDays: Int?
    /// Whether payment for a milestone can be requested before the milestone is completed.
    public var fundsBefore = true

    /// Creates a form in which all fields without a default value are missing.
    public init() {}

    /// Validates the form, and returns the terms of the contract.
    ///
    /// - Throws: ``ContractError`` with code `invalid` and a list of the missing and invalid fields.
    public func terms() throws(ContractError) -> ContractTerms {
        var check = Check()
        let payee = check.line(payee, .payee)
        let payeeName = check.line(payeeName, .payeeName)
        let payerName = check.line(payerName, .payerName)
        let payerEmail = check.email(payerEmail)
        let title = check.line(title, .title)
        let description = check.line(description, .description, most: 10_000)
        let start = check.date(startDate, .startDate)
        let end = check.date(endDate, .endDate)
        if let start, let end, end < start {
            check.refuse(
                .endDate, "the end date is before the start date", "enter \(start.iso8601) or a later date")
        }
        let deliverables = check.deliverables(deliverables)
        let total = check.total(total, currency)
        let structure = check.structure(structure, of: total)
        if let releaseAfterDays, !(0...365).contains(releaseAfterDays) {
            check.refuse(
                .releaseAfterDays, "the value \(releaseAfterDays) is out of range", "enter 0 to 365 days")
        }
        guard check.problems.isEmpty, let payee, let payeeName, let payerName, let payerEmail, let title,
            let description, let start, let end, let total, let structure
        else { throw ContractError(check.problems) }
        return ContractTerms(
            payee: payee, payeeName: payeeName, payer: ContractPayer(name: payerName, email: payerEmail),
            title: title, description: description, startDate: start, endDate: end,
            deliverables: deliverables, total: total, structure: structure,
            releaseAfterDays: releaseAfterDays, fundsBefore: fundsBefore)
    }
}

extension ContractError {
    /// A field of the form, or the reason that is given with a command. The raw value is the field's key in
    /// JSON.
    public enum Field: String, Sendable, CaseIterable {
        case payee, title, description, deliverables, total, currency, structure, milestones, reason
        case payeeName = "payee_name"
        case payerName = "payer_name"
        case payerEmail = "payer_email"
        case startDate = "start_date"
        case endDate = "end_date"
        case releaseAfterDays = "release_after_days"
    }
}

extension ContractForm {
    /// A validation of the form, with the problems found so far.
    private struct Check {
        var problems: [ContractError.Problem] = []

        mutating func refuse(_ field: ContractError.Field, _ summary: String, _ remedy: String) {
            problems.append(.init(field: field, isMissing: false, summary: summary, remedy: remedy))
        }

        mutating func miss(_ field: ContractError.Field) {
            problems.append(
                .init(field: field, isMissing: true, summary: "the field is missing", remedy: "enter a value")
            )
        }

        /// Returns the text normalized for display. If the text is invalid, adds a problem to the list and
        /// returns nil.
        ///
        /// - Parameters:
        ///   - subject: The subject of the problem's summary, such as `deliverable 2`.
        ///   - hasLines: Whether the text is allowed to have several lines.
        mutating func display(
            _ text: String, _ field: ContractError.Field, most: Int, of subject: String = "it",
            hasLines: Bool = false
        ) -> String? {
            do throws(DisplayTextError) {
                return hasLines
                    ? try DisplayText(lines: text, atMost: most).text
                    : try DisplayText(text, atMost: most).text
            } catch {
                refuse(field, "\(subject) \(error.summary)", error.remedy)
                return nil
            }
        }

        mutating func line(_ text: String?, _ field: ContractError.Field, most: Int = 200) -> String? {
            guard let text, text.contains(where: { !$0.isWhitespace }) else {
                miss(field)
                return nil
            }
            // A description may have paragraphs. Every other field is shown on one line, for example as a
            // notice's title.
            return display(text, field, most: most, hasLines: field == .description)
        }

        mutating func email(_ text: String?) -> String? {
            guard let text = line(text, .payerEmail) else { return nil }
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
                !text.contains(where: { $0.isWhitespace || $0.isNewline })
            else {
                refuse(
                    .payerEmail, "the value is not an e-mail address",
                    "enter an address such as name@example.org")
                return nil
            }
            return text
        }

        mutating func date(_ text: String?, _ field: ContractError.Field) -> CalendarDate? {
            guard let text = line(text, field) else { return nil }
            guard let date = CalendarDate(iso8601: text) else {
                refuse(field, "the value is not a date", "enter a date such as 2026-01-31")
                return nil
            }
            return date
        }

        mutating func deliverables(_ texts: [String]) -> [String] {
            if texts.isEmpty { miss(.deliverables) }
            guard texts.count <= 100 else {
                refuse(.deliverables, "there are \(texts.count) deliverables", "enter 1 to 100")
                return []
            }
            var kept: [String] = []
            for text in texts {
                let subject = "deliverable \(kept.count + 1)"
                guard let text = display(text, .deliverables, most: 500, of: subject) else { return [] }
                kept.append(text)
            }
            return kept
        }

        mutating func total(_ text: String?, _ code: String?) -> Money? {
            let text = line(text, .total)
            guard let code = line(code, .currency) else { return nil }
            guard let currency = try? Currency(code) else {
                refuse(
                    .currency, "the value is not a supported currency", "enter a currency code such as usd")
                return nil
            }
            guard let text else { return nil }
            do {
                let total = try Money(asTyped: Money.typedText(ofPlain: text, in: currency), in: currency)
                if total.minorUnits > 0 { return total }
                refuse(
                    .total, "the amount is not greater than zero",
                    "enter an amount such as \(Money(100_00, currency).typedText)")
            } catch { refuse(.total, error.summary, error.remedy) }
            return nil
        }

        /// Checks a payment structure, adds its problems to the list, and normalizes the text of its
        /// milestones for display.
        ///
        /// - Returns: The structure, even if its shares have the wrong sum. Nil if the structure is missing,
        ///   if it has an invalid share, text or number of milestones, or if an installment cannot be
        ///   charged.
        mutating func structure(_ structure: PaymentStructure?, of total: Money?) -> PaymentStructure? {
            guard var structure else {
                miss(.structure)
                return nil
            }
            if case .milestones(var milestones) = structure {
                let shares = milestones.map(\.share.rawValue)
                guard (1...100).contains(milestones.count), shares.allSatisfy({ (1...10_000).contains($0) })
                else {
                    refuse(
                        .milestones, "the number of milestones, or the share of a milestone, is out of range",
                        "enter 1 to 100 milestones, each with 0.01% to 100%")
                    return nil
                }
                let sum = BasisPoints(shares.reduce(0, +))
                if sum.rawValue != 10_000 {
                    let problem = "the shares add up to \(sum.percentText)%"
                    refuse(.milestones, problem, "make them add up to 100%")
                }
                for index in milestones.indices {
                    let (milestone, subject) = (milestones[index], "of milestone \(index + 1)")
                    guard
                        let title = display(
                            milestone.title, .milestones, most: 200, of: "the title \(subject)")
                    else { return nil }
                    milestones[index].title = title
                    guard let description = milestone.description else { continue }
                    milestones[index].description = display(
                        description, .milestones, most: 2_000, of: "the description \(subject)",
                        hasLines: true)
                    if milestones[index].description == nil { return nil }
                }
                structure = .milestones(milestones)
            }
            guard let total, let parts = try? structure.parts(of: total) else { return structure }
            for part in parts {
                guard part.minorUnits > 0, let charged = try? Quote(of: part, by: structure.fee).total else {
                    refuse(.total, "a payment is too small or too large", "change the total or the shares")
                    return nil
                }
                guard let problem = charged.chargeProblem else { continue }
                refuse(
                    .total, "the amount of one payment, \(charged.plainText), \(problem)",
                    "enter a different total or, if there are milestones, different shares")
                return nil
            }
            return structure
        }
    }
}
