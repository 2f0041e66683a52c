// Keeps a table current: applies parts by version, listens to the stream or polls, counts the seconds down.
// Without it every link and form still works; orders are posted by htmx, whose answers come through `apply` too.
(() => {
  "use strict";
  const table = document.getElementById("table");
  const panel = document.getElementById("panel");
  const line = document.getElementById("line");
  const { url, layout } = table.dataset;
  let version = Number(table.dataset.version);
  let ended = "over" in table.dataset;
  let source, failures = 0, timer, opener;

  // Parts.

  function apply(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const root = holder.content.firstElementChild;
    if (!root || !root.dataset.version || Number(root.dataset.version) < version) return;
    if (root.dataset.layout !== layout) return location.reload();
    const newer = Number(root.dataset.version) > version;
    table.dataset.version = version = Number(root.dataset.version);
    ended = "over" in root.dataset;
    const parts = [...root.children];
    parts.forEach((part) => (part.id === "log" ? grow(part) : put(part)));
    const again = panel && panel.querySelector("[data-again]");
    if (newer && again && !parts.some((part) => part.id === "panel")) load(again.dataset.again);
    if (ended) quiet();
  }

  function put(part) {
    const shown = document.getElementById(part.id);
    if (!shown || shown.isEqualNode(part)) return;
    const kept = keep(shown);
    [...shown.attributes].forEach(({ name }) => part.hasAttribute(name) || shown.removeAttribute(name));
    [...part.attributes].forEach(({ name, value }) => shown.setAttribute(name, value));
    shown.replaceChildren(...part.childNodes);
    settle(shown);
    restore(shown, kept);
    window.htmx.process(shown);
    if (part.id === "dock" || part.id === "offers") guard(shown);
  }

  function grow(part) {
    const log = document.getElementById("log");
    const last = Number(log.firstElementChild?.dataset.line || 0);
    const lines = [...part.children].filter((one) => Number(one.dataset.line) > last);
    log.prepend(...lines);
    while (log.children.length > 80) log.lastElementChild.remove();
  }

  function keep(shown) {
    const active = shown.contains(document.activeElement) ? document.activeElement : null;
    const at = (one) => (one.type === "text" || one.tagName === "TEXTAREA" ? [one.selectionStart, one.selectionEnd] : null);
    return {
      active: active && { id: active.id, href: active.getAttribute("href"), at: at(active) },
      scroll: shown.scrollTop,
      details: [...shown.querySelectorAll("details[id]:not(.ask)")].filter((one) => one.open !== one.sent),
      fields: [...shown.querySelectorAll("input[id], select[id]")].filter(
        (one) => one.value !== one.defaultValue || one.checked !== one.defaultChecked),
    };
  }

  function restore(shown, kept) {
    kept.details.forEach((one) => {
      const now = document.getElementById(one.id);
      if (now && now.sent === one.sent) now.open = one.open;
    });
    kept.fields.forEach((one) => {
      const now = document.getElementById(one.id);
      if (now) Object.assign(now, "checked" in one && /checkbox|radio/.test(one.type) ? { checked: one.checked } : { value: one.value });
    });
    shown.scrollTop = kept.scroll;
    if (!kept.active) return;
    const { id, href, at } = kept.active;
    const same = (id && document.getElementById(id)) || (href && shown.querySelector(`[href="${CSS.escape(href)}"]`));
    if (!same) shown.setAttribute("tabindex", "-1");
    (same || shown).focus({ preventScroll: true });
    if (same && at) same.setSelectionRange(...at);
  }

  // What has just appeared ignores taps for a moment: they were meant for what stood there before.
  function guard(shown) {
    shown.classList.add("fresh");
    setTimeout(() => shown.classList.remove("fresh"), 300);
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.closest(".fresh")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Clocks run on the seconds that were left when they came, never on the device's own time.
  function settle(root) {
    root.querySelectorAll("details[id]").forEach((one) => (one.sent = one.open));
    [root, ...root.querySelectorAll("[data-seconds]")].forEach((one) => {
      if ("seconds" in one.dataset) one.ends = performance.now() + Number(one.dataset.seconds) * 1000;
    });
  }

  function tick() {
    document.querySelectorAll("[data-seconds]").forEach((one) => {
      const left = Math.max(0, Math.ceil((one.ends - performance.now()) / 1000));
      const two = (n) => String(n).padStart(2, "0");
      const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const text = h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
      if (one.textContent !== text) one.textContent = text;
      one.classList.toggle("low", left <= 5);
      if (!left && one.id === "clock" && !one.asked) one.asked = setTimeout(() => { one.asked = 0; refresh(); }, 1500);
    });
  }

  // News: a stream that resumes at the version shown; polling where streams do not come through.

  function listen() {
    quiet();
    if (ended) return;
    source = new EventSource(`${url}/live?after=${version}`);
    const heard = () => { failures = 0; line.textContent = ""; wait(40000); };
    const wait = (ms) => { clearTimeout(timer); timer = setTimeout(lost, ms); };
    wait(8000);
    source.addEventListener("beat", heard);
    source.addEventListener("end", () => { ended = true; quiet(); });
    source.onmessage = (event) => { heard(); apply(event.data); };
    source.onerror = lost;
  }

  function lost() {
    quiet();
    failures += 1;
    if (failures > 1) line.textContent = line.dataset.lost;
    timer = setTimeout(failures < 2 || failures % 10 === 0 ? listen : poll, 2000);
  }

  async function poll() {
    await refresh();
    if (!ended) { failures += 1; timer = setTimeout(failures % 10 ? poll : listen, 2000); }
  }

  async function refresh() {
    try {
      const answer = await fetch(`${url}/parts?version=${version}`, { cache: "no-store", headers: { "HX-Request": "true" } });
      line.textContent = "";
      if (answer.status === 200) apply(await answer.text());
      if (answer.status === 404) location.href = "/";
    } catch { line.textContent = line.dataset.lost; }
  }

  function quiet() { clearTimeout(timer); source?.close(); source = null; }
  function wake() { refresh().then(listen); }

  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", quiet);

  // Orders and the panel.

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.requestConfig.path.endsWith("/act")) return;
    detail.shouldSwap = false;
    detail.isError = false;
    if (detail.xhr.getResponseHeader("X-Parts")) apply(detail.xhr.responseText);
    else if (detail.xhr.status === 403) location.reload();
    else line.textContent = line.dataset.busy;
  });
  document.addEventListener("htmx:sendError", () => { line.textContent = line.dataset.lost; });

  function load(query) { window.htmx.ajax("GET", url + query, { target: panel, swap: "innerHTML", headers: { "X-Again": "1" } }); }
  function close() { panel.replaceChildren(); opener?.isConnected && opener.focus({ preventScroll: true }); }

  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.target === panel && !panel.contains(detail.elt)) opener = detail.elt; });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target === panel && !detail.requestConfig.headers["X-Again"]) panel.querySelector("[tabindex]")?.focus();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) { event.preventDefault(); close(); }
    const copy = event.target.closest("[data-copy]");
    if (!copy) return;
    const field = document.getElementById(copy.dataset.copy);
    field.select();
    (navigator.clipboard ? navigator.clipboard.writeText(field.value) : Promise.resolve(document.execCommand("copy")))
      .then(() => { copy.textContent = copy.dataset.copied; });
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && panel?.firstChild && close());

  document.querySelectorAll("[data-copy]").forEach((one) => { one.hidden = false; });
  settle(document.body);
  setInterval(tick, 250);
  listen();
})();
