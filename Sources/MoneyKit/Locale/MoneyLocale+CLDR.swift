extension MoneyLocale {
    /// All supported locales, sorted by tag. Invisible characters are written as escapes.
    ///
    /// Source: CLDR 47, `main/<locale>/numbers` (`standard` of `currencyFormats`, `symbols` of `latn`) and
    /// `currencies`.
    public static let all: [MoneyLocale] = [
        MoneyLocale(
            "ar-SA", "\u{200F}#\u{A0}¤", negative: "\u{200F}\u{200E}-#\u{A0}¤",
            """
            aed=د.إ.\u{200F} aud=AU$ bhd=د.ب.\u{200F} brl=R$ cad=CA$ cny=CN¥ dzd=د.ج.\u{200F} \
            egp=ج.م.\u{200F} eur=€ gbp=UK£ hkd=HK$ ils=₪ inr=₹ iqd=د.ع.\u{200F} irr=ر.إ. \
            jod=د.أ.\u{200F} jpy=JP¥ krw=₩ kwd=د.ك.\u{200F} lbp=ل.ل.\u{200F} lyd=د.ل.\u{200F} \
            mad=د.م.\u{200F} mru=أ.م. mxn=MX$ nzd=NZ$ omr=ر.ع.\u{200F} qar=ر.ق.\u{200F} \
            sar=ر.س.\u{200F} sdg=ج.س. syp=ل.س.\u{200F} thb=฿ tnd=د.ت.\u{200F} twd=NT$ usd=US$ \
            vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF yer=ر.ي.\u{200F}
            """),
        MoneyLocale(
            "de-CH", group: "’", "¤\u{A0}#", negative: "¤-#",
            """
            aud=AU$ brl=R$ cad=CA$ cny=CN¥ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=¥ krw=₩ mxn=MX$ nzd=NZ$ \
            thb=฿ twd=NT$ usd=$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "de-DE", decimal: ",", group: ".", "#\u{A0}¤",
            """
            aud=AU$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=¥ krw=₩ mxn=MX$ \
            nzd=NZ$ thb=฿ twd=NT$ usd=$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "en-AU", "¤#",
            """
            aud=$ scr=Rs xcg=Cg. xpf=CFP
            """),
        MoneyLocale(
            "en-CA", "¤#",
            """
            aud=A$ brl=R$ cad=$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ mxn=MX$ \
            nzd=NZ$ php=₱ twd=NT$ usd=US$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "en-GB", "¤#",
            """
            aud=A$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ mxn=MX$ \
            nzd=NZ$ php=₱ twd=NT$ usd=US$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "en-IN", pairs: true, "¤#",
            """
            aud=A$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ mxn=MX$ \
            nzd=NZ$ php=₱ twd=NT$ usd=$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "en-US", "¤#",
            """
            aud=A$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=¥ krw=₩ mxn=MX$ \
            nzd=NZ$ php=₱ twd=NT$ usd=$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "es-ES", decimal: ",", group: ".", leastBeforeGroup: 2, "#\u{A0}¤",
            """
            eur=€ thb=฿ usd=US$ vnd=₫ xcg=Cg. xpf=CFPF
            """),
        MoneyLocale(
            "es-MX", "¤#",
            """
            mru=UM mxn=$ xcg=Cg. xpf=CFPF
            """),
        MoneyLocale(
            "fr-CA", decimal: ",", group: "\u{A0}", "#\u{A0}¤",
            """
            aud=$\u{A0}AU brl=R$ cad=$ cny=CN¥ eur=€ gbp=£ hkd=$\u{A0}HK jpy=¥ nzd=$\u{A0}NZ \
            sgd=$\u{A0}SG usd=$\u{A0}US xcg=Cg.
            """),
        MoneyLocale(
            "fr-FR", decimal: ",", group: "\u{202F}", "#\u{A0}¤",
            """
            ars=$AR aud=$AU bmd=$BM bnd=$BN brl=R$ bzd=$BZ cad=$CA clp=$CL cop=$CO eur=€ fjd=$FJ \
            fkp=£FK gbp=£GB gip=£GI ils=₪ inr=₹ krw=₩ lbp=£LB mxn=$MX nad=$NA nzd=$NZ sbd=$SB \
            sgd=$SG srd=$SR ttd=$TT usd=$US uyu=$UY vnd=₫ wst=$WS xaf=FCFA xcg=Cg. \
            xof=F\u{202F}CFA xpf=FCFP
            """),
        MoneyLocale(
            "it-IT", decimal: ",", group: ".", leastBeforeGroup: 2, "#\u{A0}¤",
            """
            aud=A$ cad=CA$ cny=CN¥ eur=€ gbp=£ ils=₪ nzd=NZ$ php=₱ thb=฿ xaf=FCFA xcd=EC$ xcg=Cg. \
            xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "ja-JP", "¤#",
            """
            aud=A$ brl=R$ cad=CA$ cny=元 eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=￥ krw=₩ mxn=MX$ \
            nzd=NZ$ twd=NT$ usd=$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "ko-KR", "¤#",
            """
            aud=AU$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ mxn=MX$ \
            nzd=NZ$ twd=NT$ usd=US$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "nl-NL", decimal: ",", group: ".", "¤\u{A0}#", negative: "¤\u{A0}-#",
            """
            aud=AU$ brl=R$ cad=C$ cny=CN¥ eur=€ fjd=FJ$ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ \
            mxn=MX$ nzd=NZ$ sbd=SI$ thb=฿ twd=NT$ usd=US$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. \
            xof=F\u{202F}CFA
            """),
        MoneyLocale(
            "pl-PL", decimal: ",", group: "\u{A0}", leastBeforeGroup: 2, "#\u{A0}¤",
            """
            brl=R$ eur=€ pln=zł xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "pt-BR", decimal: ",", group: ".", "¤\u{A0}#",
            """
            aud=AU$ brl=R$ cad=CA$ cny=CN¥ eur=€ gbp=£ hkd=HK$ ils=₪ inr=₹ jpy=JP¥ krw=₩ mxn=MX$ \
            nzd=NZ$ thb=฿ twd=NT$ usd=US$ vnd=₫ xaf=FCFA xcd=EC$ xcg=Cg. xof=F\u{202F}CFA xpf=CFPF
            """),
        MoneyLocale(
            "sv-SE", decimal: ",", group: "\u{A0}", "#\u{A0}¤", negative: "\u{2212}#\u{A0}¤",
            """
            bbd=Bds$ bmd=BM$ brl=BR$ bsd=BS$ bzd=BZ$ cad=CA$ dkk=Dkr dop=RD$ egp=EG£ eur=€ ils=₪ \
            isk=Ikr jmd=JM$ mxn=MX$ nok=Nkr sek=kr usd=US$ xaf=FCFA xcd=EC$ xcg=Cg. \
            xof=F\u{202F}CFA xpf=CFPF
            """),
    ]
}
