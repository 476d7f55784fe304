// Shows what needs passkeys where the browser has them, lets allauth's script work its forms, and says so when no
// passkey was given.
"use strict";

for (const part of document.querySelectorAll("[data-passkey]")) part.hidden = !window.PublicKeyCredential;
for (const part of document.querySelectorAll("[data-no-passkey]")) part.hidden = Boolean(window.PublicKeyCredential);

for (const form of document.querySelectorAll("[data-passkey-form]")) {
  window.allauth.webauthn.forms[form.dataset.passkeyForm]({ ids: JSON.parse(form.dataset.passkeyIds) });
}

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  for (const part of document.querySelectorAll("[data-passkey-failed]")) part.hidden = false;
});
