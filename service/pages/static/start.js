// Shows the contract. No other server is asked: the badge of a public validator stays off.
"use strict";

SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#contract",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});

const night = matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", night.matches);
night.addEventListener("change", dress);
dress();
