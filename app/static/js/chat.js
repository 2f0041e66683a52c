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

  box.addEventListener("toggle", () => {
    if (!box.open) return;
    unread.clear();
    tell();
    if (live.filled) return live.filled();
    const script = document.createElement("script");
    script.src = box.dataset.script;
    document.head.append(script);
  });
  opener?.addEventListener("click", () => { box.open = true; });
  if ("opens" in box.dataset) box.open = true;
})();
