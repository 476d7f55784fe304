// Small comforts. Every page works without this file.
"use strict";

// How many of a question's cards are chosen, and when that is enough.
function count(form) {
  const least = Number(form.dataset.least), most = Number(form.dataset.most);
  if (least === 1 && most === 1) return;
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const chosen = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = !box.checked && chosen >= most;
  form.querySelector(".answer__count").textContent = `${chosen} / ${most}`;
  form.querySelector("button[type=submit]").disabled = chosen < least;
}

// Where choices are folded up, a browser can't say that one is missing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.answer[data-none]") || form.querySelector("[name=label]:checked")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  form.querySelector(".answer__count").textContent = form.dataset.none;
}, true);
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("form.answer[data-none]")) form.querySelector(".answer__count").textContent = "";
});

function prepare(root) {
  root.querySelectorAll("form.answer").forEach(count);
  root.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = !navigator.clipboard; });
  // The time zones that this browser knows, offered while one types; a new player's own is filled in.
  root.querySelectorAll("input[data-zones]").forEach((input) => {
    if (!document.getElementById("zones")) {
      const list = document.createElement("datalist");
      list.id = "zones";
      list.append(...Intl.supportedValuesOf("timeZone").map((zone) => new Option(zone)));
      input.after(list);
    }
    input.setAttribute("list", "zones");
    if (input.dataset.guess && input.value === "UTC") {
      input.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
    }
  });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.answer");
  if (form) count(form);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value)
    .then(() => { button.textContent = button.dataset.done; });
});
document.addEventListener("htmx:afterSettle", () => prepare(document));
document.addEventListener("DOMContentLoaded", () => prepare(document));
// A page shown again by the back button: the form may have been answered since.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
