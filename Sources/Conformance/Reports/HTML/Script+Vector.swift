extension Page {
    /// The dialog: the results of a cell, and one vector with its bytes and what went wrong.
    static let vectorScript = #"""
        const drill = document.getElementById("drill");
        const drillBody = document.getElementById("drill-body");
        let opener = null;
        /* The list to come back to, with what was chosen in it. */
        let openedList = null;
        drill.addEventListener("close", () => { openedList = null; if (opener) opener.focus(); });
        drill.addEventListener("click", event => { if (event.target === drill) drill.close(); });

        function show(title, back, ...content) {
          if (!drill.open) { opener = document.activeElement; drill.showModal(); }
          drillBody.replaceChildren(
            h("div", { class: "drill-head" },
              back && h("button", { type: "button", class: "quiet", id: "back", onclick: back }, "← List"),
              h("h2", { id: "drill-title", tabindex: "-1" }, title),
              h("button", { type: "button", class: "quiet", id: "close", onclick: () => drill.close() }, "Close")),
            ...content);
        }

        function openList(title, list, state) {
          const c = tally(list);
          state = state || { status: c.f ? "f" : "", query: "", top: 0 };
          openedList = { title, list, state };
          const many = new Set(list.map(r => r.stack)).size > 1;
          const rows = [...list].sort((a, b) => order[a.outcome] - order[b.outcome]);
          const items = h("ul", { class: "list", id: "list" });
          const number = h("span", { class: "count", id: "shown" });
          const scroll = h("div", { class: "drill-scroll" }, items);
          const status = h("select", { id: "status", "aria-label": "Status" },
            [["", "All"], ["f", "Failed"], ["k", "Known"], ["s", "Skipped"], ["p", "Passed"]].map(([value, text]) =>
              h("option", { value, disabled: value && !c[value] }, text + (value ? " (" + c[value] + ")" : " (" + list.length + ")"))));
          const query = h("input", { type: "search", id: "query", placeholder: "Search ids, comments, clauses, reasons", "aria-label": "Search", autocomplete: "off" });
          function fill() {
            const wanted = query.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
            state.status = status.value;
            state.query = query.value;
            const shown = rows.filter(r => {
              if (status.value && r.outcome !== status.value) return false;
              if (!wanted.length) return true;
              const v = vectors.get(r.name);
              const text = [r.name, r.stack, r.condition, reason(r), v && v.comment, v && v.clauses.join(" ")].join(" ").toLowerCase();
              return wanted.every(w => text.includes(w));
            });
            items.replaceChildren(...shown.map(r => {
              const v = vectors.get(r.name);
              const why = reason(r) || (v ? v.comment : "");
              return h("li", null, h("button", { type: "button", onclick: () => { state.top = scroll.scrollTop; openVector(r); } },
                tag(r.outcome),
                h("span", { class: "id" }, (many ? r.stack + " · " : "") + (r.condition ? r.condition + ": " : "") + r.name),
                why && h("span", { class: "why" }, why)));
            }));
            if (!shown.length) items.append(h("li", null, empty("Nothing here fits the search. Clear it, or choose another status.")));
            number.textContent = shown.length + " of " + list.length;
            say(count(shown.length, "result"));
          }
          show(title, null, h("div", { class: "bar" }, status, query, number), scroll);
          status.value = state.status;
          query.value = state.query;
          status.addEventListener("change", fill);
          query.addEventListener("input", fill);
          fill();
          scroll.scrollTop = state.top;
          query.focus({ preventScroll: true });
        }

        const byteNames = new Set(["json", "a", "b", "canonical", "row", "record", "msg", "compressed", "plaintext", "archive", "archivePrefix"]);

        function decode(text) {
          try { return Uint8Array.from(atob(text), c => c.charCodeAt(0)); } catch (e) { return null; }
        }
        function readable(bytes) {
          try {
            const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
            return /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\p{C}/u.test(text.replace(/[\n\t]/g, "")) ? null : text;
          } catch (e) { return null; }
        }
        function pad(number) { return number.toString(16).padStart(4, "0"); }
        function glyph(byte) { return byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·"; }

        /* Lines of eight bytes, in hex and as text; `differs(i)` says which of them are marked. */
        function dump(bytes, start, differs) {
          const pre = h("pre", { class: "bytes", tabindex: "0" });
          for (let at = 0; at < bytes.length; at += 8) {
            pre.append(h("span", { class: "offset" }, pad(start + at)), "  ");
            const row = [...bytes.slice(at, at + 8)];
            row.forEach((byte, i) => {
              const hex = byte.toString(16).padStart(2, "0");
              pre.append(differs && differs(at + i) ? h("mark", null, hex) : hex, " ");
            });
            pre.append("   ".repeat(8 - row.length) + " ");
            row.forEach((byte, i) => pre.append(differs && differs(at + i) ? h("mark", null, glyph(byte)) : glyph(byte)));
            pre.append("\n");
          }
          if (!bytes.length) pre.append(h("span", { class: "offset" }, "(no bytes)"));
          return pre;
        }

        function bytesView(name, value) {
          let text = value, note = "";
          if (value && value.cut !== undefined) { text = value.cut; note = ", the first of them"; }
          if (typeof text === "string" && byteNames.has(name)) {
            const bytes = decode(text.slice(0, text.length - text.length % 4));
            if (bytes) {
              const size = note ? Math.floor(value.length * 3 / 4) : bytes.length;
              const shown = note ? null : readable(bytes);
              return [h("dt", null, name), h("dd", null, count(size, "byte") + note,
                shown === null || !bytes.length ? dump(bytes, 0) : h("pre", { class: "bytes text", tabindex: "0" }, shown))];
            }
          }
          if (value && typeof value === "object" && value.repeat !== undefined) {
            return [h("dt", null, name), h("dd", null, count(value.length, "byte") + ": these repeated", dump(decode(value.repeat) || [], 0))];
          }
          if (value && value.sha256 !== undefined) {
            return [h("dt", null, name), h("dd", null, count(value.length, "byte") + ", SHA-256 ", h("code", null, value.sha256))];
          }
          const shown = typeof value === "object" ? JSON.stringify(value, null, 1) : String(value);
          return [h("dt", null, name), h("dd", null, shown.length > 60 || shown.includes("\n") ? h("pre", { class: "bytes text", tabindex: "0" }, shown) : h("code", null, shown))];
        }

        function unhex(text) { return Uint8Array.from(text.match(/../g) || [], p => parseInt(p, 16)); }

        function sides(difference) {
          if (!difference.actual && !difference.expected) {
            return h("p", null, h("code", null, difference.place), " differs first at byte " + difference.offset + " of " + difference.actualCount + " (expected " + difference.expectedCount + "). The bytes of a payload of your own are not shown.");
          }
          const [actual, expected] = [unhex(difference.actual), unhex(difference.expected)];
          const start = difference.windowOffset;
          const other = (a, b) => i => start + i >= difference.offset && a[i] !== b[i];
          return h("div", null,
            h("p", null, h("code", null, difference.place), " differs first at byte " + difference.offset, difference.part && [", in ", h("code", null, difference.part)], "."),
            h("div", { class: "sides" },
              h("div", null, h("h4", null, "Expected, " + count(difference.expectedCount, "byte")), dump(expected, start, other(expected, actual))),
              h("div", null, h("h4", null, "The stack's, " + count(difference.actualCount, "byte")), dump(actual, start, other(actual, expected)))));
        }

        function readingWords(reading) { return reading.errorClass ? ["a rejection as ", h("code", null, reading.errorClass)] : "an answer with " + Object.keys(reading.outputs).join(", "); }

        function clauseList(ids) {
          return ids.length ? ids.map(id => {
            const c = clauses.get(id);
            return h("div", { class: "note" }, h("p", null, h("b", null, id), " ",
              c ? c.text.replace(/\*\*?|`/g, "") : "is not a clause of this specification.",
              c && h("span", { class: "lead" }, " (" + c.chapter + ", line " + c.line + ")")));
          }) : empty("No clause is named.");
        }

        function command(text) {
          const button = h("button", { type: "button", class: "quiet copy" }, "Copy");
          button.addEventListener("click", async () => {
            try { await navigator.clipboard.writeText(text); } catch (e) {
              /* Without the right to the clipboard, which a file:// page may lack, the text is selected and copied. */
              const range = document.createRange();
              range.selectNodeContents(button.previousSibling);
              getSelection().removeAllRanges();
              getSelection().addRange(range);
              document.execCommand("copy");
            }
            button.textContent = "Copied";
            say("Copied");
            setTimeout(() => { button.textContent = "Copy"; }, 1500);
          });
          return h("div", { class: "command" }, h("pre", { tabindex: "0" }, text), button);
        }

        function blame(result) {
          const failure = result.detail && result.detail.failure;
          if (!failure) return null;
          return [
            h("h3", null, "What went wrong"),
            h("div", { class: "note " + (result.outcome === "k" ? "warn" : "bad") }, h("p", null, failure.reason),
              failure.culprit && h("p", null, "To blame: ", h("b", null, failure.culprit), "."),
              result.detail.known && h("p", null, "Listed as a known failure: " + result.detail.known)),
            failure.difference && sides(failure.difference),
            failure.layer && [h("h3", null, "First layer that differs"), sides(failure.layer)],
            failure.mutants.length > 0 && [h("h3", null, "Known mistakes that give this very answer"),
              failure.mutants.map(name => {
                const m = data.mistakes[name];
                return h("div", { class: "note warn" }, h("p", null, h("b", null, name), " ", m && m.mistake), m && h("p", null, m.remedy));
              })],
          ];
        }

        function openVector(result) {
          const v = vectors.get(result.name);
          const back = openedList;
          const others = v ? results.filter(r => r.name === result.name && r.condition === "" && r.stack !== result.stack && r.group === result.group) : [];
          show((result.condition ? result.condition + ": " : "") + result.name,
            back && (() => openList(back.title, back.list, back.state)),
            h("div", { class: "drill-scroll" },
              h("p", null, tag(result.outcome), " on ", h("b", null, result.stack), v ? ": " + v.comment : ""),
              result.outcome === "s" && h("div", { class: "note warn" }, h("p", null, "Skipped: the stack has no " + result.detail.skipped + ".")),
              blame(result),
              h("h3", null, "Repeat this one"), command(data.commands[result.pair].replace("VECTOR-ID", result.name)),
              v && [
                h("h3", null, "Vector"),
                h("dl", null,
                  h("dt", null, "Operation"), h("dd", null, h("code", null, v.operation)),
                  h("dt", null, "Expected"), h("dd", null, v.expected === "valid" ? "an answer" : v.expected === "acceptable" ? "one of the readings that are left to the stack" : ["a rejection as ", h("code", null, v.expected)]),
                  h("dt", null, "Outputs"), h("dd", null, v.determinism === "exact" ? "the same bytes on every stack" : "compressed by each stack in its own way; the content is the same"),
                  v.parent && [h("dt", null, "Made from"), h("dd", null, h("code", null, v.parent), v.mutation ? ": " + v.mutation : "")],
                  v.place && [h("dt", null, "In"), h("dd", null, h("code", null, v.place))]),
                h("h3", null, "Inputs"), h("dl", null, Object.entries(v.inputs).map(([n, x]) => bytesView(n, x)),
                  (v.entropy || []).map(e => [h("dt", null, e.label), h("dd", null, h("code", null, e.hex))])),
                Object.keys(v.outputs).length > 0 && [h("h3", null, "Expected outputs"), h("dl", null, Object.entries(v.outputs).map(([n, x]) => bytesView(n, x)))],
                v.readings && [h("h3", null, "Readings"), h("ol", null, v.readings.map(r => h("li", null, readingWords(r),
                  r.outputs && h("dl", null, Object.entries(r.outputs).map(([n, x]) => bytesView(n, x))))))],
                others.length > 0 && [h("h3", null, "On the other stacks"), h("dl", null, others.map(r => [h("dt", null, r.stack), h("dd", null, tag(r.outcome), " ", reason(r))]))],
              ],
              h("h3", null, "Clauses"), clauseList(v ? v.clauses : result.detail ? result.detail.clauses : [])));
          document.getElementById("drill-title").focus();
        }
        """#
}
