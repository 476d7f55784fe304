// Shows what the site pushes, and opens the game when it is clicked. It controls no page and stores nothing.
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(told.title || "Fluxx", {
    body: told.body || "", tag: told.tag || "", renotify: Boolean(told.tag), data: { url: told.url || "/" },
  }));
});

// Marks the icon of an installed app; the dashboard then sets the number, or takes the mark away.
self.addEventListener("push", (event) => {
  if (self.navigator.setAppBadge) event.waitUntil(self.navigator.setAppBadge().catch(() => {}));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

// Browsers renew subscriptions, and tell nobody but their worker. The site knows the device by its old address and secret.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function renew(event) {
  const old = event.oldSubscription;
  if (!old) return; // the next visit to the site repairs it
  const manager = self.registration.pushManager;
  const now = event.newSubscription || await manager.getSubscription()
    || await manager.subscribe({ userVisibleOnly: true, applicationServerKey: old.options.applicationServerKey });
  const key = (subscription, name) => btoa(String.fromCharCode(...new Uint8Array(subscription.getKey(name))))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const body = new URLSearchParams({
    old: old.endpoint, proof: key(old, "auth"), url: now.endpoint, p256dh: key(now, "p256dh"), auth: key(now, "auth"),
  });
  await fetch("/push/renew/", { method: "POST", body, credentials: "omit" });
}
