// [data-key], [data-number], [data-keys], [data-keys-on]: single keys, which whoever speaks to the browser or trips over
// them can switch off (WCAG 2.1.4).
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
  const choices = document.querySelectorAll(`.dock form.answer [name=label][data-number="${number}"]`);
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
    const sheet = list.closest("[popover]"), isShown = list.open && (!sheet || sheet.matches(":popover-open"));
    list.open = !isShown;
    if (sheet?.matches(":popover-open") === isShown) sheet.togglePopover();
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

const prepare = () => document.querySelectorAll("[data-keys-on]").forEach((box) => { box.checked = usesKeys(); });
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);
