import { median, microsPerRequest, requests, start, stop } from './children.ts'

/**
 * CPU time of one `GET /api/fresh/leaderboard` with the log of production (a line for each request, also stored for the panel) against the
 * same server with a silent log. Both run in processes of their own, in turn: a busy machine disturbs both alike.
 */

const pairs = 9
const bar = 1.05

const loud = await start({ serve: 'product', log: 'info' })
const silent = await start({ serve: 'product', log: 'silent' })
const sent = requests('Accept-Encoding: br\r\n')
const measured = { loud: [] as number[], silent: [] as number[] }
try {
  for (const child of [loud, silent]) await microsPerRequest(child, sent)
  for (let pair = 0; pair < pairs; pair += 1) {
    measured.loud.push(await microsPerRequest(loud, sent))
    measured.silent.push(await microsPerRequest(silent, sent))
  }
} finally {
  await Promise.all([stop(loud), stop(silent)])
}
const each = measured.loud.map((micros, pair) => micros / (measured.silent[pair] ?? Number.NaN))
const ratio = median(each)
console.log(
  `log: ${median(measured.loud).toFixed(1)} µs against ${median(measured.silent).toFixed(1)} µs a request, ` +
    `ratio ${ratio.toFixed(2)} (${Math.min(...each).toFixed(2)}–${Math.max(...each).toFixed(2)}, bar ${bar})`,
)
process.exitCode = ratio <= bar ? 0 : 1
