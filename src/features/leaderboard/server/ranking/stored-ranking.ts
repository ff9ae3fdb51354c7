import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { FORMULA_VERSION } from '#features/performance/rules/engine-state.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { Position } from '../change-queries.ts'
import { databaseIdentity } from '../stored-ranking-queries.ts'
import { blockLayout, type Block } from './table/block.ts'
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

/** The first frame of the file. Two follow for each block of the table: its bytes are the second one. */
interface Header extends Stored {
  formula: number
  database: string
  form: string
}

/** Traders between two turns of the event loop: a millisecond of work. */
const tradersAtOnce = 100
/** A file of another form cannot be read. */
const form = `${blockLayout}: ${packedFields}`
/** An older ranking says too little of today. Milliseconds. */
const longestAgeMs = DAY_MS
/** A draft that grew no more for this long is of a writer that was killed. Milliseconds. */
const abandonedMs = HOUR_MS
const chunkBytes = 1 << 18
const lengthBytes = 4
const zstdParams = { [constants.ZSTD_c_compressionLevel]: 1 }

/** @param pauseMs least pause between two writes, in milliseconds */
export function createStoredRanking(
  { config, sql, clock, log }: Pick<Kernel, 'config' | 'sql' | 'clock' | 'log'>,
  pauseMs = MINUTE_MS,
): StoredRanking {
  const folder = join(config.DATA_DIR, 'ranking')
  const path = join(folder, 'last.zst')
  let writing: Promise<void> | null = null
  let written = -Infinity

  async function* framesOf(header: Header, table: TraderTable): AsyncGenerator<Uint8Array> {
    yield* frame(serialize(header))
    for (const { bytes, ...rest } of table.blocks(tradersAtOnce)) {
      yield* frame(serialize(rest))
      // No further copy: memory outside the heap, too, makes the garbage collector run.
      yield* frame(bytes)
      await nextTurn()
    }
  }

  async function store(table: TraderTable, position: Position): Promise<void> {
    const database = await databaseIdentity(sql)
    const header = { formula: FORMULA_VERSION, form, database, position, takenAt: clock.now() }
    await mkdir(folder, { recursive: true })
    await removeAbandoned()
    // Several instances may share the folder, and in containers all of them have the same process id.
    const draft = `${path}.${randomUUID()}`
    try {
      await pipeline(
        framesOf(header, table),
        createZstdCompress({ params: zstdParams }),
        createWriteStream(draft, { mode: 0o600 }),
      )
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }

  async function removeAbandoned(): Promise<void> {
    for (const name of await readdir(folder)) {
      const file = join(folder, name)
      if (!file.startsWith(`${path}.`)) continue
      const written = await stat(file).catch(() => null)
      if (written !== null && Date.now() - written.mtimeMs > abandonedMs) await rm(file, { force: true })
    }
  }

  async function load(table: TraderTable): Promise<Stored | null> {
    const file = createReadStream(path)
    const text = createZstdDecompress({ chunkSize: chunkBytes })
    // Its end is awaited by reading what comes out of it.
    const reading = pipeline(file, text)
    reading.catch(() => undefined)
    const frames = readFrames(text)
    try {
      const {
        formula,
        form: written,
        database,
        position,
        takenAt,
      } = deserialize((await frames.next()).value ?? nothing) as Header
      const now = clock.now()
      if (formula !== FORMULA_VERSION || written !== form || !(takenAt <= now && takenAt >= now - longestAgeMs))
        return null
      if (database !== (await databaseIdentity(sql))) return null
      await table.fill(blocksOf(frames), takenAt)
      await reading
      return { position, takenAt }
    } finally {
      text.destroy()
    }
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

const nothing = Buffer.alloc(0)

/** Bytes behind their length. */
function* frame(bytes: Uint8Array): Generator<Uint8Array> {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(bytes.length)
  yield length
  yield bytes
}

async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let read = nothing
  for await (const chunk of stream) {
    read = Buffer.concat([read, chunk])
    let start = 0
    while (read.length - start >= lengthBytes) {
      const end = start + lengthBytes + read.readUInt32LE(start)
      if (read.length < end) break
      yield read.subarray(start + lengthBytes, end)
      start = end
    }
    read = read.subarray(start)
  }
}

async function* blocksOf(frames: AsyncGenerator<Buffer, undefined>): AsyncGenerator<Block> {
  for (;;) {
    const rest = await frames.next()
    if (rest.value === undefined) return
    const { value: bytes = nothing } = await frames.next()
    yield { ...(deserialize(rest.value) as Omit<Block, 'bytes'>), bytes }
  }
}
