// [data-focus]: after an answer, whoever listens or uses keys goes on at the new question; nothing scrolls.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelector("[data-focus]")?.focus({ preventScroll: true });
});
// A page shown again by the back button: the form may have been answered since.
window.addEventListener("pageshow", (event) => { if (event.persisted) window.location.reload(); });
