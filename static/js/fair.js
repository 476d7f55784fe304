// [data-fair-check]: checks the record of a game in this browser: the hash that was published, the parts of the seed, the
// seed and each draw of chance, as `python -m engine verify` does; the moves themselves it can't replay.
const MOST_BYTES = 20_000_000, FORMAT = 2;

// SHAKE-256 (FIPS 202) of a short text, as whole numbers of 64 bits.
const MASK = (1n << 64n) - 1n, LANES = 17; // 136 bytes are read or written at a time
const TURNS = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14].map(BigInt);
const ROUNDS = ((register) => Array.from({ length: 24 }, () => {
  let constant = 0n;
  for (let bit = 0; bit < 7; bit += 1) {
    if (register & 1) constant |= 1n << ((1n << BigInt(bit)) - 1n);
    register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
  }
  return constant;
}))(1);
const turn = (lane, by) => by ? ((lane << by) | (lane >> (64n - by))) & MASK : lane;

function permute(state) {
  for (const constant of ROUNDS) {
    const column = [0, 1, 2, 3, 4].map((x) => state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]);
    for (let at = 0; at < 25; at += 1) state[at] ^= column[(at + 4) % 5] ^ turn(column[(at + 1) % 5], 1n);
    const moved = Array(25);
    for (let x = 0; x < 5; x += 1) {
      for (let y = 0; y < 5; y += 1) moved[y + 5 * ((2 * x + 3 * y) % 5)] = turn(state[x + 5 * y], TURNS[x + 5 * y]);
    }
    for (let at = 0; at < 25; at += 1) {
      const row = at - (at % 5);
      state[at] = moved[at] ^ (~moved[row + ((at + 1) % 5)] & MASK & moved[row + ((at + 2) % 5)]);
    }
    state[0] ^= constant;
  }
}

function randomNumbers(seed, counter, count) {
  const block = new Uint8Array(8 * LANES), text = new TextEncoder().encode(`${seed}:${counter}`);
  const state = Array(25).fill(0n), numbers = [], view = new DataView(block.buffer);
  const read = () => {
    for (let at = 0; at < LANES; at += 1) state[at] ^= view.getBigUint64(8 * at, true);
    permute(state);
  };
  let start = 0;
  for (; text.length - start >= block.length; start += block.length) {
    block.set(text.subarray(start, start + block.length));
    read();
  }
  block.fill(0);
  block.set(text.subarray(start));
  block[text.length - start] ^= 0x1f;
  block[block.length - 1] ^= 0x80;
  read();
  while (numbers.length < count) {
    view.setBigUint64(0, state[numbers.length % LANES], true);
    numbers.push(view.getBigUint64(0));
    if (numbers.length % LANES === 0) permute(state);
  }
  return numbers;
}

// SHA-256 by the browser, of a text, and of a list of texts as netstrings.
const bytes = (text) => new TextEncoder().encode(text);
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const hashOf = async (text) => hex(await crypto.subtle.digest("SHA-256", bytes(text)));
const digest = (...texts) => hashOf(texts.map((text) => `${bytes(text).length}:${text},`).join(""));

// What a record has to be, before anything is made of it.
const isText = (value) => typeof value === "string" && (value.isWellFormed?.() ?? true);
const isNumber = (value) => Number.isSafeInteger(value);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isList = (value, isItem) => Array.isArray(value) && value.every(isItem);
const isPart = (value) => isObject(value) && isNumber(value.seat) && isText(value.part) && isText(value.by);
const isDraw = (value) => isObject(value) && isText(value.how) && isNumber(value.step ?? 0) && isText(value.what ?? "")
  && isList(value.before ?? [], isNumber) && isList(value.after ?? [], isNumber) && isList(value.rolled ?? [], isText);
const isDeck = (value) => isObject(value) && isText(value.name) && isList(value.cards, isText) && isList(value.start ?? [], isText);
const isStep = (value) => isObject(value) && isNumber(value.seat);
function isRecord(value) {
  return isObject(value) && isText(value.edition) && isNumber(value.seats) && isNumber(value.first) && isText(value.seed)
    && isList(value.steps, isStep) && isText(value.commitment ?? "") && isText(value.salt ?? "") && isNumber(value.format ?? 1)
    && ((value.winner ?? null) === null || isNumber(value.winner))
    && ((value.deck ?? null) === null || isDeck(value.deck))
    && ((value.mix ?? null) === null || (isObject(value.mix) && isText(value.mix.house) && isList(value.mix.parts ?? [], isPart)))
    && isList(value.chance ?? [], isDraw);
}

// The steps of a check: each says with which words, whether it holds, and what it has computed.
const same = (one, other) => one.length === other.length && one.every((each, at) => each === other[at]);

async function* checkSeed(record, noted) {
  const published = noted || record.commitment || "", mix = record.mix ?? null;
  const made = mix ? await digest("fluxx-commitment-2", mix.house) : await hashOf(`${record.salt ?? ""}:${record.seed}`);
  if (published) yield { say: mix ? "house" : "seed-hash", holds: made === published, shown: made };
  else yield { say: "no-hash" };
  if (!mix) return yield { say: "site-alone" };
  const parts = mix.parts ?? [], seats = parts.map((each) => each.seat);
  const isOrdered = seats.every((seat, at) => seat >= 1 && seat <= record.seats && (at === 0 || seats[at - 1] < seat));
  if (!isOrdered) yield { say: "parts-order", holds: false };
  for (const { seat, part, by } of parts) {
    const isRight = /^[0-9a-f]{64}$/.test(part) && ["player", "site"].includes(by)
      && (by === "player" || part === await digest("fluxx-part-2", mix.house, String(seat)));
    yield { say: by === "site" ? "part-site" : "part-player", holds: isRight, number: seat, shown: part };
  }
  const seed = await digest("fluxx-seed-2", mix.house, String(parts.length), ...parts.flatMap((each) => [String(each.seat), each.part]));
  yield { say: "mixed", holds: seed === record.seed, shown: seed };
}

function drawAgain(record, draw, counter) {
  const before = draw.before ?? [];
  if (draw.how === "roll") {
    const rolled = draw.rolled ?? [];
    return { rolled: randomNumbers(record.seed, counter, rolled.length).map((each) => each.toString(16).padStart(16, "0")), after: [] };
  }
  if (draw.how === "pick") {
    const number = before.length ? Number(randomNumbers(record.seed, counter, 1)[0] % BigInt(before.length)) : 0;
    return { rolled: [], after: before.slice(number, number + 1) };
  }
  const after = [...before], numbers = randomNumbers(record.seed, counter, before.length);
  for (let last = after.length - 1; last > 0; last -= 1) {
    const other = Number(numbers[last] % BigInt(last + 1));
    [after[last], after[other]] = [after[other], after[last]];
  }
  return { rolled: [], after };
}

// The cards that are shuffled before the first move: all of the deck but those that begin in play.
function wholeDeck(deck) {
  const left = deck.cards.map((_name, card) => card);
  for (const name of deck.start ?? []) {
    const at = left.findIndex((card) => deck.cards[card] === name);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function* checkChance(record) {
  if ((record.format ?? 1) < 2) return yield { say: "no-list" };
  const chance = record.chance ?? [], dealt = chance.find((draw) => draw.how === "shuffle" && (draw.what ?? "cards") === "cards");
  if (!dealt || (record.deck && !same(dealt.before ?? [], wholeDeck(record.deck)))) yield { say: "not-the-deck", holds: false };
  for (const [at, draw] of chance.entries()) {
    const made = drawAgain(record, draw, at + 1), isKnown = ["shuffle", "pick", "roll"].includes(draw.how);
    const name = (card) => ((draw.what ?? "cards") === "cards" ? record.deck?.cards[card] : null) ?? String(card);
    const shown = draw.how === "roll" ? made.rolled : draw.how === "pick" ? made.after.map(name) : made.after.map(name).reverse();
    yield {
      say: isKnown ? draw.how : "draw",
      holds: isKnown && same(made.after, draw.after ?? []) && same(made.rolled, draw.rolled ?? []),
      number: at + 1, step: draw.step ?? 0, count: (draw.before ?? []).length, list: shown,
    };
  }
}

// The page.
const page = document.querySelector("[data-fair-check]"), result = page.querySelector("[data-result]");
const words = (name, values = {}) => page.querySelector(`[data-say="${name}"]`).textContent.trim().replace(/\{(\w+)\}/g, (_all, key) => values[key]);
const element = (tag, text, className) => Object.assign(document.createElement(tag), { textContent: text, className: className ?? "" });

function tell(verdict, said) {
  result.dataset.verdict = verdict;
  result.replaceChildren(element("p", said, verdict === "holds" ? "note" : "note note--error"));
  result.querySelector("p").setAttribute("role", verdict === "holds" ? "status" : "alert");
}

function shownStep(step) {
  const item = element("li", "", step.holds === false ? "fair-step fair-step--fails" : "fair-step");
  item.dataset.step = step.say;
  const mark = step.holds === undefined ? "" : words(step.holds ? "holds" : "fails");
  if (mark) item.append(element("strong", mark), " ");
  item.append(words(`step-${step.say}`, step));
  if (step.shown) item.append(" ", element("code", step.shown, "hash"));
  if (step.list?.length) {
    const folded = element("details", ""), list = element("ol", "", "fair-cards");
    list.append(...step.list.map((each) => element("li", each.replaceAll("-", " "))));
    folded.append(element("summary", words(step.say === "roll" ? "see-numbers" : "see-cards")), list);
    item.append(folded);
  }
  return item;
}

async function read(file) {
  if (file.size > MOST_BYTES) return words("too-large");
  let record;
  try {
    record = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
  } catch {
    return words("no-json");
  }
  if (!isRecord(record)) return words("no-record");
  const format = record.format ?? 1;
  return format >= 1 && format <= FORMAT ? record : words("later", { format });
}

async function check(file, isNewest) {
  if (!globalThis.crypto?.subtle) return tell("unreadable", words("no-crypto"));
  const record = await read(file);
  if (!isNewest()) return;
  if (isText(record)) return tell("unreadable", record);
  const noted = page.querySelector("[name=noted]").value.trim().toLowerCase(), steps = [];
  for await (const step of checkSeed(record, noted)) steps.push(step);
  for (const step of checkChance(record)) {
    steps.push(step);
    if (steps.length % 50 === 0) await new Promise((go) => { setTimeout(go); });
    if (!isNewest()) return;
  }
  if (!isNewest()) return; // its result would stand beside the name of another file
  const failed = steps.filter((step) => step.holds === false);
  const isListed = (record.format ?? 1) > 1;
  if (failed.length) tell("fails", words("verdict-fails", { count: failed.length }));
  else tell("holds", words(isListed ? "verdict-holds" : "verdict-seed-only"));
  const list = element("ol", "", "fair-steps");
  list.append(...steps.map(shownStep));
  result.append(list);
}

let newest = 0;
async function take(file) {
  if (!file) return;
  const mine = newest += 1;
  tell("reading", words("reading"));
  const isNewest = () => mine === newest;
  await check(file, isNewest).catch(() => { if (isNewest()) tell("unreadable", words("no-record")); });
}
const chosen = page.querySelector("input[type=file]");
chosen.addEventListener("change", () => take(chosen.files[0]));
page.querySelector("[name=noted]").addEventListener("change", () => take(chosen.files[0]));
const place = page.querySelector("[data-drop]");
for (const over of ["dragenter", "dragover"]) {
  place.addEventListener(over, (event) => { event.preventDefault(); place.classList.add("fair-drop--over"); });
}
place.addEventListener("dragleave", () => place.classList.remove("fair-drop--over"));
place.addEventListener("drop", (event) => {
  event.preventDefault();
  place.classList.remove("fair-drop--over");
  chosen.files = event.dataTransfer.files;
  take(chosen.files[0]);
});
page.hidden = false;
document.querySelector("[data-fair-off]")?.remove();
