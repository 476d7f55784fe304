// #pulse: a page on the screen says so, so that no mail comes about what it shows.
document.addEventListener("htmx:configRequest", (event) => {
  if (event.target.id === "pulse" && document.visibilityState === "visible") event.detail.parameters.watching = "on";
});
