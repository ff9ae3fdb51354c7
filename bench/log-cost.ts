import { bench, compare } from './frame/bench.ts'
import { microsPerRequest, requests, setLog, start } from './frame/children.ts'
import type { LogLevel } from './frame/servers.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` with the log of production (a line for each request, also stored for the panel) against the
 * same with a silent log. One process, whose log is turned on and off: two processes of one program differ by more than the bar. Many short
 * rounds, since the rounds of a busy machine differ by more, too.
 */

const bar = { most: 1.05 }
const pairs = 60
const seconds = 0.3

await bench(async () => {
  const product = await start({ serve: 'product' })
  const sent = requests('Accept-Encoding: br\r\n')
  const microsWith = async (log: LogLevel) => {
    await setLog(product, log)
    return microsPerRequest(product, sent, { seconds })
  }
  await compare(
    'log of production / silent log',
    { reference: () => microsWith('silent'), ours: () => microsWith('info') },
    { unit: 'µs of CPU', bar, pairs },
  )
})
