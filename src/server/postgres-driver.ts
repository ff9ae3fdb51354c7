import { registerHooks } from 'node:module'
import { StartFault } from './start-fault.ts'

interface Guard {
  why: string
  text: string
  guarded: string
}

/**
 * The driver with guards for connections that die at a bad moment (porsager/postgres issues 1066, 1154, 1208: open as of 3.4.9).
 * Without them a PostgreSQL that restarts under an open transaction ends this process: the driver writes to a socket that is gone,
 * outside any promise. The connection then keeps what it could not send and never works again; and where it is opened anew for
 * somebody else, the rest of the lost transaction runs there, outside of any transaction. A COPY may wait for ever for its own end.
 *
 * The text is changed while it is loaded, so that an installation without install scripts has the guards too. A driver whose text is
 * another one is refused: nobody upgrades them away unnoticed. Whoever needs the driver's values imports them from here.
 */
const guards: Record<string, readonly Guard[]> = {
  '/postgres/src/connection.js': [
    {
      why: 'a query after the end of its connection is refused, not written to nowhere',
      text: `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)`,
      guarded: `  function nextWrite(fn) {
    if (socket === null) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return false
    }
    const x = socket.write(chunk, fn)`,
    },
    {
      why: 'what could not be sent is not sent to the next connection',
      text: `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      guarded: `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
    },
    {
      why: 'a query that came between the fault and the end of its connection is refused too',
      text: `    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
      guarded: `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))`,
    },
    {
      why: 'a COPY that the database refuses at its end says so',
      text: `  function errored(err) {
    stream && (stream.destroy(err), stream = null)`,
      guarded: `  function errored(err) {
    final && (final(err), final = null)
    stream && (stream.destroy(err), stream = null)`,
    },
    {
      why: 'a COPY that nobody reads any more does not keep its connection, and what it holds in the database',
      text: `    terminated = true
    if (stream`,
      guarded: `    terminated = true
    stream && socket && socket.destroy()
    if (stream`,
    },
    {
      why: 'a COPY that was read slowly does not leave its connection paused',
      text: `    stream && stream.push(null)
    stream = null`,
      guarded: `    stream && stream.push(null)
    stream = null
    socket.resume()`,
    },
    {
      why: 'the first question of a connection that dies while it opens is nobody’s',
      text: `        return fetchArrayTypes()`,
      guarded: `        return fetchArrayTypes().catch(() => undefined)`,
    },
  ],
  '/postgres/src/index.js': [
    {
      why: 'the pool says how busy it is',
      text: `    begin,
    close,
    end
  })`,
      guarded: `    begin,
    close,
    end,
    pool: () => ({
      idle: open.length,
      used: busy.length + full.length + reserved.length,
      connecting: connecting.length,
      waiting: queries.length,
      waits: waits.number,
      waited: waits.ms / 1000
    })
  })
  const waits = { number: 0, ms: 0 }`,
    },
    {
      why: 'a query that waits for a connection remembers since when',
      text: `      : queries.push(query)
  }`,
      guarded: `      : (query.waitsSince = performance.now(), queries.push(query))
  }`,
    },
    {
      why: 'how long it waited is counted',
      text: `      const query = queries.shift()
      if (query.reserve)`,
      guarded: `      const query = queries.shift()
      query.waitsSince && (waits.number++, waits.ms += performance.now() - query.waitsSince)
      if (query.reserve)`,
    },
    {
      why: 'a transaction knows that its connection ended',
      text: `      , connection
      , prepare = null
`,
      guarded: `      , connection
      , prepare = null
      , lost = null
`,
    },
    {
      why: 'a transaction is told that its connection ended',
      text: `        new Promise((_, reject) => connection.onclose = reject)`,
      guarded: `        new Promise((_, reject) => connection.onclose = error => reject(lost = error))`,
    },
    {
      why: 'a transaction does not go on in a connection that was opened for somebody else',
      text: `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      guarded: `        q.catch(e => uncaughtError || (uncaughtError = e))
        lost ? q.reject(lost) : c.queue === full`,
    },
    {
      why: 'a reserved connection that ended is told so, and is not given back',
      text: `    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }`,
      guarded: `    c.reserved.release = true
    let lost = null
    c.onclose = error => lost = error

    const sql = Sql(handler)
    sql.release = () => {
      if (lost)
        return
      c.onclose = null
      c.reserved = null
      onopen(c)
    }`,
    },
    {
      why: 'a reserved connection does not go on as one that was opened for somebody else',
      text: `    function handler(q) {
      c.queue === full
        ? queue.push(q)`,
      guarded: `    function handler(q) {
      lost ? q.reject(lost) : c.queue === full
        ? queue.push(q)`,
    },
  ],
}

const hooks = registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const file = Object.keys(guards).find((path) => url.endsWith(path))
    if (file === undefined) return loaded
    let source = new TextDecoder().decode(loaded.source as Uint8Array)
    for (const { why, text, guarded } of guards[file] ?? []) {
      if (source.split(text).length !== 2)
        throw new StartFault(`Il driver di PostgreSQL non è quello previsto (${why}).`)
      source = source.replace(text, () => guarded)
    }
    return { ...loaded, source }
  },
})

/** How busy a pool is now. A query that goes behind others on their connection does not wait here. */
export interface PoolState {
  idle: number
  /** Connections with a query or a transaction. */
  used: number
  connecting: number
  /** Queries for which no connection is free. */
  waiting: number
  /** How many waited since the start, and how long in all, in seconds. */
  waits: number
  waited: number
}

export const poolState = (sql: unknown): PoolState => (sql as { pool: () => PoolState }).pool()

export const { default: postgres } = await import('postgres')
export const { PostgresError } = postgres
hooks.deregister()
