// Shows the description of the calls, with a form for each of them.
globalThis.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#calls',
  deepLinking: true,
  validatorUrl: null,
})
