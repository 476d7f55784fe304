// #news: what is new on a page that is renewed is said to whoever listens, politely and once.
const linesOf = (page) => [...page.querySelectorAll("#news [data-line]")];
const askedOf = (page) => page.querySelector("#news")?.dataset.asked;
document.addEventListener("page:renewing", ({ detail: fresh }) => {
  const said = document.getElementById("news-said"), news = fresh.querySelector("#news");
  if (!said || !news) return;
  const known = new Set(linesOf(document).map((line) => line.dataset.line));
  const words = linesOf(fresh).filter((line) => !known.has(line.dataset.line)).map((line) => line.dataset.words);
  if (news.dataset.call && askedOf(fresh) !== askedOf(document)) words.push(news.dataset.call);
  if (words.length) said.textContent = words.join(" ");
});
