// Shows what needs passkeys where the browser has them, and says so when one was not given.
"use strict";

for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = !window.PublicKeyCredential;
for (const part of document.querySelectorAll("[data-no-passkey]")) part.hidden = Boolean(window.PublicKeyCredential);

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const part of document.querySelectorAll("[data-passkey-failed]")) part.hidden = false;
});
