// Hears what is said, counts what was not seen, and fetches the rest of the chat when it is opened.
(() => {
  "use strict";
  const box = document.getElementById("chat");
  const live = (window.opolyx ??= { ended: true });
  const opener = document.querySelector(".chat-open");
  let unread = 0;
  live.chat = Number(box.dataset.last);

  function tell() {
    if (!opener) return;
    const count = opener.querySelector("b");
    const { title, dataset } = opener;
    count.hidden = !unread;
    count.textContent = unread.toLocaleString(document.documentElement.lang);
    opener.setAttribute("aria-label", unread ? dataset.unread.replace("#", count.textContent) : title);
  }

  live.hear = (html) => {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = [...holder.content.children].filter((one) => one.dataset.n > live.chat);
    if (!fresh.length) return;
    live.chat = Number(fresh.at(-1).dataset.n);
    if (!box.open) unread += fresh.filter((one) => !("own" in one.dataset)).length;
    tell();
    live.put?.(fresh);
  };

  box.addEventListener("toggle", () => {
    if (!box.open) return;
    unread = 0;
    tell();
    if (live.filled) return live.filled();
    const script = document.createElement("script");
    script.src = box.dataset.script;
    document.head.append(script);
  });
  opener?.addEventListener("click", () => { box.open = true; });
  if ("opens" in box.dataset) box.open = true;
})();
