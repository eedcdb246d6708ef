// Drives a real Chromium over the DevTools protocol: `report_page.mjs GREEN.html FAILING.html [SCREENSHOTS]`.
// Prints `ok` and the name of each check; the first that does not hold ends it with exit code 1.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [green, failing, pictures] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), "syncwire-chromium-"));
const browser = spawn(process.env.CHROMIUM || "chromium", [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
  "--disable-background-networking", "--disable-component-update", "--disable-extensions",
  "--remote-debugging-pipe", "--user-data-dir=" + profile,
], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });

const waiting = new Map();
const complaints = [];
const requests = [];
let lastID = 0;
let session;
let loaded = () => {};
let rest = "";
browser.stdio[4].on("data", chunk => {
  const parts = (rest + chunk).split("\0");
  rest = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    if (message.id) {
      const { done, fail } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? fail(new Error(message.error.message)) : done(message.result);
    } else if (message.method === "Runtime.exceptionThrown") complaints.push(JSON.stringify(message.params.exceptionDetails));
    else if (message.method === "Runtime.consoleAPICalled" || message.method === "Log.entryAdded") complaints.push(JSON.stringify(message.params));
    else if (message.method === "Network.requestWillBeSent") requests.push(message.params.request.url);
    else if (message.method === "Page.loadEventFired") loaded();
  }
});

function send(method, params = {}) {
  const id = ++lastID;
  browser.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + "\0");
  return new Promise((done, fail) => waiting.set(id, { done, fail }));
}
async function evaluate(expression) {
  const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });
  if (exceptionDetails) throw new Error(expression + ": " + JSON.stringify(exceptionDetails));
  return result.value;
}
async function open(file) {
  const done = new Promise(r => { loaded = r; });
  await send("Page.navigate", { url: pathToFileURL(resolve(file)).href });
  await done;
}
async function size(width, height = 900) {
  await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 500 });
}
async function scheme(value) {
  await send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
}
const codes = { Enter: 13, Escape: 27, ArrowRight: 39, ArrowLeft: 37, ArrowDown: 40, ArrowUp: 38, Tab: 9, Home: 36, End: 35 };
async function press(key) {
  const common = { key, code: key, windowsVirtualKeyCode: codes[key], text: key === "Enter" ? "\r" : undefined };
  await send("Input.dispatchKeyEvent", { type: "keyDown", ...common });
  await send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
}
async function click(selector) {
  const [x, y] = await evaluate(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.scrollIntoView({ block: "center", behavior: "instant" });
    const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
  for (const type of ["mousePressed", "mouseReleased"]) await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
}
async function picture(name, whole = false) {
  if (!pictures) return;
  const { data } = await send("Page.captureScreenshot", { format: "png", captureBeyondViewport: whole });
  writeFileSync(join(pictures, name + ".png"), Buffer.from(data, "base64"));
}
function check(holds, what) {
  if (!holds) throw new Error(what);
  console.log("ok " + what);
}
const text = selector => evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`);
const fits = () => evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth");
const contrasts = `(() => {
  const level = c => { const [r, g, b] = c.match(/[\\d.]+/g).slice(0, 3).map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
  const ground = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (!/, 0\\)$|transparent/.test(c)) return c; } return "rgb(255,255,255)"; };
  let lowest = 21, where = "";
  for (const e of document.querySelectorAll("body *")) {
    if (!e.checkVisibility() || ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || e.closest("script,style,option")) continue;
    const [a, b] = [level(getComputedStyle(e).color), level(ground(e))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < lowest) { lowest = ratio; where = e.outerHTML.slice(0, 120); }
  }
  return [lowest, where];
})()`;
async function legible(what) {
  const [lowest, where] = await evaluate(contrasts);
  check(lowest >= 4.5, "contrast of " + what + (lowest < 4.5 ? ": " + lowest.toFixed(2) + " at " + where : ""));
}

async function run() {
  const { targetInfos } = await send("Target.getTargets");
  const { sessionId } = await send("Target.attachToTarget", { targetId: targetInfos.find(t => t.type === "page").targetId, flatten: true });
  session = sessionId;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await send(domain + ".enable");
  await scheme("light");
  await size(1280);

  await open(green);
  check(await text("#verdict h1") === "Conformant", "the verdict of a right run");
  check(await evaluate(`document.querySelectorAll("#matrix td").length`) > 0, "a matrix");
  check((await text("#failures .empty")) === "Nothing failed.", "an empty state");
  await legible("the light theme");
  await picture("green-1280-light", true);
  await click("#theme");
  check(await evaluate("document.documentElement.dataset.theme") === "dark", "the theme is toggled");
  check(await evaluate("getComputedStyle(document.body).backgroundColor") === "rgb(20, 23, 27)", "the dark theme is dark");
  await legible("the dark theme");
  await picture("green-1280-dark", true);
  await click("#theme");
  await scheme("dark");
  check(await evaluate("getComputedStyle(document.body).backgroundColor") === "rgb(255, 255, 255)", "what was chosen outlasts what the system prefers");
  await scheme("light");

  await evaluate(`document.querySelector("#matrix .cell[tabindex='0']").focus()`);
  const place = () => evaluate(`(() => { const c = document.activeElement.closest("td"); return c && [c.parentElement.rowIndex, c.cellIndex].join(); })()`);
  check(await place() === "1,1", "one cell is in the tab order");
  await press("ArrowRight");
  await press("ArrowDown");
  check(await place() === "2,2", "arrows move in the matrix");
  check(await evaluate(`document.querySelectorAll("#matrix [tabindex='0']").length`) === 1, "the focus roves");
  check(await evaluate(`getComputedStyle(document.activeElement).outlineStyle`) === "solid", "the focus is seen");
  await press("Home");
  check(await place() === "2,1", "Home moves to the row's start");
  await press("Enter");
  check(await evaluate("document.getElementById('drill').open"), "Enter opens the cell");
  await press("Escape");
  check(!(await evaluate("document.getElementById('drill').open")), "Escape closes it");
  check(await place() === "2,1", "and the focus comes back");

  await size(375, 780);
  check(await fits(), "375 px: no horizontal scroll");
  await picture("green-375-light", true);

  await size(1280);
  await open(failing);
  check(await text("#verdict h1") === "Not conformant", "the verdict of a wrong run");
  await picture("failing-1280-light", true);
  await click("#kinds .cell.bad");
  check(await evaluate("document.getElementById('status').value") === "f", "a failing cell shows its failures first");
  const shown = () => evaluate("document.querySelectorAll('#list .id').length");
  const failed = await shown();
  check(failed > 0, "the list holds the failures");
  await picture("failing-list-1280-light");
  await evaluate(`document.getElementById("status").value = ""; document.getElementById("status").dispatchEvent(new Event("change"))`);
  check(await shown() >= failed, "the status filter");
  await evaluate(`document.getElementById("query").value = "cj-top-null"; document.getElementById("query").dispatchEvent(new Event("input"))`);
  check(await shown() === 1 && (await text("#list .id")).endsWith("cj-top-null"), "the text search");
  await evaluate(`document.getElementById("query").value = "no such thing"; document.getElementById("query").dispatchEvent(new Event("input"))`);
  check(await shown() === 0 && (await text("#list .empty")).startsWith("Nothing here fits"), "a search without result says so");
  await evaluate(`document.getElementById("query").value = "cj-top-null"; document.getElementById("query").dispatchEvent(new Event("input"))`);
  await click("#list button");
  check((await text("#drill-title")) === "cj-top-null", "a vector");
  check(await evaluate("document.querySelectorAll('#drill mark').length") > 0, "the differing bytes are marked");
  check((await text("#drill")).includes("Expected, ") && (await text("#drill")).includes("The stack's, "), "both sides of the difference");
  check((await text("#drill .command pre")).startsWith("syncwire verify --stacks ") && (await text("#drill .command pre")).includes(" --vector cj-top-null"), "the command that repeats it");
  check((await text("#drill")).includes("escape-slash") && (await text("#drill")).includes("PHP"), "the known mistake");
  check((await text("#drill")).includes("null, true, false") || (await text("#drill")).includes("An integer MUST be written in decimal"), "the clause's text");
  check(await evaluate("document.querySelectorAll('#drill script, #drill b b').length") === 0, "texts of the run are no HTML");
  await legible("a vector");
  await picture("failing-vector-1280-light");
  await click("#drill .copy");
  check(await evaluate("new Promise(r => setTimeout(() => r(document.querySelector('#drill .copy').textContent), 50))") === "Copied", "the command is copied");
  await click("#back");
  check(await evaluate("document.getElementById('query').value") === "cj-top-null", "back to the list as it was");
  await click("#close");
  check(!(await evaluate("document.getElementById('drill').open")), "closed");
  await size(375, 780);
  check(await fits(), "375 px, a wrong run: no horizontal scroll");
  await picture("failing-375-light", true);
  await click("#failures .list button");
  check(await evaluate("(() => { const b = document.querySelector('#drill .drill-scroll'); return b.scrollWidth <= b.clientWidth; })()"), "375 px, a vector: no horizontal scroll");
  await picture("failing-vector-375-light");
  await click("#close");
  await click("#theme");
  await click("#failures .list button");
  await legible("a vector in the dark theme");
  await picture("failing-vector-375-dark");
  check(complaints.length === 0, "no complaint on the console" + complaints.join("; "));
  // The two pages, whatever the browser asked for more than once.
  const pages = new Set(requests.filter(url => url.startsWith("file:")));
  // The browser's own first page comes from inside of it.
  const own = ["file:", "data:", "chrome:"];
  const others = requests.filter(url => !own.some(scheme => url.startsWith(scheme)));
  check(pages.size === 2 && others.length === 0, `nothing else is loaded: ${[...pages, ...others].join(" ")}`);
}

const limit = setTimeout(() => { console.error("no end in 60 s"); browser.kill("SIGKILL"); process.exit(1); }, 60_000);
let code = 0;
try { await run(); } catch (error) {
  console.error("not so: " + error.message);
  code = 1;
}
clearTimeout(limit);
browser.kill("SIGKILL");
await new Promise(done => browser.exitCode === null && browser.signalCode === null ? browser.on("exit", done) : done());
rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
process.exit(code);
