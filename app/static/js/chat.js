// Hears what is said, counts what was not seen, and fetches the rest of the chat when it is opened.
(() => {
  "use strict";
  const box = document.getElementById("chat");
  const live = (window.opolyx ??= { ended: true });
  const opener = document.querySelector(".chat-open");
  const unread = new Set();
  live.chat = Number(box.dataset.last);

  function tell() {
    if (!opener) return;
    const count = opener.querySelector("b");
    const { title, dataset } = opener;
    count.hidden = !unread.size;
    count.textContent = unread.size.toLocaleString(document.documentElement.lang);
    opener.setAttribute("aria-label", unread.size ? dataset.unread.replace("#", count.textContent) : title);
  }

  live.hear = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    window.ownTime?.(holder.content);
    const fresh = [...holder.content.children].filter((one) => one.dataset.n > live.chat);
    if (!fresh.length) return;
    live.chat = Math.max(...fresh.map((one) => one.dataset.n));
    const gone = fresh.map((one) => one.dataset.gone).filter(Boolean);
    const said = fresh.filter((one) => !one.dataset.gone);
    if (!box.open) said.forEach((one) => "own" in one.dataset || unread.add(one.id));
    gone.forEach((id) => { unread.delete(id); document.getElementById(id)?.remove(); });
    tell();
    if (said.length) live.put?.(said);
  };

  // Opened from the bar, a chat is closed from there, too, or by Escape; the focus goes along and comes back.
  function open(wanted) {
    box.open = wanted;
    (wanted ? box.querySelector("summary") : opener)?.focus({ preventScroll: true });
    if (wanted) box.scrollIntoView({ block: "nearest" });
  }

  box.addEventListener("toggle", () => {
    opener?.setAttribute("aria-expanded", String(box.open));
    if (!box.open) return;
    unread.clear();
    tell();
    if (live.filled) return live.filled();
    const script = document.createElement("script");
    script.src = box.dataset.script;
    document.head.append(script);
  });
  opener?.addEventListener("click", (event) => { event.preventDefault(); open(!box.open); });
  box.addEventListener("keydown", ({ key }) => { if (opener && key === "Escape") open(false); });
  if ("opens" in box.dataset) box.open = true;
})();
