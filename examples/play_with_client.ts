// Play a whole match with a client that is generated from openapi.yaml.
//
//   npm install openapi-typescript openapi-fetch
//   npx openapi-typescript openapi.yaml --output generated/schema.d.ts
//   node play_with_client.ts http://127.0.0.1:8000
//
// Each answer holds all that a table needs: the new state, which your server keeps, the actions of
// the player to play, and what each player may see.

import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.d.ts";

type Schemas = components["schemas"];
type Step = Schemas["StepAnswer"];

const PLAYERS = ["ana", "bea", "eva"];
const INCLUDE: Schemas["Included"][] = ["actions", "views"];
const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8000" });

function answered<Body>(answer: { data?: Body; error?: Schemas["Problem"] }): Body {
  if (answer.data === undefined) throw new Error(answer.error?.detail);
  return answer.data;
}

/** What the player to play does: close where it can, else keep the cards that cost least. */
async function choose({ state, actions, views }: Step): Promise<Schemas["Action"]> {
  const closing = actions?.closings[0];
  const view = views?.find(({ player }) => player === state.to_play)?.view;
  if (state.phase === "draw") return { type: "draw", from: "stock" };
  if (state.phase === "round_over") return { type: "deal" };
  if (state.phase === "showdown") return { type: "show" };
  if (closing) return { type: "close", discard: closing.discard };
  if (!view) throw new Error("nobody is to play");
  const { choices } = answered(await client.POST("/evaluate", { body: { view } }));
  // Players who only keep the best cards can wait for each other's cards for ever.
  const choice = choices?.[Math.floor(Math.random() * (1 + (state.exhaustions % 4)))];
  if (!choice) throw new Error("no card can be discarded");
  return { type: "discard", card: choice.discard };
}

const match = { players: PLAYERS, showdown: "by_hand" as const, include: INCLUDE };
let step = answered(await client.POST("/deal", { body: match }));
while (step.state.phase !== "match_over") {
  const { state } = step;
  // A click that comes twice has the `moves` of a state that is gone, and is refused.
  const body = { state, action: await choose(step), moves: state.moves, include: INCLUDE };
  step = answered(await client.POST("/play", { body }));
  for (const event of step.events) {
    if (event.type === "scored") console.log(`${event.player} adds ${event.points}`);
  }
}
const winners = step.state.result?.match.winners ?? [];
console.log(winners.length > 0 ? `won by ${winners.join(" and ")}` : "a draw");
