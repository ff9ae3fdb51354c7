import { bench, compare } from './frame/bench.ts'
import { microsPerRequest, requests, start } from './frame/children.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` with the log of production (a line for each request, also stored for the panel) against the
 * same server with a silent log. Both run in processes of their own, in turn: a busy machine disturbs both alike.
 */

const bar = { most: 1.05 }

await bench(async () => {
  const loud = await start({ serve: 'product', log: 'info' })
  const silent = await start({ serve: 'product', log: 'silent' })
  const sent = requests('Accept-Encoding: br\r\n')
  await compare(
    'log of production / silent log',
    { reference: () => microsPerRequest(silent, sent), ours: () => microsPerRequest(loud, sent) },
    { unit: 'µs of CPU', bar },
  )
})
