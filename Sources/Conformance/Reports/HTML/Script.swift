extension Page {
    /// What all sections need: the data, elements, the grids and the theme.
    static let script = #"""
        const data = JSON.parse(document.getElementById("data").textContent);
        const words = { p: "passed", f: "failed", s: "skipped", k: "known" };
        const order = { f: 0, k: 1, s: 2, p: 3 };
        const vectors = new Map(data.vectors.map(v => [v.id, v]));
        const clauses = new Map(data.clauses.map(c => [c[0], { id: c[0], chapter: c[1], line: c[2], text: c[3] }]));
        const results = data.results.map(r => ({
          group: data.groups[r[0]], stack: data.pairs[r[1]], name: data.names[r[2]], condition: data.conditions[r[3]],
          outcome: r[4], detail: r.length > 5 ? data.details[r[5]] : null, pair: r[1],
        }));
        const stackNames = data.stacks.map(s => s.name);

        /* An element; texts become text nodes, so that nothing in the run is read as HTML. */
        function h(tag, attributes, ...children) {
          const element = document.createElement(tag);
          for (const [name, value] of Object.entries(attributes || {})) {
            if (value === null || value === undefined || value === false) continue;
            if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
            else element.setAttribute(name, value === true ? "" : value);
          }
          element.append(...children.flat(Infinity).filter(c => c !== null && c !== undefined && c !== false));
          return element;
        }

        function count(number, one, many) { return number.toLocaleString("en") + " " + (number === 1 ? one : many || one + "s"); }
        function tag(outcome) { return h("span", { class: "tag " + words[outcome] }, words[outcome]); }
        function say(text) { document.getElementById("live").textContent = text; }
        function empty(text) { return h("p", { class: "empty" }, text); }

        function section(id, title, lead, ...content) {
          document.getElementById("sections").append(h("li", null, h("a", { href: "#" + id }, title)));
          document.getElementById("main").append(
            h("section", { id, "aria-labelledby": id + "-title" },
              h("h2", { id: id + "-title" }, title), lead && h("p", { class: "lead" }, lead), content));
        }

        function tally(list) {
          const counts = { p: 0, f: 0, s: 0, k: 0 };
          for (const result of list) counts[result.outcome] += 1;
          return counts;
        }

        function reason(result) {
          if (!result.detail) return "";
          const failure = result.detail.failure;
          if (result.detail.reading !== undefined) return "reading " + (result.detail.reading + 1) + " of those that are left to it";
          if (result.outcome === "k") return "known: " + result.detail.known + ": " + failure.reason;
          return failure ? failure.reason : "needs " + result.detail.skipped;
        }

        /* A cell says in text, sign and colour how its results went; it opens their list. */
        function cell(list, title) {
          if (!list.length) return h("td", { role: "gridcell" }, h("span", { class: "none", tabindex: "-1", "aria-label": "not tried: " + title }, "–"));
          const c = tally(list);
          const kind = c.f ? "bad" : c.k || !c.p ? "warn" : "good";
          const sign = c.f ? "✗" : kind === "warn" ? "!" : "✓";
          const text = c.p + "/" + list.length;
          const label = title + ": " + [
            count(c.p, "passed", "passed"), c.f && count(c.f, "failed", "failed"), c.k && count(c.k, "known failure"),
            c.s && count(c.s, "skipped", "skipped")].filter(Boolean).join(", ");
          return h("td", { role: "gridcell" },
            h("button", { type: "button", class: "cell " + kind, tabindex: "-1", "aria-label": label, title: label,
              onclick: () => openList(title, list) },
              h("span", { "aria-hidden": "true" }, sign), text));
        }

        /* A table whose cells are reached with the arrow keys; one of them is in the tab order. */
        function grid(label, rowTitle, columns, rows) {
          const table = h("table", { class: "grid", role: "grid", "aria-label": label },
            h("thead", null, h("tr", { role: "row" }, h("th", { scope: "col" }, rowTitle),
              columns.map(c => h("th", { scope: "col", role: "columnheader" }, c)))),
            h("tbody", null, rows.map(row => h("tr", { role: "row" },
              h("th", { scope: "row", role: "rowheader" }, row.title), row.cells))));
          const lines = [...table.tBodies[0].rows].map(r => [...r.querySelectorAll("button,.none")]);
          const first = lines.flat().find(e => e.tagName === "BUTTON");
          if (first) first.tabIndex = 0;
          function move(target) {
            if (!target) return;
            for (const e of lines.flat()) e.tabIndex = -1;
            target.tabIndex = 0;
            target.focus();
          }
          table.addEventListener("focusin", event => {
            for (const e of lines.flat()) e.tabIndex = e === event.target ? 0 : -1;
          });
          table.addEventListener("keydown", event => {
            const y = lines.findIndex(line => line.includes(event.target));
            if (y < 0) return;
            const x = lines[y].indexOf(event.target);
            const to = {
              ArrowRight: () => lines[y][x + 1], ArrowLeft: () => lines[y][x - 1],
              ArrowDown: () => lines[y + 1] && lines[y + 1][x], ArrowUp: () => lines[y - 1] && lines[y - 1][x],
              Home: () => lines[event.ctrlKey ? 0 : y][0],
              End: () => { const line = lines[event.ctrlKey ? lines.length - 1 : y]; return line[line.length - 1]; },
            }[event.key];
            if (!to) return;
            event.preventDefault();
            move(to());
          });
          return h("div", { class: "scroll" }, table);
        }

        const root = document.documentElement;
        const themeButton = document.getElementById("theme");
        const prefersDark = matchMedia("(prefers-color-scheme: dark)");
        function isDark() { return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches; }
        function nameTheme() {
          themeButton.textContent = isDark() ? "Light" : "Dark";
          themeButton.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
        }
        /* A file:// page may have no storage. */
        try { const kept = localStorage.getItem("syncwire-theme"); if (kept) root.dataset.theme = kept; } catch (e) {}
        themeButton.addEventListener("click", () => {
          root.dataset.theme = isDark() ? "light" : "dark";
          try { localStorage.setItem("syncwire-theme", root.dataset.theme); } catch (e) {}
          nameTheme();
        });
        prefersDark.addEventListener("change", nameTheme);
        nameTheme();
        """#
}
