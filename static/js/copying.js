// [data-copy]: a button that copies what stands in a field; without a clipboard it stays hidden.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value)
    .then(() => { button.textContent = button.dataset.done; });
});

const prepare = () => document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = !navigator.clipboard; });
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);
