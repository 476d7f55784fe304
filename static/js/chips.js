// [popovertarget]: a chip shows its card when it is pressed; with a mouse or by keys it is enough to come to it.
const HOVER_MS = 250;
let soon = 0, shownBy = null;
function cardOf(chip) {
  const card = document.getElementById(chip.getAttribute("popovertarget"));
  return card?.matches(".card") ? card : null; // a sheet waits to be asked for
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
