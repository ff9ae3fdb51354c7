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
import type { Position } from '../change-queries.ts'
import { databaseIdentity } from '../stored-ranking-queries.ts'
import { packedFields } from './table/packed-trader.ts'
import type { TraderTable } from './table/trader-table.ts'

/** The table of this instance as a file: the next start serves it, and reads what changed since. */
export interface StoredRanking {
  /** Fills an empty table; null where there is no file of this database, this formula and the last day. */
  read: (table: TraderTable) => Promise<Stored | null>
  /** Writes in the background. A table is left out that comes within a minute of the last one or while one is written. @param position of the log of changes before the table was read */
  write: (table: TraderTable, position: Position) => void
  /** Waits for a write that runs. */
  close: () => Promise<void>
}

export interface Stored {
  position: Position
  /** Milliseconds UTC. */
  takenAt: number
}

/** The first line of the file. Each other line is a trader. */
interface Header extends Stored {
  formula: number
  database: string
  fields: string
}

/** Traders between two turns of the event loop: some milliseconds of work. */
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
  const path = join(config.DATA_DIR, 'ranking', 'last.tsv.zst')
  let writing: Promise<void> | null = null
  let written = -Infinity

  async function* lines(header: Header, table: TraderTable): AsyncGenerator<string> {
    yield `${JSON.stringify(header)}\n`
    const ids = table.ids()
    for (let start = 0; start < ids.length; start += tradersAtOnce) {
      await nextTurn()
      yield ids
        .slice(start, start + tradersAtOnce)
        .map((id) => lineOf(table, id))
        .join('')
    }
  }

  async function store(table: TraderTable, position: Position): Promise<void> {
    const database = await databaseIdentity(sql)
    const header = { formula: FORMULA_VERSION, fields: packedFields, database, position, takenAt: clock.now() }
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${process.pid}`
    await pipeline(
      lines(header, table),
      createZstdCompress({ params: zstdParams }),
      createWriteStream(draft, { mode: 0o600 }),
    )
    await rename(draft, path)
  }

  async function load(table: TraderTable): Promise<Stored | null> {
    const text = await decompress(await readFile(path))
    let end = text.indexOf('\n')
    const { formula, fields, database, position, takenAt } = JSON.parse(text.toString('utf8', 0, end)) as Header
    const now = clock.now()
    if (formula !== FORMULA_VERSION || fields !== packedFields || !(takenAt <= now && takenAt >= now - longestAgeMs))
      return null
    if (database !== (await databaseIdentity(sql))) return null
    for (let count = 1; end + 1 < text.length; count += 1) {
      const start = end + 1
      end = text.indexOf('\n', start)
      const [id = '', day, today = '', tomorrow = ''] = text.toString('utf8', start, end).split('\t')
      table.put(id, { day: Number(day), today, tomorrow: tomorrow === '' ? null : tomorrow }, now)
      if (count % tradersAtOnce === 0) await nextTurn()
    }
    return { position, takenAt }
  }

  return {
    async read(table) {
      try {
        return await load(table)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') log.warn({ err: error }, 'stored ranking not read')
        return null
      }
    },
    write(table, position) {
      if (writing !== null || performance.now() - written < pauseMs) return
      written = performance.now()
      writing = store(table, position)
        .catch((error: unknown) => log.warn({ err: error }, 'ranking not stored'))
        .finally(() => (writing = null))
    },
    close: async () => void (await writing),
  }
}

/** Tabs and ends of lines are escaped inside the packed texts. */
function lineOf(table: TraderTable, id: string): string {
  const dated = table.dated(id)
  return dated === undefined ? '' : `${id}\t${dated.day}\t${dated.today}\t${dated.tomorrow ?? ''}\n`
}
