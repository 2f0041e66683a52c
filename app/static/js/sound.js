// Short sounds made on the spot, one at a time: whatever matters most of what has just happened. None before the first
// touch or key, none while muted; the device remembers that.
(() => {
  "use strict";
  const KEY = "opolyx-mute";
  const button = document.getElementById("mute");
  const AUDIO = window.AudioContext || window.webkitAudioContext;
  // When each tone begins, how high it is and how long it lasts; the most important sound first.
  const SOUNDS = {
    end: [[0, 523, 0.18], [0.16, 659, 0.18], [0.32, 784, 0.18], [0.48, 1047, 0.5]],
    turn: [[0, 784, 0.14], [0.13, 1175, 0.3]],
    auction: [[0, 294, 0.07], [0.12, 294, 0.07], [0.24, 440, 0.2]],
    rent: [[0, 494, 0.12], [0.11, 370, 0.22]],
    buy: [[0, 587, 0.1], [0.09, 880, 0.22]],
    roll: [[0, 210, 0.03], [0.07, 260, 0.03], [0.13, 190, 0.03], [0.22, 230, 0.04]],
  };
  const CAUSES = { game_over: "end", auction_opened: "auction", bid: "auction", auction_won: "buy", bought: "buy", built: "buy", rolled: "roll" };
  let context, last, called;

  const stored = (value) => {
    try { return value === undefined ? localStorage.getItem(KEY) : localStorage.setItem(KEY, value); } catch { return null; }
  };
  let muted = stored() === "1";
  const call = () => document.getElementById("call").textContent.trim();

  function show() {
    button.hidden = !AUDIO;
    button.setAttribute("aria-pressed", String(muted));
  }

  function open() {
    if (muted || !AUDIO) return;
    context = context || new AUDIO();
    if (context.state !== "running") context.resume().catch(() => {});
  }

  function hush() {
    last?.disconnect();
    last = null;
  }

  function sound(name) {
    hush();
    if (muted || document.hidden || context?.state !== "running") return;
    const gain = last = context.createGain();
    gain.connect(context.destination);
    SOUNDS[name].forEach(([after, pitch, length]) => {
      const begins = context.currentTime + after;
      const tone = context.createOscillator(), fade = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      fade.gain.setValueAtTime(0.14, begins);
      fade.gain.exponentialRampToValueAtTime(0.001, begins + length);
      tone.connect(fade).connect(gain);
      tone.start(begins);
      tone.stop(begins + length);
    });
  }

  document.addEventListener("table:before", () => { called = call(); });
  document.addEventListener("table:after", ({ detail: { told } }) => {
    const heard = new Set(told.map(([, kind, reason]) => (kind === "paid" && reason === "rent" ? "rent" : CAUSES[kind])));
    if (call() && !called) heard.add("turn"); // whoever was asked already is not called again
    const first = Object.keys(SOUNDS).find((name) => heard.has(name));
    if (first) sound(first);
  });

  button.addEventListener("click", () => {
    muted = !muted;
    stored(muted ? "1" : "0");
    if (muted) hush();
    show();
    open();
  });
  // A finger counts as a gesture when it lifts, a mouse and a key when they go down.
  ["pointerdown", "pointerup", "touchend", "keydown"].forEach((name) => document.addEventListener(name, open, { capture: true, passive: true }));
  show();
})();
