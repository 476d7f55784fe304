// form.answer[data-count], [data-none]: how many are chosen, and when that is enough.
function count(form) {
  const least = Number(form.dataset.least), most = Number(form.dataset.most);
  if (!form.dataset.count) return;
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  const chosen = boxes.filter((box) => box.checked).length;
  for (const box of boxes) box.disabled = !box.checked && chosen >= most;
  const said = form.querySelector(".answer__count");
  said.textContent = form.dataset.count.replace("{chosen}", chosen);
  said.classList.remove("answer__count--short");
  form.querySelector("button[type=submit]").setAttribute("aria-disabled", chosen < least);
}

// Too few are chosen: the button can be pressed, and the words beside it say what is missing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.answer[data-count]")) return;
  if (form.querySelectorAll("input[name=label]:checked").length >= Number(form.dataset.least)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  count(form);
  form.querySelector(".answer__count").classList.add("answer__count--short");
}, true);

// Where one is to be chosen, the page says so itself: a browser says it in its own language, and can't point at what is
// folded up.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form.answer[data-none]") || form.querySelector("[name=label]:checked")) return;
  if (event.submitter?.name === "label") return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const said = form.querySelector(".answer__count");
  said.textContent = form.dataset.none;
  said.classList.add("answer__count--short");
}, true);
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("form.answer[data-none]")) form.querySelector(".answer__count").textContent = "";
});

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.answer");
  if (form) count(form);
});

function prepare() {
  document.querySelectorAll("form.answer").forEach(count);
  document.querySelectorAll("form.answer[data-none]").forEach((form) => { form.noValidate = true; });
}
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);

// Radio buttons of one name are one stop of Tab: who opens a later fold of moves by a key couldn't get into it.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches("#ways details[open]") || document.activeElement !== target.querySelector("summary")) return;
  [...target.querySelectorAll("input")].find((each) => each.checkVisibility())?.focus();
}, true);
