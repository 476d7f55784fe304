// #felt, #dock: a card that lies elsewhere on a page that is renewed moves there from where it was.
const MOVE_MS = 400, FAR = 8; // pixels
const PLACES = "#felt, #dock";
// Which card an element is: a chip names the whole card that it shows, a choice has it as its value.
const cardOf = (element) => element.getAttribute("popovertarget") ?? `card-${element.value}`;
function listCards() {
  const found = new Map();
  for (const place of document.querySelectorAll(PLACES)) {
    for (const element of place.querySelectorAll("[popovertarget^=card-], input[name=label]")) {
      const shown = element.matches("input") ? element.nextElementSibling ?? element : element, box = shown.getBoundingClientRect();
      if (box.width && !found.has(cardOf(element))) found.set(cardOf(element), { shown, box });
    }
  }
  return found;
}

let before = null;
document.addEventListener("page:renewing", () => {
  before = matchMedia("(prefers-reduced-motion: no-preference)").matches ? listCards() : null;
});
document.addEventListener("page:renewed", () => {
  for (const [card, { shown, box }] of before ? listCards() : []) {
    const from = before.get(card)?.box;
    if (!from) continue;
    const left = from.left - box.left, top = from.top - box.top;
    if (Math.hypot(left, top) < FAR) continue;
    shown.animate([{ transform: `translate(${left}px, ${top}px)` }, { transform: "none" }], { duration: MOVE_MS, easing: "ease-in-out" });
  }
  before = null;
});
