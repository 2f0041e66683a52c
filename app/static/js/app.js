// What every page can do: work as an installed app, tell of turns, copy and share a link. Nothing here is needed to play.
(() => {
  "use strict";
  const root = document.documentElement;
  const worker = "serviceWorker" in navigator
    ? navigator.serviceWorker.register(`/service-worker.js?lang=${root.lang}`, { scope: "/", updateViaCache: "none" }).catch(() => null)
    : Promise.resolve(null);

  // What was done is said where it was done, and once to whoever listens instead of looking.

  function tell(button, text) {
    const words = [...button.childNodes].findLast((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
    button.words ??= words.data;
    words.data = text;
    clearTimeout(button.telling);
    button.telling = setTimeout(() => { words.data = button.words; }, 3000);
    const line = document.getElementById("line");
    if (line) line.textContent = text;
  }

  // Moments come in universal time; this makes them the reader's own, also in what is fetched later.
  const when = new Intl.DateTimeFormat(root.lang, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
  window.ownTime = (part) => part.querySelectorAll("time[datetime]").forEach((one) => { one.textContent = when.format(new Date(one.dateTime)); });
  window.ownTime(document);

  // Invitations. Without a safe connection a browser has no clipboard, but still knows the old way.

  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
      else if (!document.execCommand("copy")) return;
      tell(button, button.dataset.copied);
    } catch { field.focus(); }
  }

  async function share(button) {
    const { value } = document.getElementById(button.dataset.share);
    try { await navigator.share({ title: button.dataset.title || document.title, url: value }); } catch { /* thought better of it */ }
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-copy], [data-share]");
    if (button) ("copy" in button.dataset ? copy : share)(button);
  });

  function show() {
    const able = navigator.share ? "[data-copy], [data-share]" : "[data-copy]";
    document.querySelectorAll(able).forEach((one) => { one.hidden = false; });
  }

  document.addEventListener("table:after", show);

  // "Your turn": each device by itself. What the server last heard of this one is noted, to tell it what is new.

  const forms = [...document.querySelectorAll("form[data-push]")];
  const NOTE = "opolyx-push";
  const able = "PushManager" in window && "Notification" in window;

  function draw(on, text = "") {
    forms.forEach((form) => {
      form.hidden = false;
      form.querySelector("button").setAttribute("aria-pressed", String(on));
      form.querySelector("output").textContent = text;
    });
  }

  async function post(form, path, subscription) {
    const { endpoint, keys } = subscription.toJSON();
    const body = new URLSearchParams({
      _csrf_token: form.elements._csrf_token.value, endpoint, p256dh: keys.p256dh, auth: keys.auth, language: root.lang,
    });
    const { status } = await fetch(path, { method: "POST", body });
    if (status === 401) throw new Error("stranger");
    if (status !== 204) throw new Error("failed");
  }

  const noted = ({ endpoint }) => `${root.lang} ${endpoint}`;

  async function switchOn(form, manager) {
    const leave = await Notification.requestPermission();
    if (leave !== "granted") throw new Error(leave);
    const answer = await fetch("/devices/key", { cache: "no-store" });
    if (!answer.ok) throw new Error("failed");
    const old = await manager.getSubscription();
    if (old) await old.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: await answer.text() });
    try {
      await post(form, "/devices", subscription);
    } catch (error) {
      await subscription.unsubscribe();
      throw error;
    }
    localStorage.setItem(NOTE, noted(subscription));
    draw(true, form.dataset.on);
  }

  async function switchOff(form, manager) {
    const subscription = await manager.getSubscription();
    localStorage.removeItem(NOTE);
    if (subscription) {
      await post(form, "/devices/remove", subscription).catch(() => { /* the push service will tell the server */ });
      await subscription.unsubscribe();
    }
    draw(false, form.dataset.off);
  }

  async function turn(form, manager) {
    const on = form.querySelector("button").getAttribute("aria-pressed") === "true";
    try {
      await (on ? switchOff : switchOn)(form, manager);
    } catch ({ message }) {
      draw(on, form.dataset[message] || form.dataset.failed);
    }
  }

  async function push() {
    const registration = able && forms.length ? await worker : null;
    if (!registration) return;
    const manager = registration.pushManager;
    const subscription = await manager.getSubscription();
    const on = Boolean(subscription && localStorage.getItem(NOTE)) && Notification.permission === "granted";
    draw(on);
    forms.forEach((form) => form.addEventListener("submit", (event) => { event.preventDefault(); turn(form, manager); }));
    if (on && localStorage.getItem(NOTE) !== noted(subscription)) {
      await post(forms[0], "/devices", subscription);
      localStorage.setItem(NOTE, noted(subscription));
    }
  }

  show();
  push().catch(() => { /* tried again on the next page */ });
})();
