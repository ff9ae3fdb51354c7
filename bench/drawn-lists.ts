import { readFileSync } from 'node:fs'
import { readAnswer } from './frame/answer.ts'
import { bench, median, option, record } from './frame/bench.ts'
import { visits } from './frame/children.ts'
import { requestOnce } from './frame/load.ts'
import { startPopulated } from './frame/populated.ts'

/**
 * CPU time of the main thread for a document of the list that is drawn anew, as each is after a new ranking: pages that nobody requested
 * before, the first ones of a process and later ones apart. Compression has a thread of its own.
 * `--accounts=N` (5,000), `--draws=N` (200).
 */

const accounts = option('accounts', 5_000)
const draws = option('draws', 200)
const firstDraws = 20
const bar = { most: 20 }

await bench(async () => {
  const { port, pid } = await startPopulated(accounts)
  const drawn: number[] = []
  const pages = Math.floor(accounts / 50)
  for (let index = 0; index < draws; index += 1) {
    const path = `/?page=${(index % pages) + 1}${index < pages ? '' : `&months_max=${240 - Math.floor(index / pages)}`}`
    const [request] = visits([path], { extra: 'Accept-Encoding: br\r\n', network: 9 })
    const before = mainThreadMs(pid)
    const { status } = readAnswer(await requestOnce(port, request ?? Buffer.alloc(0)))
    if (status !== 200) throw new Error(`the list was answered with ${status}`)
    drawn.push(mainThreadMs(pid) - before)
  }
  console.log(`in turn: ${drawn.map((ms) => ms.toFixed(1)).join(' ')} ms`)
  record(`first ${firstDraws} of a process, median`, median(drawn.slice(0, firstDraws)), 'ms of CPU', bar)
  record('later ones, median', median(drawn.slice(firstDraws)), 'ms of CPU', bar)
})

/** CPU time of a process's main thread. Linux only. */
function mainThreadMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}
