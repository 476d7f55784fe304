// svg[data-ask], [data-key]: what is picked on the board is filled into the form without leaving the page. Without this
// file, each click is an address.
// What has to be clicked for an answer; games/board/clicks.py says the same, and tests/pages/board_clicks.json holds both.
function clicksOf(label) {
  const step = /^([a-z0-9-]+)>([a-z0-9-]+)(?:!([a-z0-9-]+))?$/.exec(label);
  if (step) return step.slice(1).filter(Boolean);
  const tile = /^(rotate|uproot):([a-z]+):(.+)$/.exec(label);
  if (tile) return [`tile:${tile[2]}`, `${tile[1] === "rotate" ? "turn" : "place"}:${tile[3]}`];
  return [label];
}

const words = (text) => (text ? text.split(" ") : []);
const boardOf = (svg) => ({
  labels: words(svg.dataset.labels), path: words(svg.dataset.path), most: Number(svg.dataset.most),
  form: document.getElementById(`ask-${svg.dataset.ask}`),
});
const inputs = (form) => (form ? [...form.querySelectorAll("input[name=label]")] : []);
const chosenOf = (board) => inputs(board.form).filter((each) => each.checked).map((each) => each.value)
  .filter((label) => board.labels.includes(label));

function below(board) {
  return board.labels.filter((label) => board.path.every((click, at) => clicksOf(label)[at] === click));
}

const nextKeys = (board) => below(board).map((label) => clicksOf(label)[board.path.length]).filter(Boolean);

// What a click leads to: {path}, {path, label}, or nothing.
function leadsTo(board, key) {
  const at = board.path.length;
  if (at && board.path[at - 1] === key) return { path: board.path.slice(0, -1) };
  let labels = below(board).filter((label) => clicksOf(label)[at] === key);
  if (!labels.length && !at) {
    labels = board.labels.filter((label) => clicksOf(label)[1] === key);
    if (labels.length > 1) labels = [];
  }
  if (labels.length === 1) return { path: board.path, label: labels[0] };
  if (labels.length) return { path: [...board.path, key] };
  return at && board.labels.some((label) => clicksOf(label)[0] === key) ? { path: [key] } : null;
}

function address(svg, lead, chosen) {
  const query = new URLSearchParams({ ask: svg.dataset.ask });
  lead.path.slice(0, 2).forEach((click, at) => query.append(["from", "to"][at], click));
  for (const label of lead.label ? [lead.label] : chosen) query.append("pick", label);
  return `?${query}#board`;
}

function mark(element, kind, styles) {
  for (const style of ["reach", "picked", "chosen"]) element.classList.toggle(`board-${kind}-${style}`, styles.includes(style));
}

function show(svg) {
  const board = boardOf(svg), chosen = chosenOf(board), at = board.path.length;
  const filled = new Set(chosen.flatMap(clicksOf));
  const reach = new Set((at ? below(board) : board.labels).map((label) => clicksOf(label)[at || 1]));
  for (const element of svg.querySelectorAll("[data-key]")) {
    const key = element.dataset.key, lead = leadsTo(board, key);
    if (lead) element.setAttribute("href", address(svg, lead, chosen)); else element.removeAttribute("href");
    if (lead?.label) element.dataset.label = lead.label; else delete element.dataset.label;
    const styles = [];
    if (reach.has(key)) styles.push("reach");
    if (board.path.includes(key)) styles.push("picked");
    if (filled.has(key)) styles.push("chosen");
    if (element.classList.contains("board-space")) mark(element, "space", styles);
    if (element.classList.contains("board-grip")) mark(element, "grip", styles);
    if (element.classList.contains("board-mark")) mark(element, "mark", styles);
    if (element.classList.contains("board-stand")) {
      mark(element, "stand", [...(lead ? ["reach"] : []), ...styles.filter((style) => style === "chosen"),
        ...("mine" in element.dataset && board.path[0] === element.dataset.stand ? ["picked"] : [])]);
    }
  }
  svg.dispatchEvent(new CustomEvent("board:shown", { bubbles: true, detail: { next: [...board.path, ...nextKeys(board)] } }));
  say(svg, board, chosen);
}

// The bar below the picture says what is picked, and has the button that does it.
function say(svg, board, chosen) {
  const bar = svg.closest(".board").querySelector(".board__act");
  if (!bar) return;
  const name = (key) => svg.querySelector(`[data-key="${CSS.escape(key)}"]`)?.dataset.name || key.split(":").pop();
  const inForm = (label, part) => inputs(board.form).find((each) => each.value === label)?.closest("label")
    ?.querySelector(part)?.textContent.trim().replace(/\s+/g, " ") ?? "";
  const told = (label) => {
    const clicks = clicksOf(label);
    if (!label.includes(">")) return clicks.length > 1 ? `${name(clicks[0])} → ${inForm(label, ".pill__words")}` : name(label);
    const remark = inForm(label, ".pill__remark");
    return clicks.slice(0, 2).map(name).join(" → ") + (remark && `, ${remark}`);
  };
  const isReady = chosen.length > 0 && chosen.length >= Number(svg.dataset.least);
  const ways = board.path.length > 1 ? below(board) : [];
  let said = "";
  if (chosen.length) said = chosen.map(told).join("; ") + (isReady ? "" : `. ${bar.dataset.more}`);
  else if (board.path.length) said = `${board.path.map(name).join(" → ")}. ${ways.length ? bar.dataset.which : board.path[0].startsWith("tile:") ? bar.dataset.tile : bar.dataset.goes}`;
  const line = bar.querySelector(".board__said");
  said = said.charAt(0).toLocaleUpperCase() + said.slice(1);
  if (line.textContent !== said) line.textContent = said; // said aloud once
  bar.querySelector(".board__hint").hidden = Boolean(said);
  bar.querySelector(".board__do").hidden = !isReady;
  bar.querySelector(".board__cancel").hidden = !said;
  bar.classList.toggle("board__act--ready", isReady);
  bar.querySelector(".board__ways").replaceChildren(...ways.map((label) => {
    const button = document.createElement("button");
    button.className = "button";
    button.type = "submit";
    button.name = "label";
    button.formNoValidate = true;
    button.value = label;
    button.setAttribute("form", board.form.id);
    button.setAttribute("aria-describedby", line.id);
    button.textContent = inForm(label, ".pill__remark") || inForm(label, ".pill__words");
    return button;
  }));
}

// Fill an answer in. Returns whether the form has it.
function fill(board, label) {
  const input = inputs(board.form).find((each) => each.value === label);
  if (!input) return false;
  const others = inputs(board.form).filter((each) => each.checked && each !== input);
  if (!input.checked && input.type === "checkbox" && others.length >= board.most) others[0].checked = false;
  input.checked = input.type === "radio" || !input.checked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
function empty(board) {
  for (const input of inputs(board.form)) input.checked = false;
  board.form?.dispatchEvent(new Event("change", { bubbles: true }));
}

const isAboutTile = (path) => path.some((click) => click.startsWith("tile:"));
const focusOn = (svg, key) => svg?.querySelector(`[data-key="${CSS.escape(key)}"][href]`)?.focus({ preventScroll: true });
// Whoever uses keys goes on at the button once there is only one thing left to press, else at what can be picked next.
function goOn(svg, key) {
  const button = svg.closest(".board").querySelector(".board__ways button, .board__do:not([hidden])");
  const board = boardOf(svg);
  if (button) button.focus({ preventScroll: true });
  else focusOn(svg, board.path.length ? nextKeys(board)[0] ?? key : key);
}
// How a tile can turn and where it can go is drawn by the server; the page stays where it is.
function fetchBoard(href, key) {
  window.htmx.ajax("GET", href.replace("#board", ""), { target: "#board", select: "#board", swap: "outerHTML show:none" })
    .then(() => { goOn(document.querySelector(".board__svg"), key); }, () => { window.location.href = href; });
}

document.addEventListener("click", (event) => {
  const element = event.target.closest?.(".board__svg [data-key][href]");
  if (!element || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const svg = element.closest("svg"), board = boardOf(svg), key = element.dataset.key, lead = leadsTo(board, key);
  if (!lead || !board.form) return;
  if (lead.label) {
    if (!fill(board, lead.label)) return;
  } else if (board.most === 1) empty(board); // whoever goes on to another piece has dropped what was filled in
  event.preventDefault();
  if (!lead.label && (isAboutTile(lead.path) || isAboutTile(board.path))) {
    fetchBoard(element.getAttribute("href"), key);
    return;
  }
  svg.dataset.path = lead.label && !isAboutTile(board.path) ? "" : lead.path.join(" ");
  show(svg);
  if (event.detail === 0) goOn(svg, key);
});
function cancel(figure) {
  const svg = figure.querySelector(".board__svg"), board = boardOf(svg), first = board.path[0] ?? clicksOf(chosenOf(board)[0] ?? "")[0];
  const href = figure.querySelector(".board__cancel").getAttribute("href");
  empty(board);
  svg.dataset.path = "";
  if (isAboutTile(board.path)) { fetchBoard(href, first); return; }
  show(svg);
  focusOn(svg, first);
}
document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".board__cancel");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  cancel(link.closest(".board"));
});
document.addEventListener("keydown", (event) => {
  const figure = event.key === "Escape" && event.target.closest?.(".board");
  if (figure && figure.querySelector(".board__cancel:not([hidden])")) cancel(figure);
});
// One of several ways is an answer by itself: nothing else that is filled in is sent with it.
document.addEventListener("submit", (event) => {
  if (event.submitter?.closest(".board__ways")) for (const input of inputs(event.target)) input.checked = false;
}, true);
document.addEventListener("change", (event) => {
  const form = event.target.closest?.("form.answer");
  const svg = form && document.querySelector(`.board__svg[data-ask="${form.id.slice(4)}"]`);
  if (svg) show(svg);
});
const showAll = () => document.querySelectorAll(".board__svg[data-ask]").forEach(show);
// A board too wide for a phone begins where the reader's pieces are, or the goal.
const scrollThere = () => document.querySelectorAll(".board__frame[tabindex]").forEach((frame) => {
  const there = [...frame.querySelectorAll("[data-mine], .board-space-goal, .board-space-picked, .board-mark")].map((each) => each.getBoundingClientRect());
  if (frame.scrollWidth <= frame.clientWidth || !there.length) return;
  const left = Math.min(...there.map((box) => box.left)), right = Math.max(...there.map((box) => box.right));
  frame.scrollLeft += (left + right) / 2 - frame.getBoundingClientRect().left - frame.clientWidth / 2;
});
document.addEventListener("htmx:afterSettle", showAll);
document.addEventListener("DOMContentLoaded", showAll);
document.addEventListener("DOMContentLoaded", scrollThere);
