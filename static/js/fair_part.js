// input[data-fair]: a random number of this browser, which it gives to the shuffle of a game; shown where there is room.
function prepare() {
  document.querySelectorAll("input[data-fair]").forEach((input) => {
    if (input.value) return;
    input.value = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const form = input.form, made = form?.querySelector("[data-fair-made]");
    if (!made) return;
    made.querySelector("[data-fair-number]").textContent = input.value;
    made.hidden = false;
    form.querySelector("[data-fair-none]").hidden = true;
  });
}
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);
