/// Currency signs as people type them.
enum CurrencySigns {
    /// Returns whether a typed string is the sign of a currency, its code, or both, such as `$`, `US$`,
    /// `usd`, `USD $` or `Fr.`.
    ///
    /// A sign that several currencies share, such as `$` or `kr`, matches all these currencies.
    static func name(_ currency: Currency, _ text: String) -> Bool {
        let (text, code) = (folded(text), currency.code)
        if text == code || isSign(text, of: code) { return true }
        if text.hasPrefix(code) { return isSign(String(text.dropFirst(code.count)), of: code) }
        return text.hasSuffix(code) && isSign(String(text.dropLast(code.count)), of: code)
    }

    /// Returns whether the text is a sign of the currency, with or without the dot at the end of an
    /// abbreviation.
    private static func isSign(_ text: String, of code: String) -> Bool {
        guard let signs = byCode[code] else { return false }
        return signs.contains(text) || text.last == "." && signs.contains(String(text.dropLast()))
    }

    /// Returns the text in lower case, with full-width signs replaced, and without spaces or format
    /// characters such as bidirectional marks.
    private static func folded(_ text: String) -> String {
        let kept = text.lowercased().unicodeScalars.filter { scalar in
            !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
        }
        return String(String.UnicodeScalarView(kept.map { fullWidth[$0] ?? $0 }))
    }

    private static let fullWidth: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{FFE5}": "¥", "\u{FF04}": "$", "\u{FE69}": "$", "\u{FFE1}": "£", "\u{FFE6}": "₩",
    ]

    private static let byCode: [String: Set<String>] = {
        var signs: [String: Set<String>] = [:]
        for (code, sign) in MoneyLocale.all.flatMap({ $0.symbols.map { ($0.key, $0.value) } }) + typed {
            let sign = folded(sign)
            signs[code, default: []].insert(sign.hasSuffix(".") ? String(sign.dropLast()) : sign)
        }
        return signs
    }()

    /// The currency signs that people type, in addition to the signs of the locales in ``MoneyLocale/all``.
    ///
    /// Source: CLDR 47, `symbol-alt-narrow` of `currencies` in `root` and in each currency's own language,
    /// and colloquial signs such as `Fr.`, `SFr.`, `Rs.`, `Kč`, `円`, `元` and `원`.
    private static let typed: [(String, String)] = """
        ars=$ aud=$ aud=A$ aud=AU$ bam=KM bbd=$ bdt=৳ bmd=$ bnd=$ bob=Bs brl=R$ brl=$ bsd=$ bwp=P \
        bzd=$ cad=$ cad=C$ cad=CA$ chf=Fr chf=SFr clp=$ cny=¥ cny=元 cny=CN¥ cny=RMB cop=$ crc=₡ cup=$ \
        czk=Kč dkk=kr dop=$ dop=RD$ egp=E£ egp=£ eur=€ fjd=$ fkp=£ gbp=£ gel=₾ ghs=GH₵ gip=£ gnf=FG gtq=Q \
        gyd=$ hkd=$ hkd=HK$ hnl=L htg=G huf=Ft idr=Rp ils=₪ inr=₹ inr=Rs isk=kr jmd=$ jmd=J$ jpy=¥ jpy=円 \
        jpy=JP¥ kes=Ksh kes=KSh khr=៛ kmf=CF kpw=₩ krw=₩ krw=원 kwd=KD kyd=$ kzt=₸ lak=₭ lbp=L£ lkr=Rs \
        lrd=$ mga=Ar mmk=K mnt=₮ mur=Rs mxn=$ mxn=MX$ myr=RM nad=$ ngn=₦ nio=C$ nok=kr npr=Rs nzd=$ nzd=NZ$ \
        php=₱ pkr=Rs pln=zł pyg=₲ pyg=Gs ron=lei rub=₽ rub=руб rwf=RF sar=SR sbd=$ sek=kr sgd=$ \
        sgd=S$ shp=£ srd=$ ssp=£ stn=Db syp=£ thb=฿ top=T$ try=₺ try=TL ttd=$ ttd=TT$ twd=$ twd=NT$ \
        tzs=TSh uah=₴ ugx=USh usd=$ usd=US$ uyu=$ vnd=₫ vnd=đ xaf=FCFA xcd=$ xcd=EC$ xof=CFA xof=FCFA \
        xpf=F zar=R zmw=ZK zmw=K
        """
        .split(separator: " ").map { (String($0.prefix(3)), String($0.dropFirst(4))) }
}
