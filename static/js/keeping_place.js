// #main, .replay: what is exchanged stays where the reader has scrolled to, and what they have folded or unfolded stays so.
// While the old part is gone the page keeps its height: a shorter one would be scrolled to its end.
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
