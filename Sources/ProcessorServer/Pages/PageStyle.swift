import HTMLKit

/// The style of all pages, by day and by night; every colour stands on its ground with a contrast of 4.5 to 1 or more.
enum PageStyle {
    static let sheet = StyleSheet(
        """
        :root{color-scheme:light dark;--ink:#1b1b1b;--paper:#fff;--line:#d0d0d0;--edge:#767676;--note:#fff3cd;\
        --note-edge:#c9a227;--bad:#fdecea;--bad-edge:#b3261e;--go:#14532d;--on-go:#fff;--link:#0b57d0}
        @media (prefers-color-scheme:dark){:root{--ink:#ececec;--paper:#17191b;--line:#3c4043;--edge:#8f9499;\
        --note:#3a3012;--note-edge:#b8952a;--bad:#41201d;--bad-edge:#e5897f;--go:#9bd8ae;--on-go:#0b2415;--link:#9ec1ff}}
        body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1rem;color:var(--ink);\
        background:var(--paper);overflow-wrap:anywhere}
        h1{font-size:1.5rem;line-height:1.25;margin:1.5rem 0 1rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
        a{color:var(--link)}
        .test{background:var(--note);border:1px solid var(--note-edge);padding:.5rem 1rem;margin:0}
        .ask{border:1px solid var(--edge);padding:.5rem 1rem}
        .error{background:var(--bad);border:1px solid var(--bad-edge);padding:.5rem 1rem}
        table{width:100%;border-collapse:collapse}
        td,th{text-align:left;vertical-align:top;padding:.5rem 0;border-bottom:1px solid var(--line)}
        td:last-child,th:last-child{text-align:right;padding-left:1rem}
        .whole{white-space:nowrap}
        .sum td:last-child,.sum th:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
        label{display:block;margin-top:1rem}
        input,select{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);\
        border-radius:.25rem;width:100%;box-sizing:border-box;padding:.5rem}
        ::placeholder{color:inherit;opacity:.7}
        button{font:inherit;margin:1rem .5rem 0 0;padding:.6rem 1rem;border-radius:.25rem;cursor:pointer;white-space:nowrap;\
        background:var(--go);color:var(--on-go);border:1px solid var(--go)}
        button.quiet{background:none;color:var(--ink);border-color:var(--edge)}
        td button{margin:0;padding:.25rem .75rem}
        :focus-visible{outline:3px solid var(--link);outline-offset:2px}
        """)
}
