// What is clicked or typed becomes a question, and its answer is drawn. No rule is known here: the
// decks, the melds, the closing and every refusal come from the service.
"use strict";

const WORDS = {
  en: {
    ranks: { 1: "ace", 10: "jack", 11: "knight", 12: "king" },
    suits: { o: "coins", c: "cups", e: "swords", b: "clubs" },
    named: (rank, suit) => `${rank} of ${suit}`,
    joker: "joker",
    jokers: "jokers",
    wild: "wild",
    set: "set",
    run: "run",
    unmatched: "unmatched",
    as: (card) => `as ${card}`,
    points: (n) => (n === "1" || n === "−1" ? `${n} point` : `${n} points`),
    left: (points) => `${points} unmatched`,
    lacking: "Who may close is a question of seven cards.",
    cannot: "May not close.",
    closes: {
      points: (points) => `May close and adds ${points}.`,
      full: (points) => `May close with all seven melded: ${points}.`,
      chinchon: (points) => `Chinchón: ${points}.`,
    },
    wins: "wins the match",
    discarding: (card) => `Discard: ${card}.`,
    keeping: (card, left) => `Best discard: ${card}, with ${left}. None may close.`,
    instead: "To close, melded so:",
    discard: (card) => `discard ${card}`,
    empty: "Pick a card.",
    silent: "The service does not answer.",
    copied: "Copied",
    builtIn: "Built-in tables",
    published: "Published tables",
    table: (deck, wilds, players) => `${players} players, ${deck} cards, ${wilds}.`,
    range: (least, most) => `${least} to ${most}`,
    packs: (n, size) => (n === 1 ? `${size}` : `${n} × ${size}`),
    noWilds: "nothing wild",
    wilds: (names) => `wild: ${names}`,
    close: (points, cards) =>
      `One may close with at most ${points}${cards === 1 ? " in one card" : ""}; here the turn and the totals are set aside.`,
  },
  es: {
    ranks: { 1: "as", 10: "sota", 11: "caballo", 12: "rey" },
    suits: { o: "oros", c: "copas", e: "espadas", b: "bastos" },
    named: (rank, suit) => `${rank} de ${suit}`,
    joker: "comodín",
    jokers: "comodines",
    wild: "comodín",
    set: "grupo",
    run: "escalera",
    unmatched: "sueltas",
    as: (card) => `por ${card}`,
    points: (n) => (n === "1" || n === "−1" ? `${n} punto` : `${n} puntos`),
    left: (points) => `${points} sin ligar`,
    lacking: "Para cerrar hacen falta siete cartas.",
    cannot: "No puede cerrar.",
    closes: {
      points: (points) => `Puede cerrar y suma ${points}.`,
      full: (points) => `Puede cerrar con las siete ligadas: ${points}.`,
      chinchon: (points) => `Chinchón: ${points}.`,
    },
    wins: "gana la partida",
    discarding: (card) => `Descarte: ${card}.`,
    keeping: (card, left) => `El mejor descarte: ${card}, con ${left}. Con ninguno se puede cerrar.`,
    instead: "Para cerrar, ligadas así:",
    discard: (card) => `descartar ${card}`,
    empty: "Elija una carta.",
    silent: "El servicio no responde.",
    copied: "Copiado",
    builtIn: "Mesas incluidas",
    published: "Mesas publicadas",
    table: (deck, wilds, players) => `${players} jugadores, ${deck} cartas, ${wilds}.`,
    range: (least, most) => `De ${least} a ${most}`,
    packs: (n, size) => (n === 1 ? `${size}` : `${n} × ${size}`),
    noWilds: "sin comodines",
    wilds: (names) => `comodines: ${names}`,
    close: (points, cards) =>
      `Se cierra con ${points} como mucho${cards === 1 ? " en una sola carta" : ""}; aquí no se miran el turno ni los totales.`,
  },
};
const words = WORDS[document.documentElement.lang];

const SIGNS = { o: "oros", c: "copas", e: "espadas", b: "bastos" };
const JOKER = "JK";
const TYPING = 500; // milliseconds without a key until what is typed is asked
const COPIED = 2000; // milliseconds for which the button says that it did

const at = (id) => document.getElementById(id);
const tables = new Map();
let latest = 0;

/* Elements */

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const number = (n) => String(n).replace("-", "−");
const points = (n) => words.points(number(n));
const suitOf = (card) => (card === JOKER ? JOKER : card.slice(-1));

function nameOf(card) {
  if (card === JOKER) return words.joker;
  const rank = card.slice(0, -1);
  return words.named(words.ranks[rank] ?? rank, words.suits[suitOf(card)]);
}

/** A card as it looks; of a button it is the inside. */
function face(card) {
  const sign = card === JOKER ? "joker" : SIGNS[suitOf(card)];
  const rank = card === JOKER ? "★" : card.slice(0, -1);
  const drawn = element("img", { src: `/static/${sign}.svg`, alt: "", width: 32, height: 32 });
  return [element("span", { class: "rank" }, rank), drawn];
}

function lying(card, standsFor) {
  const drawn = element("span", { class: `card ${suitOf(card)}`, role: "img" }, ...face(card));
  const named = standsFor ? `${nameOf(card)} ${words.as(nameOf(standsFor))}` : nameOf(card);
  drawn.setAttribute("aria-label", named);
  drawn.title = named;
  if (standsFor) drawn.append(element("span", { class: "as" }, standsFor));
  return drawn;
}

function group(kind, cards, standsFor) {
  const lie = cards.map((card, place) => {
    const other = standsFor?.[place];
    return lying(card, other === card ? null : other);
  });
  const label = element("figcaption", {}, words[kind]);
  return element("figure", { class: kind }, label, element("div", { class: "cards" }, ...lie));
}

function groups({ melds, unmatched }) {
  const drawn = melds.map((meld) => group(meld.kind, meld.cards, meld.stands_for));
  return unmatched.length ? [...drawn, group("unmatched", unmatched)] : drawn;
}

/* Questions */

async function ask(path, question) {
  const sent = question && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  };
  const response = await fetch(path, sent);
  return { good: response.ok, body: await response.json() };
}

const held = () => at("cards").value.split(/[\s,]+/).filter(Boolean);
const seated = () => Number(at("seats").value);

/** The table, and its seats where they are not the fewest, which need not be said. */
function tableAsked() {
  const { rules, players } = tables.get(at("rules").value);
  return seated() === players.min ? { rules } : { rules, seats: seated() };
}

/** The question as a command of a shell, quoted so that whatever was typed stays text. */
function command(question) {
  const spaced = JSON.stringify(question, null, 1).replace(/\n */g, " ");
  const body = spaced.replace(/([{[]) /g, "$1").replace(/ ([}\]])/g, "$1").replaceAll("'", "'\\''");
  const address = `${location.origin}/evaluate`;
  return `curl -s '${address}' -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

/** Keeps the hand in the address, so that a link or the other language shows the same. */
function remember() {
  const { seats = "" } = tableAsked();
  const cards = held().map(encodeURIComponent).join(",");
  const hash = `#rules=${at("rules").value}${seats && `&seats=${seats}`}&cards=${cards}`;
  history.replaceState(null, "", hash);
  document.querySelector(".language a").hash = hash;
}

async function evaluate() {
  const mine = ++latest;
  const cards = held();
  const question = { ...tableAsked(), cards };
  remember();
  press(cards);
  at("curl").textContent = command(question);
  at("whole").hidden = cards.length === 0;
  if (cards.length === 0) return show(words.empty, []);
  try {
    const { good, body } = await ask("/evaluate", question);
    if (mine !== latest) return;
    at("whole").querySelector("pre").textContent = JSON.stringify(body, null, 2);
    if (good) draw(body);
    else refuse(body);
  } catch {
    if (mine === latest) show(words.silent, []);
  }
}

/* Answers */

function show(verdict, melding, choices = []) {
  at("verdict").replaceChildren(...[verdict].flat());
  at("melding").replaceChildren(...melding);
  at("choices").hidden = choices.length === 0;
  at("choices").querySelector("tbody").replaceChildren(...choices.map(choiceRow));
}

function refuse(problem) {
  const places = problem.errors.map(({ pointer, detail }) =>
    element("li", {}, element("code", {}, pointer), ` ${detail}`),
  );
  if (places.length === 0) places.push(element("li", {}, problem.detail));
  const told = element("ul", { class: "problem", lang: "en" }, ...places);
  const title = element("span", { lang: "en" }, `${problem.status}: ${problem.title}.`);
  show(title, [told]);
}

function draw(answer) {
  const melding = groups(answer);
  const { closing, choices } = answer;
  if (closing && JSON.stringify(closing.melds) !== JSON.stringify(answer.melds)) {
    melding.push(element("p", { class: "instead" }, words.instead), ...groups(closing));
  }
  const left = element("strong", {}, words.left(points(answer.unmatched_points)));
  show([left, " ", verdictOn(answer)], melding, choices ?? []);
}

function verdictOn({ cards, closing, choices }) {
  if (closing) return closingOf(closing);
  if (!choices) return cards.length === 7 ? words.cannot : words.lacking;
  // The first choice leaves the fewest points; one that may close is what a player looks for.
  const best = choices.find((choice) => choice.closing);
  if (best) return `${words.discarding(nameOf(best.discard))} ${closingOf(best.closing)}`;
  const [first] = choices;
  return words.keeping(nameOf(first.discard), words.left(points(first.unmatched_points)));
}

const closingOf = ({ kind, score, wins_match: wins }) =>
  words.closes[kind](wins ? words.wins : points(score));

function choiceRow(choice) {
  const { discard, closing } = choice;
  const button = element("button", { type: "button", class: `card ${suitOf(discard)}` });
  button.append(...face(discard));
  button.setAttribute("aria-label", words.discard(nameOf(discard)));
  button.title = words.discard(nameOf(discard));
  button.addEventListener("click", () => drop(discard));
  const worth = closing && (closing.wins_match ? words.wins : number(closing.score));
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, button),
    element("td", { class: "left" }, ...groups(choice)),
    element("td", {}, number(choice.unmatched_points)),
    element("td", {}, worth ?? "—"),
  );
}

/* The deck */

async function lay() {
  const [name, seats] = [at("rules").value, seated()];
  const { body } = await ask("/rules", { rules: tables.get(name).rules, seats });
  if (name !== at("rules").value || seats !== seated()) return;
  const copies = new Map();
  for (const card of body.deck) copies.set(card, (copies.get(card) ?? 0) + 1);
  const wild = new Set([JOKER, ...body.rules.deck.wild_cards]);
  const suits = new Map();
  for (const card of copies.keys()) {
    suits.set(suitOf(card), [...(suits.get(suitOf(card)) ?? []), card]);
  }
  at("deck").replaceChildren(
    ...[...suits].map(([suit, cards]) => {
      const row = element("div", { role: "group", class: "suit" });
      row.setAttribute("aria-label", words.suits[suit] ?? words.jokers);
      row.style.setProperty("--ranks", suit === JOKER ? suits.get("o").length : cards.length);
      row.append(...cards.map((card) => pick(card, copies.get(card), wild.has(card))));
      return row;
    }),
  );
  tell(body);
  press(held());
}

function pick(card, copies, wild) {
  const button = element("button", { type: "button", class: `card ${suitOf(card)}` });
  button.append(...face(card), element("span", { class: "held" }));
  button.dataset.card = card;
  button.title = wild && card !== JOKER ? `${nameOf(card)}, ${words.wild}` : nameOf(card);
  button.classList.toggle("wild", wild);
  button.addEventListener("click", () => {
    const cards = held();
    const others = cards.filter((one) => one !== card);
    hold(cards.length - others.length < copies ? [...cards, card] : others);
  });
  return button;
}

/** Shows which cards of the deck the hand holds. */
function press(cards) {
  for (const button of at("deck").querySelectorAll("button")) {
    const count = cards.filter((card) => card === button.dataset.card).length;
    button.setAttribute("aria-pressed", count > 0);
    button.setAttribute("aria-label", count > 1 ? `${button.title} × ${count}` : button.title);
    button.querySelector(".held").textContent = count > 1 ? `×${count}` : "";
  }
}

/** Says in a line how this table plays. */
function tell({ rules: { players, deck, close }, packs }) {
  const names = deck.wild_cards.map(nameOf);
  const jokers = packs * deck.jokers;
  if (jokers) names.push(jokers === 1 ? words.joker : `${jokers} ${words.jokers}`);
  const wilds = names.length ? words.wilds(names.join(", ")) : words.noWilds;
  const played = words.range(players.min, players.max);
  const cap = close.max_unmatched_points;
  const line = words.table(words.packs(packs, deck.cards), wilds, played);
  const closes = cap === null ? "" : words.close(points(cap), close.max_unmatched_cards);
  at("told").textContent = `${line} ${closes}`;
}

/* What a visitor does */

function hold(cards) {
  at("cards").value = cards.join(" ");
  return evaluate();
}

function drop(card) {
  const cards = held();
  cards.splice(cards.indexOf(card), 1);
  at("answer").focus();
  return hold(cards);
}

function sit(name, seats) {
  const { min, max } = tables.get(name).players;
  at("rules").value = name;
  const counts = Array.from({ length: max - min + 1 }, (_, place) => min + place);
  at("seats").replaceChildren(...counts.map((n) => element("option", {}, String(n))));
  at("seats").value = counts.includes(seats) ? seats : min;
  return lay();
}

/** Reads a hand from the address, or takes the first of the examples. */
function recall() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (tables.has(hash.get("rules"))) {
    sit(hash.get("rules"), Number(hash.get("seats")));
    return hold((hash.get("cards") ?? "").split(","));
  }
  return take(document.querySelector(".examples button"));
}

function take({ dataset }) {
  sit(dataset.rules);
  return hold(dataset.cards.split(" "));
}

/** Offers tables by their names, in a group with a label. */
function offer(label, names) {
  const options = names.map((name) => element("option", {}, name));
  at("rules").append(element("optgroup", { label }, ...options));
}

async function start() {
  const [builtIn, published] = await Promise.all([ask("/rules"), ask("/published")]);
  for (const { name, players } of builtIn.body.rules) tables.set(name, { rules: name, players });
  offer(words.builtIn, [...tables.keys()]);
  const others = published.body.tables.filter(({ name }) => !tables.has(name));
  for (const { name, rules } of others) {
    tables.set(name, { rules, players: { ...tables.get(rules.base).players, ...rules.players } });
  }
  offer(words.published, others.map(({ name }) => name));
  for (const id of ["question", "answer", "deck", "whole"]) at(id).hidden = false;
  let typing;
  at("cards").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(evaluate, TYPING);
  });
  at("question").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typing);
    evaluate();
  });
  at("rules").addEventListener("change", () => {
    sit(at("rules").value, seated());
    evaluate();
  });
  at("seats").addEventListener("change", () => {
    lay();
    evaluate();
  });
  at("clear").addEventListener("click", () => hold([]));
  for (const button of document.querySelectorAll(".examples button")) {
    button.addEventListener("click", () => take(button));
  }
  if (navigator.clipboard) {
    const copy = at("copy").textContent;
    at("copy").hidden = false;
    at("copy").addEventListener("click", async () => {
      await navigator.clipboard.writeText(at("curl").textContent);
      at("copy").textContent = words.copied;
      setTimeout(() => (at("copy").textContent = copy), COPIED);
    });
  }
  window.addEventListener("hashchange", recall);
  recall();
}

start();
