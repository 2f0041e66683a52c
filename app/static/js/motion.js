// Plays how the old table became the new one: dice, tokens, money, cards, deeds. The parts are in place already when it
// begins, so nothing waits for it: a tap, a key or newer news ends it, and whoever asked for stillness sees none.
(() => {
  "use strict";
  const board = document.getElementById("board");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const JAIL = 10, SQUARES = 40, LONGEST_WALK = 12;
  let running = [], before = null, card = null, turned;
  const layer = document.createElement("div");
  layer.className = "motion";
  layer.setAttribute("aria-hidden", "true");
  board.parentElement.append(layer);

  const token = (seat) => board.querySelector(`.token[data-seat="${seat}"]`);
  const square = (number) => document.getElementById(`square-${number}`);
  const place = (one) => Number(one?.closest(".square").id.slice("square-".length));
  const purses = () => [...document.querySelectorAll("#seats .seat")].map((seat) => seat.querySelector(".cash"));
  const time = (name) => parseFloat(getComputedStyle(layer).getPropertyValue(name));

  function finish() {
    running.splice(0).forEach((end) => end());
  }

  function play(one, frames, options, done = () => {}) {
    const animation = one.animate(frames, { fill: "backwards", easing: "ease-out", ...options });
    const end = () => { animation.cancel(); done(); };
    animation.onfinish = () => { running = running.filter((other) => other !== end); end(); };
    running.push(end);
  }

  // The squares each token comes past; a far way is flown.
  function ways(told) {
    const found = new Map();
    let back = false;
    told.forEach(([, kind, a, b, c]) => {
      if (kind === "card_drawn") back = a === "back_3";
      const to = { moved: c, jumped: c, teleported: b, jailed: JAIL }[kind];
      if (to === undefined) return;
      const way = found.get(a) || [kind === "moved" || kind === "jumped" ? b : before.places[a]];
      const from = way[way.length - 1];
      const step = back ? -1 : 1;
      const count = (step * (to - from) + SQUARES) % SQUARES;
      const walks = kind === "moved" && count <= LONGEST_WALK;
      for (let n = 1; walks && n < count; n += 1) way.push((from + step * n + SQUARES) % SQUARES);
      way.push(to);
      found.set(a, way);
      back = false;
    });
    return found;
  }

  function centre(one) {
    const box = one.getBoundingClientRect(), room = layer.getBoundingClientRect();
    return { x: box.x + box.width / 2 - room.x, y: box.y + box.height / 2 - room.y };
  }

  // A copy walks above the board; the token itself stands at its end already, unseen meanwhile.
  function walk(seat, way, delay) {
    const shown = token(seat);
    if (!shown || place(shown) !== way[way.length - 1]) return 0;
    const ghost = double(shown);
    layer.append(ghost);
    const half = { x: shown.offsetWidth / 2, y: shown.offsetHeight / 2 };
    const points = way.map((number, at) => centre(at < way.length - 1 ? square(number) : shown));
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x - half.x}px, ${y - half.y}px)`, easing: "ease-in-out" }));
    const duration = Math.min(time("--walk"), (points.length - 1) * time("--step") + time("--step") * 3);
    play(shown, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + duration });
    play(ghost, frames, { delay, duration, easing: "linear" }, () => ghost.remove());
    return duration;
  }

  function double(one) {
    const copy = one.cloneNode(true);
    const from = [one, ...one.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((source, at) => {
      const style = getComputedStyle(source);
      for (const name of style) to[at].style.setProperty(name, style.getPropertyValue(name));
      to[at].removeAttribute("data-seat");
    });
    Object.assign(copy.style, { position: "absolute", inset: "auto", left: "0", top: "0", margin: "0", opacity: "1" });
    return copy;
  }

  function roll() {
    const duration = time("--roll");
    document.querySelectorAll("#middle .dice .die").forEach((die, at) => {
      const turn = at % 2 ? -1 : 1;
      play(die, [
        { transform: `translateY(-60%) rotate(${turn * -270}deg) scale(0.7)` },
        { transform: `translateY(8%) rotate(${turn * 20}deg) scale(1.06)`, offset: 0.7 },
        { transform: "none" },
      ], { duration });
    });
    return duration;
  }

  function count(purse, old, delay) {
    const text = purse.textContent;
    const words = new Intl.NumberFormat(document.documentElement.lang);
    const value = (said) => Number(said.replace(/\D/g, ""));
    const from = value(old), to = value(text);
    if (purse.childElementCount || from === to || !text.includes(words.format(to))) return;
    const say = (amount) => text.replace(words.format(to), words.format(amount));
    const duration = time("--count"), began = performance.now() + delay;
    let frame, over = false;
    const end = () => { over = true; cancelAnimationFrame(frame); purse.textContent = text; };
    const tick = () => {
      if (over) return;
      const part = Math.min(1, Math.max(0, (performance.now() - began) / duration));
      if (part === 1) { running = running.filter((other) => other !== end); return end(); }
      purse.textContent = say(Math.round(from + (to - from) * part));
      frame = requestAnimationFrame(tick);
    };
    running.push(end);
    tick();
    play(purse, [{}, { transform: "scale(1.12)" }, {}], { delay, duration });
  }

  function pop(number, part, delay) {
    const one = square(number)?.querySelector(part);
    if (one) play(one, [{ transform: "scale(0)" }, { transform: "scale(1.5)", offset: 0.6 }, { transform: "none" }], { delay, duration: time("--turn") });
  }

  function show(text, delay) {
    put();
    card = document.createElement("p");
    card.className = "motion-card";
    card.textContent = text;
    const { x, y } = centre(document.getElementById("middle"));
    Object.assign(card.style, { left: `${x}px`, top: `${y}px` });
    layer.append(card);
    turned = setTimeout(put, delay + time("--read"));
    const at = "translate(-50%, -50%)";
    play(card, [{ transform: `${at} rotateY(90deg)`, opacity: 0 }, { transform: `${at} rotateY(0)`, opacity: 1 }], { delay, duration: time("--turn") });
  }

  function put() { clearTimeout(turned); card?.remove(); card = null; }

  document.addEventListener("table:before", ({ detail: { told, gap } }) => {
    finish();
    before = null;
    const rolls = told.filter(([, kind]) => kind === "rolled").length;
    if (rolls) put();
    if (still.matches || document.hidden || gap > 3 || rolls > 1) return;
    const places = Object.fromEntries([...board.querySelectorAll(".token")].map((one) => [one.dataset.seat, place(one)]));
    before = { places, purses: purses().map((one) => one?.textContent) };
  });

  document.addEventListener("table:after", ({ detail: { told } }) => {
    if (!before) return;
    let then = told.some(([, kind]) => kind === "rolled") ? roll() : 0;
    const walks = [...ways(told)].map(([seat, way]) => walk(seat, way, then));
    then += Math.max(0, ...walks);
    purses().forEach((one, seat) => one && before.purses[seat] && count(one, before.purses[seat], then));
    told.forEach(([, kind, a, b, ...more]) => {
      if (kind === "card_drawn") show(b, then);
      if (kind === "built" || kind === "sold") pop(a, ".level", then);
      if (kind === "bought" || kind === "auction_won") pop(a, ".owner", then);
      if (kind === "trade_accepted") [a, b, ...more].forEach((one) => pop(one, ".owner", then));
    });
  });

  const skip = () => { finish(); put(); };
  ["pointerdown", "keydown"].forEach((name) => document.addEventListener(name, skip, { capture: true, passive: true }));
  document.addEventListener("visibilitychange", finish);
  still.addEventListener?.("change", skip);
})();
