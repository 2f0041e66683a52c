// Plays a finished game by following its own "next" link once a second. Without it the links do the same by hand.
(() => {
  "use strict";
  let timer, playing = false;
  const page = () => document.getElementById("replay");

  function show() {
    const button = page().querySelector("[data-play]");
    button.hidden = !page().querySelector("a[rel=next]");
    button.textContent = playing ? button.dataset.stop : button.dataset.play;
    document.getElementById("now").setAttribute("aria-live", playing ? "off" : "polite");
  }

  function stop() {
    playing = false;
    clearTimeout(timer);
    show();
  }

  async function step() {
    const next = page().querySelector("a[rel=next]");
    if (!playing || !next) return stop();
    const answer = await fetch(next.href).catch(() => null);
    if (!playing) return;
    if (!answer || !answer.ok) return stop();
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("replay");
    if (!playing || !found) return stop();
    const held = document.activeElement?.matches("[data-play]");
    page().replaceWith(found);
    history.replaceState(null, "", next.href);
    if (held) page().querySelector("[data-play]").focus({ preventScroll: true });
    timer = setTimeout(step, 1000);
    show();
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-play]")) return;
    if (playing) return stop();
    playing = true;
    show();
    step();
  });
  show();
})();
