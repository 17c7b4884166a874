import HTMLKit

/// The style sheet of the pages. It is designed primarily for phones, has light and dark colors, and loads no
/// other resources.
enum PageStyle {
    static let sheet = StyleSheet(css)

    static let css = """
        :root{color-scheme:light dark;--ink:#16191d;--quiet:#565d66;--paper:#fff;--edge:#c9ced6;--rim:#838b96;--field:#f5f6f8;\
        --accent:#0b5d3b;--on:#fff;--bad:#9b1c1c;--badpaper:#fdeeee;--testpaper:#fff4d6;--testink:#5b4300}
        @media (prefers-color-scheme:dark){:root{--ink:#eef0f3;--quiet:#a8b0bb;--paper:#14171b;--edge:#434a54;--rim:#6d7682;\
        --field:#1f242a;--accent:#7bd6ab;--on:#06251a;--bad:#ffb4ab;--badpaper:#3a1717;--testpaper:#3a2f10;--testink:#ffe08a}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.45 system-ui,-apple-system,sans-serif;\
        overflow-wrap:break-word}
        .mark{margin:0;padding:.45rem 1rem;background:var(--testpaper);color:var(--testink);font-size:.8rem;\
        font-weight:600;text-align:center}
        main{max-width:27rem;margin:0 auto;padding:1.1rem 1rem 2.5rem}
        .payee{display:flex;gap:.8rem;align-items:flex-start;margin-bottom:1.1rem}
        .initials{flex:none;width:3.2rem;height:3.2rem;border-radius:50%;display:grid;place-items:center;\
        background:var(--accent);color:var(--on);font-weight:700;font-size:1.15rem;overflow:hidden}
        .logo{position:relative;width:100%;height:100%;object-fit:cover;background:#fff}
        .logo::after{content:attr(data-initials);position:absolute;inset:0;display:grid;place-items:center;background:var(--accent)}
        h1{font-size:1.3rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
        h2{font-size:1.1rem;margin:1.4rem 0 .4rem}
        .quiet,small{color:var(--quiet);font-size:.88rem}.payee p{margin:.15rem 0 0}.payee div{min-width:0}
        fieldset{border:0;margin:0 0 1.1rem;padding:0}legend,label.field{font-weight:600;padding:0;margin:0 0 .35rem;\
        display:block}
        input,select,button{font:inherit;color:inherit}
        input[type=text],input[type=email],input[type=tel],input[type=date],select{display:block;width:100%;min-height:3rem;\
        padding:.55rem .7rem;margin-top:.3rem;font-weight:400;background:var(--field);border:1px solid var(--rim);border-radius:.6rem}
        ::placeholder{color:var(--quiet);opacity:1;font-style:italic}
        .amounts{display:grid;grid-template-columns:repeat(2,1fr);gap:.5rem}
        .amounts label,.often label{position:relative}
        .amounts input,.often input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0}
        .amounts span{display:grid;place-items:center;min-height:3rem;border:1px solid var(--rim);border-radius:.6rem;\
        background:var(--field);font-weight:600}
        .often{display:grid;grid-template-columns:repeat(2,1fr);gap:.2rem;padding:.2rem;border:1px solid var(--rim);\
        border-radius:.7rem;background:var(--field)}
        .often span{display:grid;place-items:center;min-height:2.6rem;border-radius:.5rem;font-weight:600}
        .amounts input:checked+span,.often input:checked+span{background:var(--accent);color:var(--on);border-color:var(--accent)}
        .amounts input:focus-visible+span,.often input:focus-visible+span,:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
        .any,form:has(.amounts :checked:not([data-exact])) .exact,form:has(#other:not(:placeholder-shown)) .exact{display:none}
        form:has(.amounts :checked:not([data-exact])) .any,form:has(#other:not(:placeholder-shown)) .any{display:inline}
        fieldset:has(#other:not(:placeholder-shown)) .amounts input:checked+span{background:var(--field);color:inherit;\
        border-color:var(--rim)}
        .other{margin-top:.6rem}.other label.field{font-weight:400;margin:0}
        .tick{display:flex;gap:.7rem;align-items:flex-start;margin:0 0 1rem;min-height:2.5rem}
        .tick input{flex:none;width:1.5rem;height:1.5rem;margin:.05rem 0 0;accent-color:var(--accent)}
        label.field{margin-bottom:.9rem}form+form>label.field:first-child{margin-top:1.4rem}form+table{margin-top:1.2rem}code{display:inline-block;max-width:100%}
        button,.button{display:block;width:100%;min-height:3.3rem;margin:.6rem 0 0;border-radius:.7rem;\
        border:1px solid var(--accent);background:var(--accent);color:var(--on);font-weight:600;text-align:center;\
        text-decoration:none;padding:.9rem .7rem;line-height:1.3}
        button.wallet{background:#000;color:#fff;border-color:#000}
        @media (prefers-color-scheme:dark){button.wallet{background:#fff;color:#000;border-color:#fff}}
        button.second,.button.second{background:transparent;color:var(--ink);border-color:var(--rim)}
        .complaint{background:var(--badpaper);color:var(--bad);border:1px solid var(--bad);border-radius:.6rem;\
        padding:.7rem .8rem;margin:0 0 1rem;font-weight:600}
        .complaint:focus-visible{outline-color:var(--bad)}[aria-invalid][aria-describedby]{border:2px solid var(--bad)}
        .note{border:1px solid var(--edge);border-radius:.6rem;padding:.7rem .8rem;margin:0 0 1rem}
        table{width:100%;border-collapse:collapse;margin:0 0 1rem}
        th,td{padding:.5rem 0;text-align:start;font-weight:400;border-bottom:1px solid var(--edge);vertical-align:top}
        th:first-child:nth-last-child(2){width:45%}th.wide:first-child:nth-last-child(2){width:65%}\
        th:first-child:nth-last-child(2):has(small){width:62%}\
        td{text-align:end;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        td.sum{white-space:nowrap}progress{width:100%;max-width:10em}bdi{overflow-wrap:anywhere}
        .row{border-bottom:1px solid var(--edge)}.row form{margin:0 0 1.2rem}
        .row summary{display:flex;gap:.8rem;align-items:center;min-height:3rem;cursor:pointer;list-style:none}
        .row summary::-webkit-details-marker{display:none}
        .row b{flex:1;font-weight:400;text-align:end;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
        .row summary::after{content:"";flex:none;width:.5rem;height:.5rem;border:solid var(--quiet);border-width:0 2px 2px 0;\
        transform:translateY(-.15rem) rotate(45deg)}.row[open] summary::after{transform:translateY(.15rem) rotate(225deg)}
        .row+a.button{margin-top:1.6rem}.button+.note{margin-top:1rem}
        tr.total th,tr.total td{font-weight:700;font-size:1.1rem}
        .sheet{border:1px solid var(--edge);border-radius:1rem;padding:1rem;background:var(--field)}
        .sheet h2{margin-top:0}.sheet input,.sheet select{background:var(--paper)}
        button:disabled{background:var(--field);color:var(--quiet);border-color:var(--edge)}h1+.note,h1+.complaint{margin-top:.8rem}.done{display:grid;place-items:center;width:3.6rem;height:3.6rem;margin:.4rem auto .9rem;border-radius:50%;\
        background:var(--accent);color:var(--on)}.done+p{text-align:center}.crown{font-size:2.6rem;line-height:1;margin:.4rem 0;color:var(--accent)}a{color:inherit}@media print{form,details,nav,.button{display:none}main{max-width:none}}ul{padding-inline-start:1.2rem}li{padding:.5rem 0}
        @media (forced-colors:active){.amounts input:checked+span,.often input:checked+span{forced-color-adjust:none;background:Highlight;color:HighlightText}
        fieldset:has(#other:not(:placeholder-shown)) .amounts input:checked+span{forced-color-adjust:auto}}
        """
}
