// Runs the program with the client of openapi-typescript and openapi-fetch.

import createClient from "openapi-fetch";
import type { paths } from "./generated/schema.d.ts";
import { answered, MANY_MELDS, ONE_PLAYER, run, TWICE, WILD_HANDS } from "./program.ts";

const baseUrl = process.argv[2] ?? "http://127.0.0.1:8000";
const client = createClient<paths>({ baseUrl });

await run({
  tables: async () => answered(await client.GET("/rules")),
  deal: async (body) => answered(await client.POST("/deal", { body })),
  play: async (body) => answered(await client.POST("/play", { body })),
  evaluate: async (body) => answered(await client.POST("/evaluate", { body })),
  scoreSheet: async (body) => answered(await client.POST("/scoresheet", { body })),
  async *refused(state) {
    yield client.POST("/deal", { body: { players: ONE_PLAYER } });
    yield client.POST("/evaluate", { body: { cards: TWICE } });
    yield client.POST("/play", { body: { state, action: { type: "show" } } });
    yield client.POST("/evaluate/batch", { body: { rules: "classic", hands: WILD_HANDS } });
    yield client.GET("/rules/{name}", {
      params: { path: { name: "classic" } },
      baseUrl: `${baseUrl}/nowhere`,
    });
    yield client.GET("/rules", {
      fetch: (request) => fetch(new Request(request, { method: "PUT" })),
    });
    yield client.POST("/melds", { body: { melds: MANY_MELDS } });
    yield client.POST("/melds", {
      body: { melds: [] },
      headers: { "Content-Type": "text/plain" },
    });
  },
});
