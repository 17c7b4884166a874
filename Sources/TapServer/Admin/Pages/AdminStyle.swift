import HTMLKit

/// The style sheet of the staff pages: the style sheet of the giving pages, with additional styles for tables
/// and charts on desktops and phones.
enum AdminStyle {
    static let sheet = StyleSheet(PageStyle.css + css)

    private static let css = """

        body{font-size:1rem}main{max-width:70rem}main:focus{outline:0}h1{margin:0 0 .9rem}
        .skip{position:absolute;top:.3rem;left:.5rem;padding:.6rem .9rem;background:var(--paper)}
        .skip:not(:focus){width:1px;height:1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .bar{width:min(68rem,100% - 2rem);margin:0 auto;padding:1.1rem 0 0;border-bottom:1px solid var(--edge)}
        .who:last-child{padding-bottom:.8rem}
        .who{display:flex;flex-wrap:wrap;gap:.4rem 1rem;justify-content:space-between;align-items:center}
        .who form{display:flex;gap:.7rem;align-items:center;flex-wrap:wrap}.who form a{padding:.3rem 0}
        nav{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.6rem 0 0}
        nav a{padding:.55rem 0;text-decoration:none;border-bottom:3px solid transparent}
        nav a[aria-current]{border-color:var(--accent);color:var(--accent)}nav a:focus-visible{outline-offset:-3px}
        .small{width:auto;min-height:0;margin:0;padding:.4rem .8rem;font-size:.9rem;display:inline-block}
        h2{margin:1.8rem 0 .6rem}h3{font-size:1rem;margin:1rem 0 .4rem}h1+h2{margin-top:0}
        .answer{margin:0 0 1rem}.answer strong{display:block;font-size:2.4rem;line-height:1.15;font-variant-numeric:tabular-nums}
        .narrow{max-width:27rem}.qr{max-width:15rem;margin:.4rem 0}li>p{margin:.3rem 0}.code{font-family:ui-monospace,monospace}.whole{display:inline-block;max-width:100%}
        @media (min-width:40.01rem){.mark+main>.narrow{margin:8vh auto 0;padding:1.8rem 1.8rem 2rem;border:1px solid var(--edge);\
        border-radius:1rem}}
        .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.8rem;margin:0 0 1rem;padding:0;list-style:none}
        .cards li{border:1px solid var(--edge);border-radius:.7rem;padding:.8rem 1rem}
        .cards strong{display:block;font-size:1.5rem;line-height:1.3;font-variant-numeric:tabular-nums}
        .scroll{position:relative;overflow-x:auto;margin:0 0 1rem;\
        background-image:linear-gradient(to right,var(--paper) 40%,transparent),linear-gradient(to left,var(--paper) 40%,transparent),\
        linear-gradient(to right,var(--edge) 0%,transparent),linear-gradient(to left,var(--edge) 0%,transparent);\
        background-repeat:no-repeat;background-attachment:local,local,scroll,scroll;\
        background-position:0 0,100% 0,0 0,100% 0;background-size:3rem 100%,3rem 100%,.7rem 100%,.7rem 100%}
        .list{margin:0;table-layout:fixed}.list th.n{width:8.5rem}
        .c4{min-width:32rem}.c5{min-width:42rem}.c6{min-width:48rem}.c7{min-width:56rem}.c8{min-width:62rem}
        .list th,.list td{padding:.5rem .9rem .5rem 0;text-align:start;vertical-align:top}
        .list thead th{font-size:.85rem;color:var(--quiet)}
        .list td.n,.list th.n{text-align:end;white-space:nowrap;padding-right:1.6rem}
        .list td{overflow-wrap:normal}.list .code{font-size:.85rem}.list bdi,.list .code{overflow-wrap:break-word}
        .facts{table-layout:fixed}.facts td{text-align:start}.facts th{color:var(--quiet);padding-right:1rem}
        .facts th:first-child:nth-last-child(2){width:11rem}
        .badge{display:inline-block;line-height:1.35;border:1px solid var(--edge);border-radius:.8rem;padding:.05rem .6rem;font-size:.85rem;white-space:nowrap}
        .badge.good{border-color:var(--accent);color:var(--accent)}.badge.bad{border-color:var(--bad);color:var(--bad)}
        .filter{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.7rem .8rem;align-items:end;margin:0 0 1rem}
        .filter label.field{margin:0;font-size:.88rem}
        .filter .wide{grid-column:span 2}.filter.short{grid-template-columns:repeat(2,minmax(0,12rem))}
        input[type=date],input[type=password],input[type=search]{display:block;width:100%;min-height:3rem;padding:.55rem .7rem;\
        margin-top:.3rem;font-weight:400;background:var(--field);border:1px solid var(--rim);border-radius:.6rem}
        input[type=file]{display:block;width:100%;min-height:3rem;padding:.6rem .7rem;margin-top:.3rem;font-weight:400;\
        background:var(--field);border:1px solid var(--rim);border-radius:.6rem}
        textarea{display:block;width:100%;font:.85rem/1.4 ui-monospace,monospace;color:inherit;padding:.55rem .7rem;margin-top:.3rem;\
        background:var(--field);border:1px solid var(--rim);border-radius:.6rem}
        .filter input,.filter select,.filter button{min-height:2.9rem;margin:0;padding:.4rem .7rem}
        .filter input,.filter select{height:2.9rem}
        .filter input,.filter select{margin-top:.3rem}
        .ways{display:flex;gap:1rem;flex-wrap:wrap;align-items:center}
        .two{display:grid;grid-template-columns:repeat(auto-fill,minmax(22rem,1fr));gap:0 2.5rem}
        figure{margin:0 0 1rem}figcaption{font-weight:600;margin:0 0 .4rem}
        .many{overflow-x:auto}.many svg{min-width:31rem;direction:ltr}.ending{direction:rtl}svg{width:100%;height:auto;display:block}
        svg text{fill:var(--quiet);font-size:12px}figure>div:not(.many) svg{overflow:visible}\
        figure>div:not(.many) svg text{font-size:18px}svg .value{fill:var(--ink)}
        svg .bar-fill{fill:var(--accent)}svg .bar-whole{fill:var(--rim)}svg .grid{stroke:var(--edge)}
        .plain{white-space:pre-wrap;overflow-wrap:anywhere}.technical{margin:1.8rem 0 0}.technical summary{min-height:2.5rem}
        .more{display:contents}.more summary{line-height:2.9rem}
        @supports selector(::details-content){@media (min-width:40.01rem){.more summary{display:none}\
        .more::details-content{display:contents;content-visibility:visible}}}
        @media (max-width:40rem){nav{gap:0 1.1rem;flex-wrap:nowrap;overflow-x:auto}nav a{flex:none;padding:.65rem 0}.who form{font-size:.88rem}
        .filter .wide,.filter:not(.short)>button{grid-column:1/-1}.more{display:block;grid-column:1/-1}.more label.field{margin:.3rem 0 0}
        .list[role]{min-width:0}.list[role],.list[role] tbody{display:block}
        .list[role] thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .list[role] tr{display:grid;grid-template-columns:minmax(6rem,1fr) auto;gap:.15rem .8rem;\
        padding:.7rem 0;border-bottom:1px solid var(--edge)}
        .list[role] td,.list[role] bdi,.list[role] .code{overflow-wrap:anywhere}
        .list td[data-label]{display:flex;gap:.4rem;justify-content:flex-end;grid-column:1/-1;padding:0;border:0;text-align:end}
        .list td[data-label]::before{content:attr(data-label);color:var(--quiet);flex:1 0 auto;text-align:start}
        .list [data-label]:empty,.list [data-name]:empty{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .titled [data-name]::before{content:attr(data-name) " ";color:var(--quiet);font-weight:400}
        .titled td{padding:0;border:0}.titled .title{grid-area:1/1;font-weight:600}.titled td.amount{grid-area:1/2;padding:0}
        .titled td.line{grid-column:1;text-align:start;color:var(--quiet)}.titled .status{grid-area:2/2/4/3;align-self:end}
        .flat .title{grid-column:1/-1}.title .badge{font-weight:400}.flat .status{align-self:start}}
        details summary{padding:.35rem 0;cursor:pointer;color:var(--quiet);font-size:.9rem}
        .list .badge{white-space:normal}.list .n .quiet{display:block}.ways,.list+p{margin-top:1rem}
        .list tr>:last-child{padding-right:0}.list thead th.n{white-space:normal}.list thead th{vertical-align:bottom}
        .cards .quiet{display:block;line-height:1.35}main>p{max-width:46rem}main>form>button,main>p>.button{max-width:27rem}
        @media (min-width:34.01rem){.cards:has(li:nth-child(6):last-child){grid-template-columns:repeat(3,1fr)}}
        .unseen{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .live{table-layout:fixed;min-width:22rem}.live .when{width:6rem}.live th.n{width:8.5rem}.live .end{width:10rem}\
        .live time,.live .badge{white-space:normal}.live .quiet{display:block}.seated{min-width:34rem}
        @media (prefers-reduced-motion:no-preference){.live .new td{animation:arrived 4s}@keyframes arrived{from{background:var(--testpaper)}}}
        @media (max-width:34rem){.facts th:first-child:nth-last-child(2){width:8rem}.cards{grid-template-columns:1fr 1fr;gap:.5rem}\
        .cards>:last-child:nth-child(odd){grid-column:1/-1}.cards li{padding:.6rem .7rem}.cards strong{font-size:1.15rem}.list{font-size:.93rem}\
        .live .badge{padding:.05rem .4rem}.live .when{width:4.6rem}.live th.n{width:5.6rem}.live .end{width:5.8rem}\
        figure>div:not(.many) svg text{font-size:20px}.two{grid-template-columns:minmax(0,1fr)}}
        @media (forced-colors:active){nav a{border-color:Canvas}nav a[aria-current]{border-color:Highlight}
        svg .bar-fill{fill:CanvasText}svg .bar-whole{fill:GrayText}svg .grid{stroke:CanvasText}}
        """
}
