extension Currency {
    /// All supported currencies, sorted by code.
    public static let all: [Currency] = [
        (0, "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf"),
        (3, "bhd iqd jod kwd lyd omr tnd"),
        (
            2,
            """
            aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf cny cop \
            crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils \
            inr irr isk jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mru mur mvr mwk mxn \
            myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle \
            sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs uah ugx usd uyu uzs ved ves wst xcd xcg yer \
            zar zmw zwg
            """
        ),
    ]
    .flatMap { digits, codes in
        codes.split(separator: " ").map { Currency(code: String($0), fractionDigits: digits) }
    }
    .sorted { $0.code < $1.code }

    static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The United States dollar.
    public static let usd = Currency(code: "usd", fractionDigits: 2)
    /// The euro.
    public static let eur = Currency(code: "eur", fractionDigits: 2)
    /// The pound sterling.
    public static let gbp = Currency(code: "gbp", fractionDigits: 2)
    /// The Swiss franc.
    public static let chf = Currency(code: "chf", fractionDigits: 2)
    /// The Canadian dollar.
    public static let cad = Currency(code: "cad", fractionDigits: 2)
    /// The Australian dollar.
    public static let aud = Currency(code: "aud", fractionDigits: 2)
    /// The Saudi riyal.
    public static let sar = Currency(code: "sar", fractionDigits: 2)
    /// The Japanese yen, which has no minor unit.
    public static let jpy = Currency(code: "jpy", fractionDigits: 0)
    /// The Kuwaiti dinar, which is divided into 1000 fils.
    public static let kwd = Currency(code: "kwd", fractionDigits: 3)
}
