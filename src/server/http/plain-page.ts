/** A page without files of its own, for moments in which the site cannot draw one. @param sentence Italian, says what to do */
export const plainPage = (sentence: string): string =>
  `<!doctype html><html lang="it"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>TopTrader torna tra poco</title><h1>TopTrader torna tra poco</h1><p>${sentence}</p></html>`
