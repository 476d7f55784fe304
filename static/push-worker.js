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
