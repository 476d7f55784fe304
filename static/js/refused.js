// #main, #not-renewed: what the site refuses is said. A link that opens in place shows the page that says why; where a
// part of the page couldn't be renewed, one line says so until it is: that part, and not another.
const failed = new Set();
const line = () => document.getElementById("not-renewed");
const follow = (event) => location.assign(event.detail.requestConfig.path);
document.addEventListener("htmx:beforeSwap", (event) => {
  const { boosted, xhr } = event.detail;
  if (!boosted || xhr.status < 400) return;
  if (!xhr.responseText.includes('id="main"')) return follow(event); // no page of ours: a proxy's
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});
for (const failure of ["htmx:responseError", "htmx:sendError"]) {
  document.addEventListener(failure, (event) => {
    if (event.detail.boosted) follow(event);
    else if (event.detail.elt.dataset.hxSwap !== "none") {
      failed.add(event.detail.elt);
      line().hidden = false;
    }
  });
}
function renewed(element) {
  failed.delete(element);
  if (![...failed].some((each) => each.isConnected)) line().hidden = true;
}
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) renewed(event.detail.elt);
});
const pulse = () => document.getElementById("pulse");
document.addEventListener("pulse:failed", () => {
  failed.add(pulse());
  line().hidden = false;
});
document.addEventListener("pulse:answered", () => renewed(pulse()));
