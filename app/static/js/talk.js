// The inside of an open chat: new lines go behind the others without moving focus, caret or scroll, and what is typed
// is sent. News come by the table's stream; where there is none it looks by itself.
(() => {
  "use strict";
  const live = window.opolyx;
  if (live.put) return;
  const box = document.getElementById("chat");
  const { url, lost } = box.dataset;
  const byId = (id) => document.getElementById(id);
  const low = (log) => log.scrollHeight - log.scrollTop - log.clientHeight < 40;
  const end = () => { const log = byId("chat-log"); if (log) log.scrollTop = log.scrollHeight; };
  const note = (words) => { const one = byId("chat-note"); if (one) one.textContent = words; };

  live.put = (fresh) => {
    const log = byId("chat-log");
    if (!log) return;
    const follow = low(log) || fresh.some((one) => "own" in one.dataset);
    log.firstElementChild.append(...fresh);
    if (follow) end(); else byId("chat-more").hidden = false;
  };

  // The words of an answer; none, and a note, where it was refused.
  async function ask(to, body) {
    try {
      const answer = await fetch(to, { method: body ? "POST" : "GET", body, headers: { "HX-Request": "true" } });
      const words = await answer.text();
      const plain = answer.headers.get("content-type").startsWith("text/plain");
      if (body || !answer.ok) note(answer.ok ? "" : plain ? words : lost);
      return answer.ok ? words : null;
    } catch { note(lost); return null; }
  }

  // Everything anew, but for what is half typed.
  function fill(html) {
    const typed = byId("chat-text")?.value;
    byId("chat-body").outerHTML = html;
    window.ownTime?.(byId("chat-body"));
    live.chat = Math.max(live.chat, Number(byId("chat-body").dataset.last));
    if (typed && byId("chat-text")) byId("chat-text").value = typed;
    end();
  }

  live.look = async () => { if (!document.hidden) live.hear((await ask(`${url}?after=${live.chat}`)) || ""); };

  live.filled = async () => {
    const html = byId("chat-log") ? null : await ask(url);
    if (html) fill(html); else end();
  };

  // Who has scrolled up is told of new lines, and goes to them by themselves.
  box.addEventListener("click", ({ target }) => { if (target.id === "chat-more") { end(); byId("chat-log").focus(); } });
  box.addEventListener("scroll", ({ target }) => {
    if (target.id === "chat-log" && low(target)) byId("chat-more").hidden = true;
  }, true);

  box.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { target: form, submitter: by } = event;
    const body = new URLSearchParams(new FormData(form));
    if (by?.name) body.set(by.name, by.value);
    body.set("after", live.chat);
    const words = byId("chat-text")?.value;
    const html = await ask(form.getAttribute("action"), body);
    if (html === null) return;
    if (!form.matches(".say")) return fill(html);
    live.hear(html);
    if (!by?.name && byId("chat-text").value === words) byId("chat-text").value = "";
  });

  setInterval(() => live.ended && box.open && live.look(), 5000);
  live.filled();
})();
