import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { signedIn } from '#server/testing/people.ts'
import { startS3Server } from '#server/testing/s3-server.ts'
import { form } from '#server/testing/sent-files.ts'
import { atEnd, compare, median, option, record, spread } from '../frame/bench.ts'
import { visits } from '../frame/children.ts'
import { cpuMicrosOf } from '../frame/cluster.ts'
import { allAnswered, load, type Plan } from '../frame/load.ts'
import { startBeside, type Populated } from '../frame/populated.ts'
import { memoryOf, stopProgram, type Program } from '../frame/product.ts'

/** Pictures of traders in a bucket, against the folder of data: an upload and a view. The store is a stand-in on the same machine, whose time does not count. */

const seconds = option('seconds', 3)
/** A trader may change the picture thirty times an hour. */
const people = 40

interface Place {
  program: Program
  uploads: Buffer[]
  views: Buffer[]
  /** Requests so far: each is sent in its turn. */
  sent: number
  /** Megabytes above those before, at most, in each round. */
  grown: number[]
}

export async function measureBucket(product: Populated): Promise<void> {
  const store = await startS3Server()
  atEnd(store.stop)
  // Two instances that are started alike: one of them alone would have had the syncs.
  const inFolder = await placeOf(product, await startBeside(product), 0)
  const inBucket = await placeOf(product, await startBeside(product, store.env), people)
  let requests: number[] = []
  const both = (kind: 'uploads' | 'views', plan: Plan) => ({
    reference: () => micros(inFolder, kind, plan),
    async ours() {
      const before = store.line.requests
      let answered = 0
      const measured = await micros(inBucket, kind, plan, (count) => (answered = count))
      requests.push((store.line.requests - before) / answered)
      return measured
    },
  })
  const report = (name: string) => {
    console.log(
      `${name}: most memory above that before, MB: bucket ${spread(inBucket.grown.slice(1))}, folder ${spread(inFolder.grown.slice(1))}`,
    )
    record(`${name}, requests to the bucket`, median(requests.slice(1)), '', null)
    requests = []
    for (const place of [inFolder, inBucket]) place.grown.length = 0
  }
  const upload = both('uploads', { connections: 2, seconds: 60, most: people / 2 })
  await compare('an upload, bucket / folder', upload, { unit: 'µs of CPU of Node', bar: null })
  report('an upload')

  for (const [place, from] of [
    [inFolder, 0],
    [inBucket, people],
  ] as const) {
    place.views = await viewsOf(product, from)
  }
  const view = both('views', { connections: 16, seconds: seconds / 2 })
  await compare('a picture, bucket / folder', view, { unit: 'µs of CPU of Node', bar: null })
  report('a picture')
  for (const { program } of [inFolder, inBucket]) await stopProgram(program.child)
}

/** An instance and the uploads of some traders, who send theirs to this one alone. */
async function placeOf({ sql, secrets }: Populated, program: Program, from: number): Promise<Place> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const picture = await sharp({ create: { width: 500, height: 400, channels: 3, background: '#a33', noise } })
    .jpeg()
    .toBuffer()
  const { headers, payload } = form(picture)
  const uploads: Buffer[] = []
  for (const [index, { trader_id }] of (await owners(sql, from)).entries()) {
    const session = await signedIn({ sql, secrets, clock: { now: () => Date.now() } }, trader_id)
    const head = Object.entries({ ...headers, ...session, 'content-length': String(payload.length) })
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const sender = `X-Forwarded-For: 10.40.${from}.${index}\r\n`
    uploads.push(
      Buffer.concat([
        Buffer.from(`POST /api/account/avatar HTTP/1.1\r\nHost: 127.0.0.1\r\n${sender}${lines}\r\n`),
        payload,
      ]),
    )
  }
  return { program, uploads, views: [], sent: 0, grown: [] }
}

const owners = (sql: Populated['sql'], from: number) => sql<{ trader_id: string; avatar_key: string | null }[]>`
  select trader_id, avatar_key from trader join trading_account using (trader_id)
   order by username limit ${people} offset ${from}`

async function viewsOf({ sql }: Populated, from: number): Promise<Buffer[]> {
  const keys = (await owners(sql, from)).map((row) => row.avatar_key)
  if (keys.includes(null)) throw new Error('a picture was not stored')
  return visits(
    keys.map((key) => `/uploads/avatars/${key}-208.webp`),
    { network: 41 + from },
  )
}

/** Microseconds of CPU of an instance for each of these requests. */
async function micros(place: Place, kind: 'uploads' | 'views', plan: Plan, onAnswered?: (count: number) => void) {
  const { child, port } = place.program
  const pid = child.pid ?? 0
  const texts = place[kind]
  // The most memory is counted anew from now on.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const [used, memory] = [cpuMicrosOf(pid), memoryOf(pid).now]
  const run = await load(port, () => texts[place.sent++ % texts.length] ?? '', plan)
  const { answered } = allAnswered(run, kind)
  onAnswered?.(answered)
  await sleep(50)
  place.grown.push(memoryOf(pid).most - memory)
  return (cpuMicrosOf(pid) - used) / answered
}
