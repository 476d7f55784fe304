// [data-focus]: after an answer, whoever listens or uses keys goes on at the new question; nothing scrolls. After anything
// else that was done (an answer taken back, a setting), they go on at the heading, below the words that say so.
function headingAfterAct() {
  if (!document.querySelector("#main > .note[role=status], #notices > .notice[role=status]")) return null;
  const heading = document.getElementById("moment") ?? document.querySelector("#main h1");
  if (heading && !heading.hasAttribute("tabindex")) heading.tabIndex = -1;
  return heading;
}
document.addEventListener("DOMContentLoaded", () => {
  const place = document.querySelector("[data-focus]") ?? (document.querySelector("[autofocus]") ? null : headingAfterAct());
  place?.focus({ preventScroll: true });
});
// A page shown again by the back button: the form may have been answered since.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
