// Runs the program with the client of @hey-api/openapi-ts.

import { client } from "./generated/hey_api/client.gen.ts";
import * as api from "./generated/hey_api/index.ts";
import { answered, MANY_MELDS, ONE_PLAYER, run, TWICE, WILD_HANDS } from "./program.ts";

const baseUrl = process.argv[2] ?? "http://127.0.0.1:8000";
client.setConfig({ baseUrl });

await run({
  tables: async () => answered(await api.listRules()),
  deal: async (body) => answered(await api.dealCards({ body })),
  play: async (body) => answered(await api.playAction({ body })),
  evaluate: async (body) => answered(await api.evaluateHand({ body })),
  scoreSheet: async (body) => answered(await api.scoreSheet({ body })),
  async *refused(state) {
    yield api.dealCards({ body: { players: ONE_PLAYER } });
    yield api.evaluateHand({ body: { cards: TWICE } });
    yield api.playAction({ body: { state, action: { type: "show" } } });
    yield api.evaluateHands({ body: { rules: "classic", hands: WILD_HANDS } });
    yield api.getRules({ path: { name: "classic" }, baseUrl: `${baseUrl}/nowhere` });
    yield api.listRules({
      fetch: (input, init) => fetch(new Request(input, { ...init, method: "PUT" })),
    });
    yield api.judgeMelds({ body: { melds: MANY_MELDS } });
    yield api.judgeMelds({ body: { melds: [] }, headers: { "Content-Type": "text/plain" } });
  },
});
