import MoneyKit

/// The wording of receipts and statements in one country: terms, amount format and legal sentences.
///
/// Do not change a released sentence, because issued receipts still display it. Instead, add a second wording
/// for the same country, and use it only from a given day on.
struct PaperWording {
    let words: PaperWords
    /// The format for amounts.
    let locale: MoneyLocale
    /// The country's term for an organization's tax id, such as `EIN`.
    let taxIDName: String
    /// The sentences at the end of the document.
    let closing: [String]

    /// Returns the wording for a country, or a neutral wording if the country has no wording.
    static func of(country: String) -> PaperWording { byCountry[country] ?? neutral }

    private static let neutral = PaperWording(
        words: .english, locale: .plain, taxIDName: "Tax ID",
        closing: [
            "Keep this for your records. Whether the gift can be deducted depends on the law where you pay tax."
        ])

    private static let byCountry: [String: PaperWording] = [
        // 26 U.S.C. 170(f)(8)(B); IRS Publication 1771 (Rev. 3-2016), "Written Acknowledgment".
        "US": PaperWording(
            words: .english, locale: MoneyLocale("en-US"), taxIDName: "EIN",
            closing: ["No goods or services were provided in exchange for this contribution."]),
        // § 50 Abs. 1 EStDV: tax offices require a form with prescribed wording, which this receipt does not have.
        "DE": PaperWording(
            words: .german, locale: MoneyLocale("de-DE"), taxIDName: "Steuernummer",
            closing: [
                "Diese Quittung ist keine Zuwendungsbestätigung nach amtlich vorgeschriebenem Vordruck"
                    + " (§ 50 Abs. 1 EStDV).",
                "Wie Sie eine erhalten, sagt Ihnen die Organisation.",
            ]),
        // gov.uk, "Gift Aid declarations: claiming tax back on donations".
        "GB": PaperWording(
            words: .english, locale: MoneyLocale("en-GB"), taxIDName: "Charity number",
            closing: [
                "This is not a Gift Aid declaration. If you want the charity to claim Gift Aid on your gift, send the charity a Gift Aid declaration."
            ]),
        // Income Tax Regulations, C.R.C., c. 945, s. 3501(1): an official receipt needs details that this one does not
        // have.
        "CA": PaperWording(
            words: .english, locale: MoneyLocale("en-CA"), taxIDName: "Registration number",
            closing: ["This is not an official receipt for income tax purposes."]),
        // Income Tax Assessment Act 1997, s 30-228(1): name, ABN, and that it is for a gift.
        "AU": PaperWording(
            words: .english, locale: MoneyLocale("en-AU"), taxIDName: "ABN",
            closing: ["This receipt is for a gift."]),
        // DBG (SR 642.11), Art. 33a.
        "CH": PaperWording(
            words: .english, locale: MoneyLocale("de-CH"), taxIDName: "UID",
            closing: [
                "Gifts are tax-deductible if the organization is tax-exempt because of its public or charitable"
                    + " purpose (Art. 33a DBG)."
            ]),
    ]
}
