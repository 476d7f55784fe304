// form.answer, .receipt: the card that is played moves to its place on the next page, where it is a chip.
const PLAYED = "played";
// A transition that the next page doesn't want, or that a second press overtakes, is no error.
const letGo = (transition) => { for (const each of [transition.ready, transition.finished]) each.catch(() => {}); };
window.addEventListener("pageswap", (event) => {
  if (!event.viewTransition) return;
  letGo(event.viewTransition);
  const pressed = document.activeElement?.closest("form.answer button.choice");
  const card = pressed ?? document.querySelector("form.answer input[name=label]:checked + .card");
  if (card) card.style.viewTransitionName = PLAYED;
});
window.addEventListener("pagereveal", (event) => {
  const receipt = document.querySelector(".receipt [popovertarget]");
  if (!event.viewTransition) return;
  letGo(event.viewTransition);
  if (!receipt) return;
  const same = `[popovertarget="${CSS.escape(receipt.getAttribute("popovertarget"))}"]`;
  const arrived = document.querySelector(`.felt ${same}`) ?? receipt;
  arrived.style.viewTransitionName = PLAYED;
  const rest = () => { arrived.style.viewTransitionName = ""; };
  event.viewTransition.finished.then(rest, rest);
});
