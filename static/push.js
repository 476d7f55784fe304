// Subscribes this browser to push. Without this file the page says that push needs it.
"use strict";

const form = document.getElementById("push");

function bytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

function text(buffer) {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}

// The worker's scope is its own folder, where it controls no page; `ready` would wait for ever.
function active(registration) {
  if (registration.active) return Promise.resolve(registration);
  const worker = registration.installing || registration.waiting;
  return new Promise((done) => worker.addEventListener("statechange", () => {
    if (worker.state === "activated") done(registration);
  }));
}

async function subscribe() {
  const registration = await active(await navigator.serviceWorker.register(form.dataset.worker));
  const known = await registration.pushManager.getSubscription();
  if (known) await known.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) });
}

function say(words) {
  const place = form.querySelector("[role=alert]");
  place.textContent = words;
  place.hidden = false;
}

function guess() {
  const agent = navigator.userAgent;
  const browser = ["Firefox", "Edg", "OPR", "Chrome", "Safari"].find((name) => agent.includes(name)) || "Browser";
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((name) => agent.includes(name));
  const shown = { Edg: "Edge", OPR: "Opera" }[browser] || browser;
  return system ? `${shown}, ${system}` : shown;
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.hidden = false;
  document.getElementById("no-push").hidden = true;
  form.elements.name.value = guess();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await Notification.requestPermission() !== "granted") return say(form.dataset.denied);
    try {
      const subscription = await subscribe();
      form.elements.url.value = subscription.endpoint;
      form.elements.p256dh.value = text(subscription.getKey("p256dh"));
      form.elements.auth.value = text(subscription.getKey("auth"));
      form.submit();
    } catch (error) {
      say(`${form.dataset.failed} ${error.message}`);
    }
  });
} else if (form && navigator.standalone === false) { // a tab on an iPhone or iPad, where only installed apps get pushes
  document.getElementById("home-first").hidden = false;
  document.getElementById("no-push").hidden = true;
}
