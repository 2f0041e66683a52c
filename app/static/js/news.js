// Hears of news and counts the seconds down: a stream that resumes at the version shown, else polling.
// A page that comes back, from the background or from a lost network, asks at once and opens its stream anew.
(() => {
  "use strict";
  const live = window.opolyx;
  const { line, url } = live;
  const talk = document.getElementById("chat")?.dataset;
  const SOON = 2000;
  const CLOCK = "#clock[data-seconds], #clock [data-seconds]";
  let source, timer, asking, woken = -SOON, failures = 0;

  // Clocks run on the seconds that were left when they came, never on the device's own time.
  const now = () => performance.now();
  const clocks = (root) => [root, ...root.querySelectorAll("[data-seconds]")].filter((one) => one.dataset?.seconds);
  live.settle = (root) => clocks(root).forEach((one) => (one.ends = now() + Number(one.dataset.seconds) * 1000));

  // A sleeping phone stops the count: what the server says is left moves all clocks of the page alike.
  function reset(seconds) {
    const clock = document.querySelector(CLOCK);
    if (!clock || !seconds) return;
    const late = clock.ends - now() - Number(seconds) * 1000;
    if (Math.abs(late) < 1000) return;
    clocks(document).forEach((one) => (one.ends -= late));
    tick();
  }

  // What burns down is drawn by these ticks: an animation would draw sixty times a second, and warm an old phone.
  function burn(left) {
    const ring = document.querySelector(".ring .left");
    draw(document.querySelector(".fuse rect"), "width", Math.min(60, left));
    draw(ring, "stroke-dashoffset", Math.max(0, 100 - left * 100 / ring?.dataset.whole));
    ring?.classList.toggle("low", left <= 5);
  }

  function draw(one, name, value) {
    if (one && one.getAttribute(name) !== value.toFixed(1)) one.setAttribute(name, value.toFixed(1));
  }

  function tick() {
    const clock = document.querySelector(CLOCK);
    if (clock) burn(Math.max(0, (clock.ends - now()) / 1000));
    clocks(document).forEach((one) => {
      const left = Math.max(0, Math.ceil((one.ends - now()) / 1000));
      const two = (n) => String(n).padStart(2, "0");
      const [h, m, s] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const text = h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
      if (one.textContent !== text) one.textContent = text;
      one.classList.toggle("low", left <= 5);
      if (!left && one.matches(CLOCK) && !one.asked) one.asked = setTimeout(() => { one.asked = 0; refresh(); }, 1500);
    });
  }

  function listen() {
    quiet();
    if (live.ended) return;
    const mine = source = new EventSource(`${url}/live?after=${live.version}${talk ? `&chat=${live.chat ?? talk.last}` : ""}`);
    const wait = (ms) => { clearTimeout(timer); timer = setTimeout(lost, ms); };
    const heard = () => { failures = 0; line.textContent = ""; wait(20000); };
    wait(8000);
    source.addEventListener("beat", heard);
    source.addEventListener("chat", (event) => { heard(); live.hear?.(event.data); });
    source.addEventListener("end", () => { live.ended = true; quiet(); });
    source.onmessage = (event) => { if (source === mine) { heard(); live.apply(event.data); } };
    source.onerror = () => source === mine && lost();
  }

  function lost() {
    quiet();
    failures += 1;
    if (failures > 1) line.textContent = line.dataset.lost;
    timer = setTimeout(failures < 2 || failures % 10 === 0 ? listen : poll, SOON);
  }

  async function poll() {
    await refresh();
    if (live.ended || source) return;
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(failures % 10 ? poll : listen, SOON);
  }

  async function refresh() {
    const mine = asking = {};
    live.look?.();
    try {
      const answer = await fetch(`${url}/parts?version=${live.version}`, {
        cache: "no-store", headers: { "HX-Request": "true" }, signal: AbortSignal.timeout?.(5000),
      });
      if (answer.status === 403 || answer.status === 404) return location.reload(); // to a page that says why
      if (answer.status >= 400) throw new Error(answer.status);
      line.textContent = "";
      if (answer.status === 200) live.apply(await answer.text());
      else if (asking === mine) reset(answer.headers.get("X-Seconds"));
    } catch { line.textContent = line.dataset.lost; }
  }

  function quiet() { clearTimeout(timer); source?.close(); source = null; }

  function wake() {
    if (now() - woken < 300) return;
    woken = now();
    refresh();
    listen();
  }

  Object.assign(live, { quiet, refresh });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  document.addEventListener("resume", wake);
  document.addEventListener("freeze", quiet);
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", quiet);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => { line.textContent = line.dataset.lost; });

  live.settle(document.body);
  setInterval(tick, 250);
  listen();
})();
