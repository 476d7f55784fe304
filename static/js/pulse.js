// #pulse: asks whether the page is out of date, as often as the site says, and says whether it is looked at, so that no
// mail comes about what it shows. A page that is new is handed on by the event "page:arrived" (renewing.js).
const STUCK = 20_000; // milliseconds
const LOOKED_FOR = 120, OLDEST_LOOK = 600, FIRST = 1.2, USUAL = 15, SLOWEST = 60; // seconds
const pulse = () => document.getElementById("pulse");
const instant = () => ({ steady: performance.now(), wall: Date.now() });
// One clock stands still while a laptop sleeps, the other may be set: the longer time counts.
const since = (then) => Math.max(performance.now() - then.steady, Date.now() - then.wall, 0) / 1000;
const tell = (what, detail) => document.dispatchEvent(new CustomEvent(what, { detail }));
const opened = instant();
// A page behind a mail's link may be open in a program that follows links: it is not looked at until it is touched.
let touched = pulse()?.hasAttribute("data-needs-touch") ? null : opened;
let hidden = document.visibilityState === "visible" ? null : opened;
let timer = 0, isAsking = false, isAskedAgain = false, failures = 0;

// How many seconds ago the page was last looked at: it is visible, and was touched within two minutes.
function lookedAgo() {
  if (!touched) return null;
  const ago = Math.ceil(Math.max(since(touched) - LOOKED_FOR, hidden ? since(hidden) : 0, 0));
  return ago > OLDEST_LOOK ? null : ago;
}

async function renew(form) {
  const answer = await fetch(form.dataset.page, { signal: AbortSignal.timeout(STUCK) });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || answer.redirected || !fresh.getElementById("main")) throw new Error("not renewed");
  tell("page:arrived", fresh);
}

async function ask(isLeaving = false) {
  const form = pulse();
  isAskedAgain = isAsking;
  if (!form || isAsking) return;
  clearTimeout(timer);
  isAsking = true;
  let next = USUAL;
  try {
    const sent = new URLSearchParams(new FormData(form)), ago = lookedAgo();
    sent.set("idle", Math.min(Math.round(since(touched ?? opened)), 99_999));
    if (ago !== null) sent.set("looked", ago);
    if (ago === 0) sent.set("watching", "on"); // by which the release before knows it
    const answer = await fetch(form.action, { method: "POST", body: sent, redirect: "manual", keepalive: isLeaving, signal: AbortSignal.timeout(STUCK) });
    if (!answer.ok) throw new Error("no answer");
    next = Number(answer.headers.get("Pulse-Next")) || USUAL;
    if (answer.status !== 204 && !isLeaving) await renew(form);
    failures = 0;
    tell("pulse:answered");
  } catch {
    next = Math.min(SLOWEST, USUAL * 2 ** failures);
    failures += 1;
    if (!isLeaving) tell("pulse:failed");
  }
  isAsking = false;
  if (isAskedAgain) ask(hidden !== null); // the page was hidden or seen meanwhile
  else plan(next);
}
function plan(seconds) {
  clearTimeout(timer);
  if (!hidden) timer = setTimeout(ask, seconds * (900 + 100 * Math.random())); // not all pages at the same moment
}

function touch(event) {
  if (!event.isTrusted) return;
  const wasIdle = touched && since(touched) > FIRST * 8;
  touched = instant();
  if (wasIdle && !failures && !isAsking) plan(FIRST);
}
for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"]) {
  document.addEventListener(kind, touch, { capture: true, passive: true });
}
window.addEventListener("focus", (event) => { if (touched) touch(event); });
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    hidden = null;
    if (touched) touched = instant();
    ask();
  } else {
    hidden = instant();
    ask(true);
  }
});
// What htmx asks for by itself rests as well while nobody can see it.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (hidden && event.detail.elt.dataset.hxTrigger?.startsWith("every")) event.preventDefault();
});
if (pulse()) plan(FIRST);
