extension Page {
    /// The sections of the page, from top to bottom.
    static let sectionScript = #"""
        const summary = data.summary;
        const started = data.stacks.filter(s => !s.fault);
        (function banner() {
          const ok = summary.isConformant;
          const bad = [...new Set(results.filter(r => r.outcome === "f").flatMap(r => r.stack.split(/[>=]/)))];
          const text = ok
            ? count(started.length, "stack") + (started.length === 1 ? " agrees" : " agree") + " with the specification, with the vectors and with each other."
            : !results.some(r => r.outcome === "p") ? "Nothing passed: there is no proof of anything in this run."
            : "Involved in failures: " + bad.join(", ") + ".";
          document.getElementById("main").append(
            h("div", { class: "banner " + (ok ? "good" : "bad"), id: "verdict" },
              h("h1", null, ok ? "Conformant" : "Not conformant"), h("p", null, text),
              h("ul", { class: "counts" }, [["passed", "passed"], ["failed", "failed"], ["known", "known failures"], ["skipped", "skipped"]].map(([key, name]) =>
                h("li", null, h("b", null, summary[key].toLocaleString("en")), " " + name)))));
        })();

        const contract = results.filter(r => r.group === "contract");
        (function matrix() {
          const exchanges = contract.filter(r => r.stack.includes(">"));
          const shown = stackNames.filter(n => exchanges.some(r => r.stack.split(">").includes(n)));
          section("matrix", "Matrix", "Who opens what whom sealed: a row for each writer, a column for each reader. Each cell opens the list of its vectors.",
            shown.length ? grid("Archives sealed by row, opened by column", "sealed by", shown, shown.map(writer => ({
              title: writer,
              cells: shown.map(reader => cell(exchanges.filter(r => r.stack === writer + ">" + reader), writer + " seals, " + reader + " opens")),
            }))) : empty("No stack sealed an archive in this run."));
        })();

        (function kinds() {
          const groups = data.groups.filter(g => g !== "contract");
          section("kinds", "Vectors", "How each stack answered the vectors, by kind.",
            groups.length ? grid("Results by kind and stack", "kind", stackNames, groups.map(group => ({
              title: group,
              cells: stackNames.map(stack => cell(results.filter(r => r.group === group && r.stack === stack), stack + ", " + group)),
            }))) : empty("No vector was run."));
        })();

        function resultList(list, limit) {
          return h("ul", { class: "list" }, list.slice(0, limit).map(r => h("li", null,
            h("button", { type: "button", onclick: () => openVector(r) }, tag(r.outcome),
              h("span", { class: "id" }, r.stack + " · " + (r.condition ? r.condition + ": " : "") + r.name),
              h("span", { class: "why" }, reason(r))))),
            list.length > limit && h("li", null, h("button", { type: "button", class: "link", onclick: () => openList("All of them", list) }, "All " + list.length)));
        }

        (function failures() {
          const failed = results.filter(r => r.outcome === "f");
          section("failures", "Failures", failed.length ? "What differs from the specification." : null,
            data.suspects.map(s => h("div", { class: "note warn" }, h("p", null, h("b", null, s.stack), " behaves like ", h("b", null, s.mutant),
              " in " + s.explained + " of " + count(s.failures, "failure") + ". " + data.mistakes[s.mutant].mistake), h("p", null, data.mistakes[s.mutant].remedy))),
            failed.length ? resultList(failed, 20) : empty("Nothing failed."));
          const known = results.filter(r => r.outcome === "k");
          const skipped = results.filter(r => r.outcome === "s");
          section("skipped", "Known and skipped", "Neither is a pass. A known failure is on its stack's list; a skipped one needs what the stack says it has not.",
            h("h3", null, "Known failures"), known.length ? resultList(known, 20) : empty("No failure is listed as known."),
            h("h3", null, "Skipped"), skipped.length ? resultList(skipped, 20) : empty("Nothing was skipped."));
        })();

        (function determinism() {
          const single = contract.filter(r => !r.stack.includes(">"));
          const conditions = [...new Set(single.filter(r => !r.stack.includes("=")).map(r => r.condition))].sort();
          const pairs = [...new Set(single.filter(r => r.stack.includes("=")).map(r => r.stack))];
          section("determinism", "Determinism", "Whether each stack writes the same bytes again under other conditions, and whether all write the same headers and slots.",
            conditions.length ? grid("Conditions by stack", "condition", stackNames, conditions.map(condition => ({
              title: condition.replace(/^\d+ /, ""),
              cells: stackNames.map(stack => cell(single.filter(r => r.condition === condition && r.stack === stack), stack + ", " + condition.replace(/^\d+ /, ""))),
            }))) : empty("No condition was tried."),
            pairs.length > 0 && [h("h3", null, "Headers and slots"), grid("Headers compared", "", pairs, [{
              title: "identical", cells: pairs.map(pair => cell(single.filter(r => r.stack === pair), pair + ", header and slots")) }])]);
        })();

        (function deflate() {
          const byVector = new Map();
          for (const o of data.outputs) {
            if (!byVector.has(o.vector)) byVector.set(o.vector, []);
            byVector.get(o.vector).push(o);
          }
          const rows = [...byVector].map(([vector, outputs]) => {
            const parts = new Map();
            for (const o of outputs) {
              if (!parts.has(o.sha256)) parts.set(o.sha256, { length: o.length, stacks: [] });
              parts.get(o.sha256).stacks.push(o.stack);
            }
            return { vector, name: outputs[0].name, parts: [...parts.values()] };
          });
          const differing = rows.filter(r => r.parts.length > 1);
          section("deflate", "Compressed bytes", "Each stack's deflate is its own (per-implementation): other bytes are no failure, other content would be. Stacks that wrote the same bytes stand together.",
            rows.length ? [
              h("p", null, "Of " + count(rows.length, "output") + ", " + differing.length + (differing.length === 1 ? " differs" : " differ") + " between stacks."),
              h("div", { class: "scroll" }, h("table", null,
                h("thead", null, h("tr", null, ["Vector", "Output", "Different", "Stacks with the same bytes"].map(t => h("th", { scope: "col" }, t)))),
                h("tbody", null, [...differing, ...rows.filter(r => r.parts.length === 1)].map(r => h("tr", null,
                  h("td", { class: "mono" }, r.vector), h("td", null, r.name), h("td", { class: "number" }, String(r.parts.length)),
                  h("td", null, r.parts.map((p, i) => [i ? " ≠ " : "", p.stacks.join(" = "), " (" + count(p.length, "byte") + ")"])))))))]
            : empty("No vector of this run lets a stack choose its bytes."));
        })();

        (function readings() {
          const open = data.vectors.filter(v => v.readings);
          section("readings", "Readings", "What the specification leaves to the stack, and which way each took. Any of them is right.",
            open.length ? h("div", { class: "scroll" }, h("table", null,
              h("thead", null, h("tr", null, ["Vector", "What is left open", "Readings", "Stacks"].map(t => h("th", { scope: "col" }, t)))),
              h("tbody", null, open.flatMap(v => v.readings.map((reading, i) => h("tr", null,
                i === 0 && h("td", { rowspan: String(v.readings.length) }, h("button", { type: "button", class: "link mono", onclick: () => openList(v.id, results.filter(r => r.name === v.id && !r.condition)) }, v.id)),
                i === 0 && h("td", { rowspan: String(v.readings.length) }, v.comment, " (" + v.flag + ")"),
                h("td", null, readingWords(reading)),
                h("td", null, results.filter(r => r.name === v.id && !r.condition && r.detail && r.detail.reading === i).map(r => r.stack).join(", ") || "none")))))))
            : empty("No vector of this run leaves anything to the stack."));
        })();

        (function coverage() {
          const all = data.coverage.clauses;
          const gaps = new Set(data.coverage.gaps);
          function side(s) {
            if (s.vectors.length) return [h("button", { type: "button", class: "link", onclick: () => openList("Vectors", results.filter(r => s.vectors.includes(r.name) && !r.condition)) }, count(s.vectors.length, "vector")),
              h("span", { class: "lead" }, " " + s.passed.map(p => p.stack + " " + p.vectors).join(", "))];
            if (s.excluded !== undefined) return [h("span", { class: "tag plain" }, s.tests.length ? "tests" : "excluded"), " ", s.excluded, s.tests.length ? [": ", h("code", null, s.tests.join(", "))] : ""];
            return h("span", { class: "tag failed" }, "missing");
          }
          const chapters = [...new Set(all.map(c => c.chapter))];
          const withVectors = all.filter(c => c.positive.vectors.length || c.negative.vectors.length).length;
          section("coverage", "Clauses", "What this run proves of each clause that says MUST: right inputs (positive) and wrong ones (negative).",
            all.length ? [
              h("p", null, count(all.length, "clause") + ", " + withVectors + " with vectors that passed, " + count(gaps.size, "gap") + "."),
              chapters.map(chapter => {
                const own = all.filter(c => c.chapter === chapter);
                const open = own.filter(c => gaps.has(c.clause) || c.failed.length || c.outdated.length);
                return h("details", null,
                  h("summary", null, h("b", null, chapter), " ", h("span", { class: "lead" }, count(own.length, "clause")), " ",
                    open.length ? h("span", { class: "tag failed" }, open.length + " to look at") : h("span", { class: "tag passed" }, "covered")),
                  [...open, ...own.filter(c => !open.includes(c))].map(c => h("div", { class: "note" + (open.includes(c) ? " bad" : "") },
                    h("p", null, h("b", null, c.clause), " ", (clauses.get(c.clause) || { text: "" }).text.replace(/\*\*?|`/g, "")),
                    h("dl", null, h("dt", null, "positive"), h("dd", null, side(c.positive)), h("dt", null, "negative"), h("dd", null, side(c.negative)),
                      c.failed.length > 0 && [h("dt", null, "failed"), h("dd", null, c.failed.join(", "))],
                      c.outdated.length > 0 && [h("dt", null, "text changed since"), h("dd", null, c.outdated.join(", "))]))));
              })]
            : empty("The specification was not given, or has no clauses."));
        })();

        (function mutants() {
          const table = data.mutants;
          const list = table && table.mutants;
          section("mutants", "Known mistakes", list ? "Implementations with one mistake each, and the vectors that catch them." : null,
            list && list.length ? [
              h("p", null, list.filter(m => m.kills.length).length + " of " + list.length + " are caught; " + list.filter(m => m.reasons > 1).length + " for two reasons or more."),
              h("div", { class: "scroll" }, h("table", null,
                h("thead", null, h("tr", null, ["Mistake", "Layer", "Vectors", "What it does"].map(t => h("th", { scope: "col" }, t)))),
                h("tbody", null, list.map(m => h("tr", null, h("td", { class: "mono" }, m.name), h("td", null, m.layer),
                  h("td", null, m.kills.length ? String(m.kills.length) : h("span", { class: "tag failed" }, "none")), h("td", null, m.mistake, " ", h("span", { class: "lead" }, m.remedy)))))))]
            : empty("No kill table was given. 'syncwire mutants --format json' makes one, --mutants takes it."));
        })();

        (function run() {
          section("run", "Run", null,
            h("div", { class: "stacks" }, data.stacks.map(s => h("div", { class: "card" }, h("h3", null, s.name),
              s.fault ? h("p", null, h("span", { class: "tag skipped" }, "not there"), " ", s.fault) :
              h("dl", null, [["Is", s.implementation + " " + s.version], ["Language", s.language], ["Runtime", s.runtime], ["zlib", s.zlib], ["Features", s.features.join(", ") || "none"]]
                .map(([a, b]) => [h("dt", null, a), h("dd", null, b)]))))),
            h("h3", null, "Vectors"),
            h("p", { class: "lead" }, data.vectorsVersion ? "Version " + data.vectorsVersion + " of the published vectors." : "Vectors without a manifest."),
            data.suites.length ? h("div", { class: "scroll" }, h("table", null, h("thead", null, h("tr", null, ["File", "Vectors", "SHA-256"].map(t => h("th", { scope: "col" }, t)))),
              h("tbody", null, data.suites.map(s => h("tr", null, h("td", null, s.kind), h("td", { class: "number" }, String(s.vectors)), h("td", { class: "mono" }, s.sha256.slice(0, 16) + "…"))))))
              : empty("No vector file was read."),
            h("p", { class: "lead" }, "syncwire " + data.tool + ", specification version " + data.specVersion + (data.timestamp ? ", " + data.timestamp : "") + "."));
        })();
        """#
}
