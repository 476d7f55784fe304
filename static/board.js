// The board: what is clicked on it is filled into the form without leaving the page. Without this file, each click is an address.
"use strict";

(() => {
  // What has to be clicked for an answer; games/board/clicks.py says the same.
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
    say(svg, board, chosen);
  }

  function say(svg, board, chosen) {
    const said = svg.closest(".board").querySelector(".board__said");
    const name = (key) => svg.querySelector(`[data-key="${CSS.escape(key)}"]`)?.dataset.name || key.split(":").pop();
    const told = (clicks) => clicks.map(name).join(" → ");
    said.textContent = "";
    const done = chosen.filter((label) => board.path.every((click, at) => clicksOf(label)[at] === click));
    if (!done.length && board.path.length) said.textContent = `${said.dataset.picked} ${told(board.path)}. ${board.path[0].startsWith("tile:") ? said.dataset.tile : said.dataset.then}`;
    else if (done.length) {
      said.textContent = `${said.dataset.filled} ${chosen.map((label) => told(clicksOf(label))).join("; ")} `;
      const link = document.createElement("a");
      link.href = `#${board.form.id}`;
      link.textContent = said.dataset.answer;
      said.append(link);
    }
  }

  // Fill an answer in. Returns whether the form has it.
  function fill(board, label) {
    const input = inputs(board.form).find((each) => each.value === label);
    if (!input) return false;
    const others = inputs(board.form).filter((each) => each.checked && each !== input);
    if (!input.checked && input.type === "checkbox" && others.length >= board.most) others[0].checked = false;
    input.checked = input.type === "radio" || !input.checked;
    for (let fold = input.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  document.addEventListener("click", (event) => {
    const element = event.target.closest?.(".board__svg [data-key][href]");
    if (!element || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const svg = element.closest("svg"), board = boardOf(svg), lead = leadsTo(board, element.dataset.key);
    if (!lead) return;
    if (lead.label) {
      if (!fill(board, lead.label)) return;
    } else if (lead.path.some((click) => click.startsWith("tile:")) || board.path.some((click) => click.startsWith("tile:"))) {
      return; // how a tile may turn and where it may go is drawn by the server
    }
    event.preventDefault();
    svg.dataset.path = lead.label && !board.path.some((click) => click.startsWith("tile:")) ? "" : lead.path.join(" ");
    show(svg);
  });
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
})();
