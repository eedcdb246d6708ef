extension Page {
    /// The section about test data of other projects: a row for each input, a column for each stack.
    static let thirdPartyScript = #"""
        (function thirdParty() {
          const all = data.thirdParty;
          if (!all.length) return;
          /* Stacks that can't be asked at all have no column. */
          const columns = stackNames.filter(n => all.some(t => t.answers.some(a => a.stack === n && a.status !== "unsupported")));
          const key = a => a.status + " " + a.detail;
          const differs = t => new Set(t.answers.filter(a => a.status !== "unsupported").map(key)).size > 1;
          const isRight = (t, a) => a.status === t.expected.status && (a.detail === t.expected.detail || !t.expected.detail);
          const differing = all.filter(differs);
          const sources = [...new Set(all.map(t => t.name.split("/")[0]))];
          const only = h("input", { type: "checkbox", id: "only-differing", checked: differing.length > 0 });
          const query = h("input", { type: "search", id: "third-party-query", placeholder: "Search names", "aria-label": "Search names", autocomplete: "off" });
          const number = h("span", { class: "count", id: "third-party-count" });
          const body = h("tbody", null);
          function answerCell(t, name) {
            const a = t.answers.find(a => a.stack === name);
            if (!a || a.status === "unsupported") return h("td", null, h("span", { class: "lead", title: a ? "needs " + a.detail : "not tried" }, "–"));
            const kind = a.status === "broken" ? "failed" : isRight(t, a) ? "passed" : "failed";
            return h("td", null, h("span", { class: "tag " + kind, title: a.detail }, (isRight(t, a) ? "" : "✗ ") + a.status),
              a.status === "accepted" ? h("code", { class: "preview" }, a.detail.slice(0, 8)) : a.status === "rejected" && a.detail !== "MALFORMED_JSON" && h("code", { class: "preview" }, a.detail));
          }
          function preview(t) {
            const bytes = decode(t.input) || [];
            const text = readable(bytes);
            const shown = text !== null ? text : [...bytes].map(b => b.toString(16).padStart(2, "0")).join(" ");
            return h("code", { class: "preview" }, shown.slice(0, 72) + (shown.length > 72 || t.length > bytes.length ? "…" : ""));
          }
          function fill() {
            const wanted = query.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
            const shown = all.filter(t => (!only.checked || differs(t)) && wanted.every(w => t.name.toLowerCase().includes(w)));
            body.replaceChildren(...shown.map(t => h("tr", null,
              h("th", { scope: "row", class: "input" }, h("span", { class: "mono", title: t.name }, t.name.split("/").slice(-2).join("/")), preview(t)),
              h("td", null, t.expected.status), columns.map(n => answerCell(t, n)))));
            if (!shown.length) body.append(h("tr", null, h("td", { colspan: String(columns.length + 2) },
              empty(only.checked && !wanted.length ? "The stacks agree on all of them." : "Nothing fits. Clear the search, or show also where they agree."))));
            number.textContent = shown.length + " of " + all.length;
            say(count(shown.length, "input"));
          }
          only.addEventListener("change", fill);
          query.addEventListener("input", fill);
          section("third-party", "Data of others", "What other projects publish as test data, put in canonical form by each stack: accepted (with the start of the SHA-256 of its form) or rejected.",
            h("p", null, sources.map(s => count(all.filter(t => t.name.startsWith(s + "/")).length, "input") + " of " + s).join(", ") + ". " +
              (differing.length ? "The stacks differ on " + count(differing.length, "input") + "." : "All that answer agree on all of them.")),
            h("div", { class: "bar plain" }, h("label", { class: "check" }, only, " Only where they disagree"), query, number),
            h("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": "Answers by input and stack" }, h("table", { class: "verdicts" },
              h("thead", null, h("tr", null, ["Input", "Right"].concat(columns).map(t => h("th", { scope: "col" }, t)))), body)));
          fill();
          say("");
        })();
        """#
}
