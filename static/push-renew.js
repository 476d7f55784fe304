// Repairs this browser's subscription to push at a visit: browsers renew theirs, and push services forget some.
"use strict";

const PUSH = "push", DAY_MS = 24 * 60 * 60 * 1000;
const told = document.currentScript.dataset;

function readPush() {
  try { return JSON.parse(localStorage.getItem(PUSH)); } catch { return null; }
}

function keepPush(kept) {
  try {
    if (kept) localStorage.setItem(PUSH, JSON.stringify(kept));
    else localStorage.removeItem(PUSH);
  } catch { /* the browser stores nothing: then only its worker repairs what it renews */ }
}

function encode(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

function describePush(subscription) {
  const key = (name) => encode(subscription.getKey(name));
  return { url: subscription.endpoint, p256dh: key("p256dh"), auth: key("auth") };
}

// The site knows a device by its old address and the secret that only its browser has besides.
function renew(old, now) {
  const body = new URLSearchParams({ old: old.url, proof: old.auth, ...now });
  return fetch(told.renew, { method: "POST", body, credentials: "omit" });
}

async function resubscribe(registration, known, key) {
  if (known) await known.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function repair() {
  const registration = (await navigator.serviceWorker.getRegistrations())
    .find((each) => each.active?.scriptURL.includes("push-worker"));
  if (!registration) return;
  // A worker of an earlier release lies at an address that is gone by now.
  if (!registration.active.scriptURL.endsWith(told.worker)) await navigator.serviceWorker.register(told.worker);
  const known = await registration.pushManager.getSubscription();
  const kept = readPush() || (known && describePush(known));
  if (!kept || !(known || kept.key) || (known?.endpoint === kept.url && Date.now() - (kept.at || 0) < DAY_MS)) return;
  const key = known ? known.options.applicationServerKey : decode(kept.key || "");
  let now = known || await resubscribe(registration, null, key);
  let answer = await renew(kept, describePush(now));
  if (answer.status === 410) { // the push service has forgotten it, and the browser doesn't know
    now = await resubscribe(registration, now, key);
    answer = await renew(kept, describePush(now));
  }
  if (answer.status === 404) { // its player has removed this device
    await now.unsubscribe();
    keepPush(null);
  } else if (answer.ok) keepPush({ ...describePush(now), key: encode(key), at: Date.now() });
}

function decode(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

if ("serviceWorker" in navigator && "PushManager" in window && window.Notification?.permission === "granted") {
  repair().catch(() => { /* the next visit tries again */ });
}
