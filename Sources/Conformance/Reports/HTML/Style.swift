extension Page {
    static let style = """
        :root {
          --ground: #ffffff; --raised: #f6f7f9; --line: #d5d9df; --ink: #1b1f24; --muted: #57606a;
          --link: #0b57b0; --good: #116329; --good-ground: #e3f5e7; --bad: #a40e26; --bad-ground: #fdebec;
          --warn: #7a4b00; --warn-ground: #fff3d6; --mark: #ffd8a8; --mark-ink: #4a2500; --focus: #0b57b0;
          --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
          color-scheme: light;
        }
        @media (prefers-color-scheme: dark) {
          :root:not([data-theme="light"]) {
            --ground: #14171b; --raised: #1d2127; --line: #3a414b; --ink: #e6e9ed; --muted: #a4adb8;
            --link: #8abfff; --good: #7fdb95; --good-ground: #16301d; --bad: #ff9a9f; --bad-ground: #3c1a1d;
            --warn: #f2c063; --warn-ground: #382a10; --mark: #7a4a0b; --mark-ink: #fff1dc; --focus: #8abfff;
            color-scheme: dark;
          }
        }
        :root[data-theme="dark"] {
          --ground: #14171b; --raised: #1d2127; --line: #3a414b; --ink: #e6e9ed; --muted: #a4adb8;
          --link: #8abfff; --good: #7fdb95; --good-ground: #16301d; --bad: #ff9a9f; --bad-ground: #3c1a1d;
          --warn: #f2c063; --warn-ground: #382a10; --mark: #7a4a0b; --mark-ink: #fff1dc; --focus: #8abfff;
          color-scheme: dark;
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 5.5rem; scrollbar-gutter: stable; }
        body {
          margin: 0; background: var(--ground); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
        }
        .top {
          position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 1.5rem;
          padding: .6rem max(1rem, calc((100% - 72rem) / 2)); background: var(--ground);
          border-bottom: 1px solid var(--line);
        }
        .brand { margin: 0; font-weight: 650; white-space: nowrap; }
        .brand span { font-weight: 400; color: var(--muted); }
        nav { flex: 1; min-width: 0; }
        nav ul { display: flex; gap: 1rem; margin: 0; padding: .2rem; list-style: none; overflow-x: auto;
          scrollbar-width: none; }
        nav a { white-space: nowrap; color: var(--muted); text-decoration: none; font-size: .86rem; }
        nav a:hover { color: var(--ink); text-decoration: underline; }
        main { max-width: 74rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; outline: none; }
        section { margin-top: 3rem; }
        h1 { margin: 0; font-size: 1.7rem; line-height: 1.25; letter-spacing: -.01em; }
        h2 { margin: 0 0 .4rem; font-size: 1.2rem; line-height: 1.3; }
        h3 { margin: 1.6rem 0 .4rem; font-size: 1rem; }
        p { margin: 0 0 .8rem; max-width: 68ch; }
        .lead { color: var(--muted); }
        a { color: var(--link); }
        code, pre, .mono { font-family: var(--mono); font-size: .86em; }
        .banner { padding: 1.4rem 1.5rem; border-radius: .6rem; border: 1px solid; }
        .banner.good { background: var(--good-ground); border-color: var(--good); }
        .banner.bad { background: var(--bad-ground); border-color: var(--bad); }
        .banner.good h1 { color: var(--good); }
        .banner.bad h1 { color: var(--bad); }
        .banner p { margin: .5rem 0 0; color: var(--ink); }
        .counts { display: flex; flex-wrap: wrap; gap: .4rem 2rem; margin: 1rem 0 0; padding: 0; list-style: none; }
        .counts b { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
        .scroll { overflow-x: auto; max-width: 100%; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        caption { text-align: left; color: var(--muted); padding-bottom: .4rem; font-size: .9rem; }
        th, td { padding: .3rem .7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
        th { font-weight: 600; font-size: .9rem; white-space: nowrap; }
        thead th { color: var(--muted); }
        .scroll td.mono, .scroll td:has(> .mono) { min-width: 10rem; }
        td.number { text-align: right; }
        .grid th, .grid td { padding: .15rem; border: 0; }
        .grid th { padding: .15rem .7rem .15rem 0; vertical-align: middle; }
        .grid thead th { padding: .15rem .4rem; text-align: center; }
        .grid thead th:first-child { text-align: left; padding-left: 0; }
        .cell {
          display: flex; align-items: center; justify-content: center; gap: .4rem; width: 100%; min-width: 5.4rem;
          min-height: 2.25rem; padding: .2rem .5rem; border: 1px solid transparent; border-radius: .35rem;
          font: inherit; font-size: .9rem; color: var(--ink); background: var(--raised); cursor: pointer;
        }
        .cell.good { background: var(--good-ground); color: var(--good); }
        .cell.bad { background: var(--bad-ground); color: var(--bad); font-weight: 650; }
        .cell.warn { background: var(--warn-ground); color: var(--warn); }
        .cell:hover { border-color: currentColor; }
        .none { display: block; text-align: center; color: var(--muted); }
        button, select, input { font: inherit; color: inherit; }
        button.quiet, .bar select, .bar input {
          min-height: 2.25rem; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: .35rem;
          background: var(--raised);
        }
        button.quiet { cursor: pointer; white-space: nowrap; }
        button.quiet:hover { border-color: var(--muted); }
        button.link { padding: 0; border: 0; background: none; color: var(--link); cursor: pointer; text-align: left;
          text-decoration: underline; overflow-wrap: anywhere; }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .2rem; }
        .tag { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600;
          white-space: nowrap; }
        .tag.passed { background: var(--good-ground); color: var(--good); }
        .tag.failed { background: var(--bad-ground); color: var(--bad); }
        .tag.known, .tag.skipped { background: var(--warn-ground); color: var(--warn); }
        .tag.plain { background: var(--raised); color: var(--muted); }
        .empty { padding: 1rem; border: 1px dashed var(--line); border-radius: .4rem; color: var(--muted); }
        .skip { position: absolute; left: -999rem; }
        .skip:focus { left: 1rem; top: .5rem; z-index: 3; padding: .4rem .8rem; background: var(--ground); }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        dialog {
          width: min(64rem, 100vw - 2rem); height: min(54rem, 100dvh - 2rem); max-width: none; max-height: none;
          padding: 0; border: 1px solid var(--line); border-radius: .6rem; background: var(--ground);
          color: var(--ink);
        }
        dialog::backdrop { background: rgb(0 0 0 / .5); }
        #drill-body { display: flex; flex-direction: column; height: 100%; }
        .drill-head { display: flex; flex-wrap: wrap; align-items: center; gap: .6rem; padding: .8rem 1.1rem;
          border-bottom: 1px solid var(--line); }
        .drill-head h2 { flex: 1; min-width: 0; margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
        .bar { display: flex; flex-wrap: wrap; gap: .6rem; padding: .7rem 1.1rem; border-bottom: 1px solid var(--line); }
        .bar input { flex: 1; min-width: 9rem; }
        .bar .count { align-self: center; color: var(--muted); font-size: .9rem; min-width: 7ch; }
        .drill-scroll { flex: 1; overflow: auto; padding: .6rem 1.1rem 1.5rem; overscroll-behavior: contain; }
        .bar.plain { padding: 0 0 .7rem; border: 0; align-items: center; }
        .check { display: inline-flex; align-items: center; gap: .4rem; min-height: 2.25rem; }
        .bar .check input { flex: none; min-width: 0; min-height: 0; width: 1.1rem; height: 1.1rem; margin: 0; }
        .tall { max-height: 36rem; overflow: auto; }
        .verdicts td { white-space: nowrap; }
        .verdicts th { background: var(--ground); }
        .verdicts thead th { position: sticky; top: 0; z-index: 1; }
        .verdicts th.input { position: sticky; left: 0; width: 20rem; min-width: 20rem; font-weight: 400;
          white-space: normal; overflow-wrap: anywhere; }
        .preview { display: block; color: var(--muted); }
        .list { margin: 0; padding: 0; list-style: none; }
        .list button { display: grid; grid-template-columns: 5.2rem minmax(0, 1fr); gap: .1rem .8rem; width: 100%;
          padding: .45rem .4rem; border: 0; border-bottom: 1px solid var(--line); background: none; text-align: left;
          cursor: pointer; }
        .list button:hover { background: var(--raised); }
        .list .tag { justify-self: start; align-self: start; }
        .list .id { font-family: var(--mono); font-size: .86rem; overflow-wrap: anywhere; }
        .list .why { grid-column: 2; color: var(--muted); font-size: .88rem; overflow-wrap: anywhere; }
        dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .3rem 1.2rem; margin: 0; }
        dt { color: var(--muted); }
        dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
        .bytes { margin: .2rem 0 .9rem; padding: .6rem .8rem; border-radius: .4rem; background: var(--raised);
          overflow: auto; max-height: 18rem; white-space: pre; font-size: .8rem; line-height: 1.45; }
        .bytes.text { white-space: pre-wrap; overflow-wrap: anywhere; }
        .sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 0 1rem; }
        .sides h4 { margin: .4rem 0 0; font-size: .88rem; font-weight: 600; }
        mark { background: var(--mark); color: var(--mark-ink); font-weight: 700; border-radius: .15rem; }
        .offset { color: var(--muted); }
        .note { padding: .8rem 1rem; border-left: 3px solid var(--line); background: var(--raised); margin: .6rem 0;
          border-radius: 0 .4rem .4rem 0; overflow-wrap: anywhere; }
        .note p:last-child { margin: 0; }
        .note.bad { border-color: var(--bad); }
        .note.warn { border-color: var(--warn); }
        .command { display: flex; gap: .6rem; align-items: start; }
        .command pre { flex: 1; min-width: 0; margin: 0; padding: .55rem .8rem; border-radius: .4rem;
          background: var(--raised); white-space: pre-wrap; overflow-wrap: anywhere; }
        details { border-bottom: 1px solid var(--line); padding: .45rem 0; }
        summary { cursor: pointer; }
        .stacks { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: .8rem; }
        .card { padding: .9rem 1.1rem; border: 1px solid var(--line); border-radius: .5rem; min-width: 0; }
        .card h3 { margin: 0 0 .4rem; }
        .card dl { font-size: .88rem; gap: .15rem .9rem; }
        @media (max-width: 44rem) {
          .top { flex-wrap: wrap; gap: .3rem .8rem; padding: .5rem 1rem; }
          .brand { flex: 1; }
          nav { order: 3; flex-basis: 100%; }
          html { scroll-padding-top: 6.5rem; }
          section { margin-top: 2.2rem; }
          h1 { font-size: 1.4rem; }
          .banner { padding: 1.1rem; }
          dialog { width: 100vw; height: 100dvh; border: 0; border-radius: 0; }
          .list button { grid-template-columns: 1fr; }
          .list .why { grid-column: 1; }
          .command { flex-direction: column; }
          .command pre { width: 100%; }
          .verdicts th.input { width: 11rem; min-width: 11rem; }
          .cell { min-width: 4.4rem; padding: .2rem .3rem; font-size: .84rem; }
          dl { grid-template-columns: 1fr; gap: 0; }
          dd { margin-bottom: .45rem; }
        }
        @media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
        @media print {
          .top { position: static; }
          nav, #theme, dialog, .skip { display: none !important; }
          .scroll { overflow: visible; }
          .cell, .banner, .tag { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          section { break-inside: avoid-page; }
          details > * { display: revert; }
        }
        """
}
