// #main: a page that is out of date becomes the one that has arrived, in place. What is the same stays the same element,
// so nothing scrolls, closes or loses the focus, and words that somebody is writing stay theirs.
const idOf = (node) => node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("id") ?? "" : "";
const isLike = (old, fresh) => old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && idOf(old) === idOf(fresh);
const isInUse = (part) => part.contains(document.activeElement)
  || [...part.querySelectorAll("input, textarea")].some((each) => each.checked !== each.defaultChecked || each.value !== each.defaultValue);

// What its reader is working with is left alone as long as it is about the same.
function isKept(old, fresh) {
  if (old.matches("#news-said")) return true;
  if (old.matches("form[data-hx-preserve]")) return isInUse(old);
  if (old.matches("[data-hx-preserve]")) return true;
  if (!old.matches("#board")) return false;
  const board = old.querySelector("svg[data-ask]");
  return Boolean(board?.dataset.path) && fresh.querySelector("svg[data-ask]")?.dataset.ask === board.dataset.ask;
}
// What begins something when it appears has to appear anew; so has what has become something else.
const isReplaced = (old, fresh) => old.matches("svg, [data-hx-trigger*=load]") || old.dataset?.is !== fresh.dataset?.is;

function renewAttributes(old, fresh) {
  const isChosen = old.matches("details") && (old.matches("[data-chosen]") || old.contains(document.activeElement));
  const mine = ["data-chosen", ...(isChosen ? ["open"] : [])];
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !mine.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !mine.includes(name)) old.setAttribute(name, value);
  }
}

function renew(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.isEqualNode(fresh) || isKept(old, fresh)) return;
  if (isReplaced(old, fresh)) {
    old.replaceWith(document.importNode(fresh, true));
    return;
  }
  renewAttributes(old, fresh);
  renewChildren(old, fresh);
}

// The old child that goes on as this one: it has the same id, or it is the next of the same kind.
const isBlank = (node) => node?.nodeType === Node.TEXT_NODE && !node.data.trim();
function findOld(next, fresh) {
  if (isBlank(fresh)) return isBlank(next) ? next : null;
  const id = idOf(fresh);
  let first = null;
  for (let each = next; each; each = each.nextSibling) {
    if (!isLike(each, fresh)) continue;
    if (id || each.isEqualNode(fresh)) return each;
    if (!first && each.className === fresh.className) first = each;
  }
  return first;
}
const isShown = (node) => node.nodeType === Node.ELEMENT_NODE && node.matches(":popover-open");
function renewChildren(old, fresh) {
  let next = old.firstChild;
  const children = [...fresh.childNodes];
  children.forEach((each, at) => {
    const found = findOld(next, each);
    if (!found) {
      old.insertBefore(document.importNode(each, true), next);
      return;
    }
    // What lies between goes: an element that is moved, with the focus in it, would scroll the page.
    const isWanted = (node) => children.slice(at + 1).some((later) => findOld(node, later) === node);
    while (next !== found && !isShown(next) && (isBlank(next) || !isWanted(next))) next = drop(next);
    if (found === next) next = next.nextSibling;
    else if (old.moveBefore) old.moveBefore(found, next);
    else old.insertBefore(found, next);
    renew(found, each);
  });
  while (next) next = isShown(next) ? next.nextSibling : drop(next);
}
function drop(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

// Where the element that had the focus is gone, what stands for it gets it, or else the heading of what is asked.
function keepFocus(active) {
  if (active.isConnected || document.activeElement !== document.body) return;
  const same = ["id", "popovertarget", "href"].map((name) => [name, active.getAttribute(name)]).find(([, value]) => value);
  const heir = (same && document.querySelector(`#main [${same[0]}="${CSS.escape(same[1])}"]`))
    ?? document.getElementById("moment") ?? document.querySelector("#main h1");
  if (heir?.matches("h1, h2, h3")) heir.tabIndex = -1;
  heir?.focus({ preventScroll: true });
}

const filesOf = (page) => [...page.querySelectorAll("link[rel=stylesheet], script[src]")].filter((each) => !each.closest("#main"))
  .map((each) => each.getAttribute("href") ?? each.getAttribute("src"));
// A style that only what is new needs, such as that of the end, is there before anything changes.
const isHere = (style) => document.querySelector(`link[rel=stylesheet][href="${CSS.escape(style.getAttribute("href"))}"]`);
const load = (style) => new Promise((done) => {
  const copy = document.importNode(style, true);
  copy.onload = copy.onerror = done;
  document.head.append(copy);
});
document.addEventListener("page:arrived", async ({ detail: fresh }) => {
  const here = new Set(filesOf(document));
  if (filesOf(fresh).some((file) => !here.has(file))) {
    location.reload(); // a lobby that has become a table, or another release
    return;
  }
  const missing = [...fresh.querySelectorAll("#main link[rel=stylesheet]")].filter((each) => !isHere(each));
  if (missing.length) await Promise.all(missing.map(load));
  const main = document.getElementById("main"), active = document.activeElement;
  document.dispatchEvent(new CustomEvent("page:renewing", { detail: fresh }));
  renew(main, fresh.getElementById("main"));
  document.title = fresh.title;
  window.htmx?.process(main);
  main.dispatchEvent(new CustomEvent("htmx:afterSettle", { bubbles: true, detail: {} }));
  if (active && active !== document.body) keepFocus(active);
  document.dispatchEvent(new CustomEvent("page:renewed"));
});
