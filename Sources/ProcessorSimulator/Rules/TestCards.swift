/// Stripe's test cards that always succeed, by brand and by country.
///
/// Source: Stripe documentation, "Testing", "Cards by brand", "Simulate a payment by country".
enum TestCards {
    /// The test cards that always succeed, parsed from a table. Each line of the table contains a card's
    /// names without the prefix `pm_card_` (or `-` for no name), its number, brand, funding and country.
    static let succeeding: [TestMethod] = table.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 5 else { return nil }
        let names = words[0] == "-" ? [] : words[0].split(separator: ",").map(String.init)
        var card = TestMethod(names: names, brand: words[2], number: words[1], behavior: .succeeds)
        card.funding = words[3]
        card.country = words[4]
        return card
    }

    /// Returns the networks of a card that belongs to several networks. Returns nil for a card that belongs
    /// to only one network.
    static func networks(of card: String, _ last4: String, country: String) -> [String]? {
        switch (last4, country) {
        case ("1001", "FR"): ["cartes_bancaires", card]
        case ("0001", "AU"), ("0080", "AU"): ["eftpos_au", card]
        default: nil
        }
    }

    private static let table = """
        visa,us 4242424242424242 visa credit US
        visa_debit 4000056655665556 visa debit US
        mastercard 5555555555554444 mastercard credit US
        - 2223003122003222 mastercard credit US
        mastercard_debit 5200828282828210 mastercard debit US
        mastercard_prepaid 5105105105105100 mastercard prepaid US
        amex,amex_threeDSecureNotSupported 378282246310005 amex credit US
        - 371449635398431 amex credit US
        discover 6011111111111117 discover credit US
        - 6011000990139424 discover credit US
        - 6011981111111113 discover debit US
        diners 3056930009020004 diners credit US
        - 36227206271667 diners credit US
        - 6555900000604105 discover credit US
        jcb 3566002020360505 jcb credit JP
        unionpay 6200000000000005 unionpay credit CN
        - 6200000000000047 unionpay debit CN
        - 6205500000000000004 unionpay credit CN
        visa_cartesBancaires 4000002500001001 visa credit FR
        mastercard_cartesBancaires 5555552500001001 mastercard credit FR
        visa_debit_eftposAuCoBranded 4000050360000001 visa debit AU
        mastercard_debit_eftposAuCoBranded 5555050360000080 mastercard debit AU
        ar 4000000320000021 visa credit AR
        br 4000000760000002 visa credit BR
        ca 4000001240000000 visa credit CA
        cl 4000001520000001 visa credit CL
        co 4000001700000003 visa credit CO
        cr 4000001880000005 visa credit CR
        ec 4000002180000000 visa credit EC
        mx 4000004840008001 visa credit MX
        pa 4000005910000000 visa credit PA
        py 4000006000000066 visa credit PY
        pe 4000006040000068 visa credit PE
        uy 4000008580000003 visa credit UY
        ae 4000007840000001 visa credit AE
        at 4000000400000008 visa credit AT
        be 4000000560000004 visa credit BE
        bg 4000001000000000 visa credit BG
        by 4000001120000005 visa credit BY
        hr 4000001910000009 visa credit HR
        cy 4000001960000008 visa credit CY
        cz 4000002030000002 visa credit CZ
        dk 4000002080000001 visa credit DK
        ee 4000002330000009 visa credit EE
        fi 4000002460000001 visa credit FI
        fr 4000002500000003 visa credit FR
        de 4000002760000016 visa credit DE
        gi 4000002920000005 visa credit GI
        gr 4000003000000030 visa credit GR
        hu 4000003480000005 visa credit HU
        ie 4000003720000005 visa credit IE
        it 4000003800000008 visa credit IT
        lv 4000004280000005 visa credit LV
        li 4000004380000004 visa credit LI
        lt 4000004400000000 visa credit LT
        lu 4000004420000006 visa credit LU
        mt 4000004700000007 visa credit MT
        nl 4000005280000002 visa credit NL
        no 4000005780000007 visa credit NO
        pl 4000006160000005 visa credit PL
        pt 4000006200000007 visa credit PT
        ro 4000006420000001 visa credit RO
        - 4000006820000007 visa credit SA
        si 4000007050000006 visa credit SI
        sk 4000007030000001 visa credit SK
        es 4000007240000007 visa credit ES
        se 4000007520000008 visa credit SE
        ch 4000007560000009 visa credit CH
        gb 4000008260000000 visa credit GB
        au 4000000360000006 visa credit AU
        cn 4000001560000002 visa credit CN
        hk 4000003440000004 visa credit HK
        in 4000003560000008 visa credit IN
        jp 4000003920000003 visa credit JP
        my 4000004580000002 visa credit MY
        nz 4000005540000008 visa credit NZ
        sg 4000007020000003 visa credit SG
        tw 4000001580000008 visa credit TW
        th_credit 4000007640000003 visa credit TH
        ae_mastercard 5200007840000022 mastercard credit AE
        gb_debit 4000058260000005 visa debit GB
        gb_mastercard 5555558265554449 mastercard credit GB
        th_debit 4000057640000008 visa debit TH
        - 5062210000000009 carnet credit MX
        - 3530111333300000 jcb credit JP
        debit_visaFsaProductCode,debit_visaHsaProductCode 4000051230000072 visa debit US
        mastercard_debit_mastercardFsaProductCode 5200828282828897 mastercard debit US
        """
}
