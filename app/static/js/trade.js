// Keeps the slider of a sum and its field in step. Without it the field alone does.
(() => {
  "use strict";
  const sliderOf = (field) => field.id && document.querySelector(`.slider[data-field="${field.id}"]`);

  document.documentElement.classList.add("sliding");
  document.addEventListener("input", ({ target }) => {
    if (target.matches(".slider")) {
      document.getElementById(target.dataset.field).value = target.value;
    } else if (target.matches(".cash-field input")) {
      const slider = sliderOf(target);
      const sum = Number(target.value.replace(/[\s.,'’]/g, ""));
      if (slider && Number.isFinite(sum)) slider.value = sum;
    }
  }, true);
})();
