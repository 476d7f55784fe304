// Small comforts. Every page works without this file.
"use strict";

// How many of a question's cards are chosen, and when that is enough.
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

// Single keys. Who speaks to the browser or trips over them can switch them off (WCAG 2.1.4).
const KEYS = "keys";
function usesKeys() {
  try { return localStorage.getItem(KEYS) !== "off"; } catch { return true; }
}
document.documentElement.classList.toggle("has-keys", usesKeys()); // before the first paint, for nothing to shift
document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-keys-on]")) return;
  try { localStorage.setItem(KEYS, event.target.checked ? "on" : "off"); } catch { /* the browser stores nothing */ }
  document.documentElement.classList.toggle("has-keys", event.target.checked);
});
// Cards have the numbers of our mails; the second digit of 10, 11 and 12 follows at once.
const NEXT_DIGIT_MS = 900;
let typed = "", typedAt = 0;
function typedNumber(digit) {
  const longer = typed + digit;
  typed = performance.now() - typedAt < NEXT_DIGIT_MS && choiceOf(longer) ? longer : digit;
  typedAt = performance.now();
  return typed;
}
function choiceOf(number) {
  const choices = document.querySelectorAll(`.moment form.answer [name=label][data-number="${number}"]`);
  return [...choices].find((each) => each.checkVisibility());
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  if (event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]")) return;
  if (!usesKeys()) return;
  if (/^[0-9]$/.test(event.key)) {
    const choice = choiceOf(typedNumber(event.key));
    if (!choice || choice.disabled) return;
    choice.focus();
    if (choice.matches("input")) choice.click(); // where one press plays, Enter does
  } else if (event.key === "?") {
    const list = document.querySelector("[data-keys]");
    if (!list) return;
    list.open = !list.open;
    if (list.open) list.querySelector("summary").focus();
  } else {
    // Arrows choose among radio buttons, and scroll what has the focus.
    if (event.key.startsWith("Arrow") && event.target.closest("[type=radio], [tabindex]")) return;
    const link = document.querySelector(`a[data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    link.click();
  }
  event.preventDefault();
});

// A chip shows its card when it is pressed; with a mouse or by keys it is enough to come to it.
const HOVER_MS = 250;
let soon = 0, shownBy = null;
function cardOf(chip) {
  return document.getElementById(chip.getAttribute("popovertarget"));
}
function showCard(chip) {
  const card = cardOf(chip);
  if (!card?.showPopover || card.matches(":popover-open")) return;
  card.showPopover({ source: chip });
  shownBy = chip;
}
function hideCard(chip) {
  clearTimeout(soon);
  if (shownBy !== chip) return;
  shownBy = null;
  cardOf(chip)?.hidePopover();
}
document.addEventListener("pointerover", (event) => {
  const chip = event.pointerType === "mouse" && event.target.closest("[popovertarget]");
  clearTimeout(soon);
  if (chip) soon = setTimeout(showCard, HOVER_MS, chip);
});
document.addEventListener("pointerout", (event) => {
  const chip = event.target.closest("[popovertarget]");
  if (chip && !chip.contains(event.relatedTarget)) hideCard(chip);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches("[popovertarget]:focus-visible")) showCard(event.target);
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches("[popovertarget]")) hideCard(event.target);
});
// Whoever presses wants the card to stay until the next press elsewhere.
document.addEventListener("click", (event) => {
  if (event.target.closest("[popovertarget]")) shownBy = null;
});

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

// A browser writes the date in its field by its own language: beside it stands the same day in that of the page.
function sayDate(field) {
  let said = field.nextElementSibling;
  if (!said?.matches(".date-said")) {
    said = document.createElement("output");
    said.className = "date-said";
    said.htmlFor = field.id;
    field.after(said);
  }
  const day = field.valueAsDate;
  const words = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
  said.textContent = day ? words.format(day) : "";
}
document.addEventListener("input", (event) => {
  if (event.target.matches("input[type=date]")) sayDate(event.target);
});

// The card that is played moves to its place on the next page, where it is a chip.
const PLAYED = "played";
// A transition that the next page doesn't want, or that a second press overtakes, is no error.
const letGo = (transition) => { for (const each of [transition.ready, transition.finished]) each.catch(() => {}); };
window.addEventListener("pageswap", (event) => {
  if (!event.viewTransition) return;
  letGo(event.viewTransition);
  const pressed = document.activeElement?.closest("form.answer button.choice");
  const card = pressed ?? document.querySelector("form.answer input[name=label]:checked")?.closest(".card");
  if (card) card.style.viewTransitionName = PLAYED;
});
window.addEventListener("pagereveal", (event) => {
  const receipt = document.querySelector(".receipt [popovertarget]");
  if (!event.viewTransition) return;
  letGo(event.viewTransition);
  if (!receipt) return;
  const same = `[popovertarget="${CSS.escape(receipt.getAttribute("popovertarget"))}"]`;
  const arrived = document.querySelector(`.situation ${same}`) ?? receipt;
  arrived.style.viewTransitionName = PLAYED;
  const rest = () => { arrived.style.viewTransitionName = ""; };
  event.viewTransition.finished.then(rest, rest);
});

// A sign that no font of this device has, such as an emoji, would be an empty box: the first letter stands for it.
function drawnAs(sign) {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  canvas.width = canvas.height = 24;
  pen.font = "16px sans-serif";
  pen.fillText(sign, 2, 18);
  return canvas.toDataURL();
}
function replaceMissingSigns(root) {
  for (const sign of root.querySelectorAll("[data-letter]")) {
    const [first] = sign.textContent.trim();
    if (first && !/[\p{L}\p{N}\p{P}]/u.test(first) && drawnAs(first) === drawnAs("\u{10ffff}")) sign.textContent = sign.dataset.letter;
  }
}

function prepare(root) {
  replaceMissingSigns(root);
  root.querySelectorAll("form.answer").forEach(count);
  root.querySelectorAll("form.answer[data-none]").forEach((form) => { form.noValidate = true; });
  root.querySelectorAll("[data-keys-on]").forEach((box) => { box.checked = usesKeys(); });
  root.querySelectorAll("input[type=date]").forEach(sayDate);
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
  });
  root.querySelectorAll("input[data-guess]").forEach((input) => {
    if (input.value !== input.dataset.guess) return;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    if (zone.includes("/") && zone !== "Etc/Unknown") input.value = zone; // some browsers hide it
  });
}

document.addEventListener("change", (event) => {
  const form = event.target.closest("form.answer");
  if (form) count(form);
});
// The cards of a deck are found while one types: what is filled in but not saved yet stays. A page that the server has
// searched lacks the other cards, so its form goes on asking the server.
function find(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const fold of document.querySelectorAll("details.counts")) {
    let here = 0;
    for (const card of fold.querySelectorAll("[data-card]")) {
      const text = [...card.querySelectorAll(".card__title, .card__text")].map((each) => each.textContent).join(" ").toLocaleLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
      here += !card.hidden;
    }
    fold.hidden = !here;
    fold.dataset.open ??= String(fold.open);
    fold.open = words.length ? here > 0 : fold.dataset.open === "true";
    found += here;
  }
  const said = field.closest(".find").querySelector(".find__count");
  said.textContent = found ? "" : said.dataset.none;
}
document.addEventListener("input", (event) => {
  if (event.target.form?.matches("[data-find]") && !event.target.defaultValue) find(event.target);
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-find]") && !event.target.elements.q.defaultValue) event.preventDefault();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value)
    .then(() => { button.textContent = button.dataset.done; });
});
// The icon of an installed app says how many games wait; 0 takes the badge away.
document.addEventListener("DOMContentLoaded", () => {
  const heading = document.querySelector("[data-waiting]");
  if (heading && navigator.setAppBadge) navigator.setAppBadge(Number(heading.dataset.waiting)).catch(() => {});
});
document.addEventListener("htmx:afterSettle", () => prepare(document));
document.addEventListener("DOMContentLoaded", () => prepare(document));
// After an answer, whoever listens or uses keys goes on at the new question; nothing scrolls.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
});
// A page shown again by the back button: the form may have been answered since.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });

// A page on the screen says so, so that no mail comes about what it shows.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.id === "pulse" && document.visibilityState === "visible") event.detail.parameters.watching = "on";
});

// What is exchanged stays where the reader has scrolled to, and what they have folded or unfolded stays so. While the old
// part is gone the page keeps its height: a shorter one would be scrolled to its end.
let kept = null;
const labelOf = (fold) => fold.querySelector("summary")?.textContent.trim();
document.addEventListener("click", (event) => {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold) fold.dataset.chosen = "";
});
document.addEventListener("htmx:beforeSwap", (event) => {
  const { target } = event.detail;
  if (!event.detail.shouldSwap || !target.matches(".replay, #main")) return;
  const chosen = target.querySelectorAll("details[data-chosen]");
  kept = { top: scrollY, folds: new Map([...chosen].map((fold) => [labelOf(fold), fold.open])) };
  document.body.style.minHeight = `${document.documentElement.scrollHeight}px`;
});
document.addEventListener("htmx:afterSwap", () => {
  if (!kept) return;
  for (const fold of document.querySelectorAll("details")) {
    if (!kept.folds.has(labelOf(fold))) continue;
    fold.open = kept.folds.get(labelOf(fold));
    fold.dataset.chosen = "";
  }
  document.body.style.minHeight = "";
  scrollTo({ top: kept.top, behavior: "instant" });
  kept = null;
});
