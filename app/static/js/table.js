// Puts the parts of a table in place by version, and keeps what somebody was doing there: focus, caret, scroll, words.
// Without it every link and form still works; orders are posted by htmx, whose answers come through `apply` too.
(() => {
  "use strict";
  const table = document.getElementById("table");
  const panel = document.getElementById("panel");
  const line = document.getElementById("line");
  const { url, layout } = table.dataset;
  const live = { url, line, apply, version: Number(table.dataset.version), ended: "over" in table.dataset };
  window.opolyx = live;
  let opener, kept, left;

  // Parts. Whatever is older than what shows is no news.

  function apply(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const root = holder.content.firstElementChild;
    const version = Number(root?.dataset.version);
    if (!version || version < live.version) return;
    if (root.dataset.layout !== layout) return setTimeout(() => location.reload(), left ? 5000 : 0);
    const gap = version - live.version;
    const told = JSON.parse(root.dataset.told || "[]").filter(([at]) => at > live.version);
    const detail = { gap, told };
    if (gap) document.dispatchEvent(new CustomEvent("table:before", { detail }));
    table.dataset.version = live.version = version;
    live.ended = "over" in root.dataset;
    const parts = [...root.children];
    parts.forEach((part) => (part.id === "log" ? grow(part) : put(part)));
    const again = panel?.querySelector("[data-again]");
    if (gap && again && !parts.some((part) => part.id === "panel")) load(again.dataset.again);
    if (gap) document.dispatchEvent(new CustomEvent("table:after", { detail }));
    if (live.ended) live.quiet();
  }

  function put(part) {
    const shown = document.getElementById(part.id);
    if (!shown || shown.isEqualNode(part)) return;
    const held = keep(shown);
    [...shown.attributes].forEach(({ name }) => part.hasAttribute(name) || shown.removeAttribute(name));
    [...part.attributes].forEach(({ name, value }) => shown.setAttribute(name, value));
    shown.replaceChildren(...part.childNodes);
    settle(shown);
    restore(shown, held);
    window.htmx.process(shown);
    if (part.id === "dock" || part.id === "offers") guard(shown);
  }

  // A line may grow, and stays where it is; new ones come above, without moving what somebody reads below.
  function grow(part) {
    const log = document.getElementById("log");
    const last = Number(log.firstElementChild?.dataset.line || 0);
    const { scrollTop, scrollHeight } = log;
    const fresh = [...part.children].filter((one) => {
      document.getElementById(one.id)?.replaceWith(one);
      return Number(one.dataset.line) > last;
    });
    log.prepend(...fresh);
    if (scrollTop) log.scrollTop = scrollTop + log.scrollHeight - scrollHeight;
    while (log.children.length > 80) log.lastElementChild.remove();
  }

  const FIELDS = "input[id]:not([type=hidden]), select[id], textarea[id]";
  const ticked = (one) => /^(checkbox|radio)$/.test(one.type);

  function altered(one) {
    if (ticked(one)) return one.checked !== one.defaultChecked;
    return one.options ? ![...one.options].some((is) => is.selected && is.defaultSelected) : one.value !== one.defaultValue;
  }

  function keep(shown) {
    const active = shown.contains(document.activeElement) ? document.activeElement : null;
    return {
      active: active && { id: active.id, href: active.getAttribute("href"), at: caret(active) },
      scroll: [shown, ...shown.querySelectorAll("[id]")].filter((one) => one.scrollTop).map((one) => [one.id, one.scrollTop]),
      details: [...shown.querySelectorAll("details[id]:not(.ask)")].filter((one) => one.open !== one.sent),
      fields: [...shown.querySelectorAll(FIELDS)].filter(altered),
    };
  }

  function caret(one) {
    try { return one.selectionStart == null ? null : [one.selectionStart, one.selectionEnd, one.selectionDirection]; } catch { return null; }
  }

  function restore(shown, { active, scroll, details, fields }) {
    const now = (one) => shown.querySelector(`#${CSS.escape(one.id)}`);
    details.forEach((one) => { if (now(one)?.sent === one.sent) now(one).open = one.open; });
    fields.forEach((one) => {
      const field = now(one);
      if (!field || field.disabled || field.type !== one.type) return;
      if (ticked(one)) field.checked = one.checked;
      else if (!field.options || [...field.options].some((is) => is.value === one.value)) field.value = one.value;
    });
    scroll.forEach(([id, top]) => { const one = document.getElementById(id); if (one) one.scrollTop = top; });
    if (!active) return;
    const same = (active.id && document.getElementById(active.id)) || (active.href && shown.querySelector(`[href="${CSS.escape(active.href)}"]`));
    if (!same) shown.setAttribute("tabindex", "-1");
    (same || shown).focus({ preventScroll: true });
    if (same && active.at) same.setSelectionRange(...active.at);
  }

  function settle(root) {
    root.querySelectorAll("details[id]").forEach((one) => (one.sent = one.open));
    live.settle?.(root);
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

  // A form that leads away is on its way: what it changes here must not call it back.
  document.addEventListener("submit", (event) => { left = !event.defaultPrevented; });

  // Orders. One at a time (hx-sync); an answer that never comes is asked after.

  window.htmx.config.timeout = 10000;
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target === panel && detail.requestConfig.headers["X-Again"]) kept = keep(panel);
    if (!detail.requestConfig.path.endsWith("/act")) return;
    detail.shouldSwap = false;
    detail.isError = false;
    if (detail.xhr.getResponseHeader("X-Parts")) { line.textContent = ""; apply(detail.xhr.responseText); }
    else if (detail.xhr.status === 403) location.reload();
    else line.textContent = line.dataset.busy;
  });
  document.addEventListener("htmx:responseError", () => { line.textContent = line.dataset.busy; });
  ["htmx:sendError", "htmx:timeout"].forEach((name) => document.addEventListener(name, () => {
    line.textContent = line.dataset.lost;
    live.refresh();
  }));

  // The panel.

  function load(query) { window.htmx.ajax("GET", url + query, { target: panel, swap: "innerHTML", headers: { "X-Again": "1" } }); }
  function close() { panel.replaceChildren(); opener?.isConnected && opener.focus({ preventScroll: true }); }

  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.target === panel && !panel.contains(detail.elt)) opener = detail.elt; });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target !== panel) return;
    if (!detail.requestConfig.headers["X-Again"]) return panel.querySelector("[tabindex]")?.focus();
    settle(panel);
    if (kept) restore(panel, kept);
    kept = null;
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) { event.preventDefault(); close(); }
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && panel?.firstChild && close());

  settle(document.body);
})();
