// What every client does: whole matches at each table, a score sheet, and requests that are refused.
// It prints one line for each, which the Python program prints too.

import type { components } from "./generated/schema.d.ts";

type Schemas = components["schemas"];
type Step = Schemas["StepAnswer"];
type Card = Schemas["Card"];
export type Problem = Schemas["Problem"];

/** The answer of a client, which has either the body that was asked for, or a problem. */
interface Response<Body> {
  data?: Body | undefined;
  error?: Problem | undefined;
}

export interface Service {
  tables(): Promise<Schemas["RulesListAnswer"]>;
  deal(request: Schemas["NewMatchRequest"]): Promise<Step>;
  play(request: Schemas["PlayActionRequest"]): Promise<Step>;
  evaluate(request: Schemas["EvaluateByView"]): Promise<Schemas["EvaluateAnswer"]>;
  scoreSheet(request: Schemas["ScoreSheetRequest"]): Promise<Schemas["ScoreSheetAnswer"]>;
  refused(state: Schemas["State"]): AsyncIterable<Response<unknown>>;
}

/** Requests that are refused, one for each type of problem that a typed client can meet. */
export const ONE_PLAYER = ["ana"];
export const TWICE: Card[] = ["7o", "7o", "4c"];
export const WILD_HANDS = Array.from({ length: 10_000 }, (): Card[] => ["JK", "JK", "1o"]);
export const MANY_MELDS = Array.from({ length: 10_000 }, (): Card[] => ["7o"]);

export const PLAYERS = ["ana", "bea", "eva"];
const MODES: Schemas["ShowdownMode"][] = ["automatic", "by_hand"];
const INCLUDE: Schemas["Included"][] = ["actions", "views"];

export async function run(service: Service): Promise<void> {
  for (const { name } of (await service.tables()).rules) {
    for (const showdown of MODES) {
      await playMatch(service, name, showdown);
    }
  }
  const sheet = await service.scoreSheet({
    players: PLAYERS,
    first_dealer: "eva",
    rounds: [
      { points: { bea: 12, eva: 30 }, closing: { player: "ana", kind: "full" } },
      { points: { ana: 3, bea: 1, eva: 60 } },
    ],
  });
  const totals = sheet.players.map(({ player, total }) => `${player} ${total}`);
  console.log("sheet", totals.join(" "), "next", sheet.next?.dealer);
  const first = await service.deal({ players: PLAYERS, seed: "a seed for refusals" });
  for await (const { error } of service.refused(first.state)) {
    const codes = error?.violations?.map(({ code }) => code) ?? [];
    console.log("refused", error?.status, error?.type, ...codes);
  }
}

/** Return the body of an answer, or throw what the problem says. */
export function answered<Body>({ data, error }: Response<Body>): Body {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

async function playMatch(
  service: Service,
  rules: Schemas["ProfileName"],
  showdown: Schemas["ShowdownMode"],
): Promise<void> {
  const seed = `${rules} played ${showdown}`;
  let step = await service.deal({ rules, players: PLAYERS, seed, showdown, include: INCLUDE });
  const kinds = new Set<string>();
  while (step.state.phase !== "match_over") {
    step.events.forEach((event) => kinds.add(event.type));
    checkSecrets(step);
    const action = await choose(service, step);
    kinds.add(action.type);
    const { state } = step;
    step = await service.play({ state, action, moves: state.moves, include: INCLUDE });
  }
  const { round, moves, result } = step.state;
  const winners = result?.match.winners.join(" and ");
  console.log(rules, showdown, round, moves, winners, [...kinds].sort().join(" "));
}

/** Throw if a seat sees another's hand, or a card that another was dealt. */
function checkSecrets({ views }: Step): void {
  for (const { player, view, events } of views ?? []) {
    const open = view.players.filter(({ cards }) => cards !== null && cards.length > 0);
    const hidden = view.phase === "draw" || view.phase === "discard";
    const dealt = events.filter((event) => event.type === "dealt" && event.secret !== undefined);
    const others = [...open, ...dealt].filter((seen) => "player" in seen && seen.player !== player);
    if (hidden && others.length > 0) throw new Error(`${player} sees the cards of others`);
  }
}

/** What the player to play does: close where it can, else keep the cards that cost least. */
async function choose(service: Service, step: Step): Promise<Schemas["Action"]> {
  const { state, actions, views } = step;
  if (state.phase === "round_over") return { type: "deal" };
  if (state.phase === "draw") return { type: "draw", from: "stock" };
  const best = actions?.showdown?.best;
  if (best) {
    const laidOff = { lay_offs: best.lay_offs };
    return state.pass === 1
      ? { type: "show", melds: best.melds, ...laidOff }
      : { type: "lay_off", ...laidOff };
  }
  const closing = actions?.closings[0];
  if (closing) return { type: "close", discard: closing.discard };
  const seat = views?.find(({ player }) => player === state.to_play);
  if (!seat) throw new Error("nobody is to play");
  const { choices } = await service.evaluate({ view: seat.view });
  // Players who only keep the best cards can wait for each other's cards for ever.
  const choice = choices?.[state.moves % (1 + (state.exhaustions % 4))];
  if (!choice) throw new Error("no card can be discarded");
  return { type: "discard", card: choice.discard };
}
