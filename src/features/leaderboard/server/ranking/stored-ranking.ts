import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdDecompress } from 'node:zlib'
import { FORMULA_VERSION } from '#features/performance/rules/engine-state.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { leaderboardEntry } from '../../contract.ts'
import { databaseIdentity, unchangedTraders } from '../stored-ranking-queries.ts'
import type { PlacedTrader } from './listed.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'
import type { Position } from '../change-queries.ts'

/** The last published ranking, as a file of this instance: the next start serves it while the ranking loads. */
export interface StoredRanking {
  /**
   * The stored ranking, marked with its time; null where there is none of this database, this formula and the last day. Traders whose
   * profile changed since are left out: they may have hidden something.
   */
  read: () => Promise<Snapshot | null>
  /** Writes in the background. A ranking is left out that comes within a minute of the last one or while one is written. @param position of the log of changes before the ranking was read */
  write: (snapshot: Snapshot, position: Position) => void
  /** Waits for a write that runs. */
  close: () => Promise<void>
}

/** The first line of the file. The others hold the traders in rank order, some in each. */
interface Header {
  formula: number
  database: string
  position: Position
  /** Milliseconds UTC. */
  takenAt: number
  generatedAt: number
}

/** Traders in a line, between two turns of the event loop: a millisecond of work. */
const tradersAtOnce = 100
/** An older ranking says too little of today. Milliseconds. */
const longestAgeMs = DAY_MS
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 1 }
const decompress = promisify(zstdDecompress)

/** @param pauseMs least pause between two writes, in milliseconds */
export function createStoredRanking(
  { config, sql, clock, log }: Pick<Kernel, 'config' | 'sql' | 'clock' | 'log'>,
  pauseMs = MINUTE_MS,
): StoredRanking {
  const path = join(config.DATA_DIR, 'ranking', 'last.ndjson.zst')
  let writing: Promise<void> | null = null
  let written = -Infinity

  async function* lines(header: Header, traders: readonly PlacedTrader[]): AsyncGenerator<string> {
    yield `${JSON.stringify(header)}\n`
    for (let start = 0; start < traders.length; start += tradersAtOnce) {
      await nextTurn()
      yield `${JSON.stringify(traders.slice(start, start + tradersAtOnce).map(placedPart))}\n`
    }
  }

  async function store({ formula, generatedAt, traders }: Snapshot, position: Position): Promise<void> {
    const header = { formula, database: await databaseIdentity(sql), position, takenAt: clock.now(), generatedAt }
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${process.pid}`
    await pipeline(
      lines(header, traders),
      createZstdCompress({ params: zstdParams }),
      createWriteStream(draft, { mode: 0o600 }),
    )
    await rename(draft, path)
  }

  async function load(): Promise<Snapshot | null> {
    const text = await decompress(await readFile(path))
    let end = text.indexOf('\n')
    const { formula, database, position, takenAt, generatedAt } = JSON.parse(text.toString('utf8', 0, end)) as Header
    const age = clock.now() - takenAt
    if (formula !== FORMULA_VERSION || !(age >= 0 && age <= longestAgeMs)) return null
    if (database !== (await databaseIdentity(sql))) return null
    const traders: PlacedTrader[] = []
    while (end + 1 < text.length) {
      const start = end + 1
      end = text.indexOf('\n', start)
      traders.push(...(JSON.parse(text.toString('utf8', start, end)) as PlacedTrader[]))
      await nextTurn()
    }
    // Another version of the program may have written other fields, in all of them alike.
    if (traders[0] !== undefined) leaderboardEntry.parse({ ...traders[0].entry, rank: null })
    const unchanged = await unchangedTraders(sql, position.snapshot)
    const shown = traders.filter(({ trader_id }) => unchanged.has(trader_id))
    return { ...snapshotOf(shown, generatedAt), staleSince: takenAt }
  }

  return {
    async read() {
      try {
        return await load()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'stored ranking not read')
        return null
      }
    },
    write(snapshot, position) {
      if (writing !== null || performance.now() - written < pauseMs) return
      written = performance.now()
      writing = store(snapshot, position)
        .catch((error: unknown) => log.warn({ err: error }, 'ranking not stored'))
        .finally(() => (writing = null))
    },
    close: async () => void (await writing),
  }
}

function placedPart({
  trader_id,
  eligible,
  score,
  roi_90,
  total_trades,
  member_since,
  ...shown
}: PlacedTrader): PlacedTrader {
  const { entry, sortValues, search, asOf } = shown
  return { trader_id, eligible, score, roi_90, total_trades, member_since, entry, sortValues, search, asOf }
}
