// svg[data-ask]: the board is one stop of Tab, arrows go to the next thing in their direction that can be picked, and the
// way to the board leads there. Without this file each thing on the board is a stop.
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // so much farther is what lies beside the way
const LEAST_AHEAD = .3; // of what lies aside: what is nearly beside something isn't below it
const nextOn = new WeakMap();

// A space and the pieces on it are one thing, of which the upper one takes the press.
function stopsOf(svg) {
  const next = nextOn.get(svg), stops = new Map();
  for (const each of svg.querySelectorAll("[data-key][href]")) if (next?.has(each.dataset.key)) stops.set(each.dataset.key, each);
  return [...stops.values()];
}

function stopAt(svg, stop) {
  for (const each of svg.querySelectorAll("[data-key]")) each.setAttribute("tabindex", each === stop ? "0" : "-1");
}

document.addEventListener("board:shown", ({ target: svg, detail: { next } }) => {
  nextOn.set(svg, new Set(next));
  const stops = stopsOf(svg), last = svg.querySelector('[data-key][tabindex="0"]');
  if (stops.length) stopAt(svg, stops.find((each) => each === last) ?? stops.find((each) => "mine" in each.dataset) ?? stops[0]);
});

document.addEventListener("focusin", (event) => {
  const stop = event.target.closest?.(".board__svg[data-ask] [data-key]");
  if (stop) stopAt(stop.closest("svg"), stop);
});

// The middle of something; of two with the same, such as a tile and its only space, the later lies a little lower.
function middle(element, at) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2 + at / 100];
}

// The nearest stop in a direction, of which what lies straight ahead counts as nearer.
function nearest(stops, from, [right, down]) {
  const [x, y] = middle(from, stops.indexOf(from));
  let found = null, least = Infinity;
  stops.forEach((stop, at) => {
    const [toX, toY] = middle(stop, at), ahead = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down + (toY - y) * right), far = ahead + ASIDE * aside;
    if (stop !== from && ahead > aside * LEAST_AHEAD && far < least) [found, least] = [stop, far];
  });
  return found;
}

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key], from = step && event.target.closest?.(".board__svg[data-ask] [data-key]");
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  nearest(stopsOf(from.closest("svg")), from, step)?.focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const stop = event.target.closest?.('a[href="#board"]') && document.querySelector('.board__svg[data-ask] [tabindex="0"]');
  if (!stop || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  stop.focus();
});
