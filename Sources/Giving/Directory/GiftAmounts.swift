import MoneyKit

/// Limits of the amounts that an organization accepts and offers.
enum GiftAmounts {
    /// The processor's maximum amount for a charge: eight digits, in minor units (docs.stripe.com/currencies,
    /// "Minimum and maximum charge amounts").
    static let greatestMinor: Int64 = 99_999_999
    /// The maximum number of preset amounts.
    static let mostPresets = 8
}

extension FieldCheck {
    /// Checks the entered amounts, and returns the organization with them.
    ///
    /// For a new organization, amounts that were not entered are changed to fit the minimum and the maximum.
    /// The default amount is raised or lowered, and presets outside the range are removed.
    mutating func amounts(
        _ fields: OrganizationFields, over standing: Organization, isNew: Bool
    ) -> Organization {
        let before = problems.count
        var amounts = standing
        amounts.leastMinor = amount(fields.leastAmount, .leastAmount, standing) ?? standing.leastMinor
        amounts.mostMinor = amount(fields.mostAmount, .mostAmount, standing) ?? standing.mostMinor
        amounts.defaultMinor = amount(fields.defaultAmount, .defaultAmount, standing) ?? standing.defaultMinor
        if let presets = fields.presets {
            amounts.presetsMinor = presets.compactMap { amount($0, .presets, standing) }
        }
        guard problems.count == before else { return standing }
        guard amounts.leastMinor <= amounts.mostMinor else {
            let most = Money(amounts.mostMinor, amounts.currency)
            refuse(
                .outOfRange, fields.leastAmount == nil ? .mostAmount : .leastAmount,
                "the minimum gift is above the maximum gift of \(most.plainText)",
                remedy: "Set a lower minimum or a higher maximum.")
            return standing
        }
        let range = amounts.leastMinor...amounts.mostMinor
        if isNew {
            if fields.defaultAmount == nil {
                amounts.defaultMinor = min(max(amounts.defaultMinor, range.lowerBound), range.upperBound)
            }
            if fields.presets == nil { amounts.presetsMinor = amounts.presetsMinor.filter(range.contains) }
        }
        checkWithin(range, amounts)
        return amounts
    }

    private mutating func checkWithin(_ range: ClosedRange<Int64>, _ amounts: Organization) {
        let least = Money(range.lowerBound, amounts.currency).plainText
        let most = Money(range.upperBound, amounts.currency).plainText
        if !range.contains(amounts.defaultMinor) {
            refuse(
                .outOfRange, .defaultAmount, "the default amount is not between \(least) and \(most)",
                remedy: "Set an amount in this range, or change the minimum or maximum too.")
        }
        if !amounts.presetsMinor.allSatisfy(range.contains) {
            refuse(
                .outOfRange, .presets, "a suggested amount is not between \(least) and \(most)",
                remedy: "Set amounts in this range, or change the minimum or maximum too.")
        }
        let count = amounts.presetsMinor.count
        if count > GiftAmounts.mostPresets {
            refuse(
                .outOfRange, .presets,
                "there are \(count) suggested amounts, but at most \(GiftAmounts.mostPresets) are allowed",
                remedy: "Suggest three or four amounts.")
        } else if Set(amounts.presetsMinor).count < count {
            refuse(
                .outOfRange, .presets, "a suggested amount appears twice", remedy: "Remove the duplicate.")
        }
    }

    private mutating func amount(
        _ text: String?, _ field: DirectoryError.Field, _ standing: Organization
    ) -> Int64? {
        guard let text else { return nil }
        let minor: Int64
        do {
            minor = try Money(asTyped: text, in: standing.currency).minorUnits
        } catch {
            refuse(.malformed, field, error.summary, reason: error.reason, remedy: error.remedy)
            return nil
        }
        let step = standing.currency.chargeStep
        guard (1...GiftAmounts.greatestMinor).contains(minor), minor.isMultiple(of: step) else {
            let greatest = Money(GiftAmounts.greatestMinor / step * step, standing.currency)
            let least = Money(step, standing.currency)
            refuse(
                .outOfRange, field,
                "\(Money(minor, standing.currency).plainText) \(standing.currency) cannot be charged",
                reason:
                    "the amount must be between \(least.plainText) and \(greatest.plainText), "
                    + "in steps of \(least.plainText)",
                remedy: "Enter an amount that meets these limits.")
            return nil
        }
        return minor
    }
}
