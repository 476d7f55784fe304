// form[data-find], [data-card]: the cards of a deck are found while one types, and what is filled in but not saved stays.
// A page that the server has searched lacks the other cards, so its form goes on asking the server.
function find(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const fold of document.querySelectorAll("details.counts")) {
    let here = 0;
    for (const card of fold.querySelectorAll("[data-card]")) {
      const text = [...card.querySelectorAll(".card__title, .card__text")].map((each) => each.textContent).join(" ").toLocaleLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
      here += !card.hidden;
    }
    fold.hidden = !here;
    fold.dataset.open ??= String(fold.open);
    fold.open = words.length ? here > 0 : fold.dataset.open === "true";
    found += here;
  }
  const said = field.closest(".find").querySelector(".find__count");
  said.textContent = found ? "" : said.dataset.none;
}
document.addEventListener("input", (event) => {
  if (event.target.form?.matches("[data-find]") && !event.target.defaultValue) find(event.target);
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-find]") && !event.target.elements.q.defaultValue) event.preventDefault();
});
