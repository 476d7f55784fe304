// [data-waiting]: the icon of an installed app says how many games wait; 0 takes the badge away.
document.addEventListener("DOMContentLoaded", () => {
  const heading = document.querySelector("[data-waiting]");
  if (heading && navigator.setAppBadge) navigator.setAppBadge(Number(heading.dataset.waiting)).catch(() => {});
});
