import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { usualBodyLimit, type Endpoint } from '#shared/endpoint.ts'
import { declaredEndpoints } from '../src/guards/testing/declared-calls.ts'
import { atEnd, bench, compare, quantile, record } from './frame/bench.ts'
import { cpuMicros, start, type Child } from './frame/children.ts'
import {
  formOfParts,
  hostileBodies,
  pictureForm,
  plainRows,
  smallest,
  wrongSyncs,
  validSync,
} from './frame/hostile-texts.ts'

/**
 * The time that the worst body of each call takes: CPU time of the server's process for a request, the whole product with limits on. A
 * stranger's worst body is measured against the smallest refused one, at every call that changes something. A known sender's is measured
 * against a harmless one of the same size, at the calls that declare a body: the others read JSON alike and do not look into it. The picture
 * of an account stands for the three uploads, whose forms one function reads. Files that are hard to decode are no matter of this bench:
 * time, memory and number of their readings are bounded (`docs/security.md`). Then the answers to another visitor while one address sends
 * fifteen hostile syncs a second, all of them objects without fields.
 */

const bar = { most: 3 }
const rounds = 3
const requestsEach = 4
/** The least CPU time that counts, in microseconds: below it a ratio measures the machine. */
const ground = 150

interface Sent {
  method: string
  path: string
  authorization?: string
  body: Buffer | string
  type?: string
  address?: string
}

const advisors = 200
let product: Child
const agent = new Agent({ keepAlive: true, maxSockets: 4 })
/** Hostile requests never wait for each other's answers. */
const attacker = new Agent({ keepAlive: true })
let addresses = 0
/** A new address for each request: no limit of an address is reached. */
const nextAddress = () => {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** @returns the status and the milliseconds until the answer's end */
function send(
  { method, path, authorization, body, type, address }: Sent,
  through = agent,
): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      'x-forwarded-for': address ?? nextAddress(),
      ...(method !== 'GET' && {
        'content-type': type ?? 'application/json',
        'content-length': Buffer.byteLength(body),
      }),
      ...(authorization !== undefined && { authorization }),
    }
    const sent = httpRequest(
      { port: product.port, host: '127.0.0.1', method, path, headers, agent: through },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began }))
      },
    )
    sent.on('error', reject)
    sent.end(method === 'GET' ? undefined : body)
  })
}

/** CPU time of one request, in microseconds. */
async function cost(sent: () => Sent): Promise<{ micros: number; status: number }> {
  const before = await cpuMicros(product)
  let status = 0
  for (let index = 0; index < requestsEach; index += 1) ({ status } = await send(sent()))
  return { micros: ((await cpuMicros(product)) - before) / requestsEach, status }
}

let worst = 0

/** Measures bodies in turn with a reference, each by its cheapest round: what disturbs a measurement only adds to it. */
async function compareBodies(name: string, reference: () => Sent, bodies: Record<string, () => Sent>): Promise<void> {
  const ofReference: number[] = []
  const ofBody = new Map<string, number[]>()
  // The first time of each is compiled.
  for (const sent of [reference, ...Object.values(bodies)]) await send(sent())
  for (let round = 0; round < rounds; round += 1) {
    ofReference.push((await cost(reference)).micros)
    for (const [kind, sent] of Object.entries(bodies)) {
      const measured = await cost(sent)
      // An accepted body is no hostile one.
      if (measured.status >= 400) ofBody.set(kind, [...(ofBody.get(kind) ?? []), measured.micros])
    }
  }
  const base = Math.max(ground, Math.min(...ofReference))
  const [hardest] = [...ofBody]
    .map(([each, values]) => [each, Math.min(...values)] as const)
    .toSorted(([, a], [, b]) => b - a)
  if (hardest === undefined) throw new Error(`${name}: no body was refused`)
  const [kind, micros] = hardest
  const ratio = micros / base
  worst = Math.max(worst, ratio)
  console.log(`${name}: ${micros.toFixed(0)} µs (${kind}) against ${base.toFixed(0)}: ${ratio.toFixed(2)}`)
}

const newToken = () => `tt_ea_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`
let used = 0
/** Each token has a budget of refusals: the next one in turn. */
const advisor = () => `Bearer ${product.advisors[(used++ >> 1) % advisors]}`

const changing = declaredEndpoints.filter(({ method, path }) => method !== 'GET' && path !== '/api/ea/sync')
const concrete = (path: string) => path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
const limitOf = ({ bodyLimit = usualBodyLimit }: Endpoint) => bodyLimit - 16

/** The 99th percentile of a visitor's waits over three seconds, in milliseconds; hostile requests leave at their times, answered or not. */
async function p99OfVisitor(hostile?: () => Sent): Promise<number> {
  const waits: number[] = []
  const running: Promise<unknown>[] = []
  const began = performance.now()
  const timer = hostile && setInterval(() => running.push(send(hostile(), attacker)), 1000 / 15)
  while (performance.now() - began < 3_000) {
    const { ms } = await send({ method: 'GET', path: '/api/fresh/stats', body: '' })
    waits.push(ms)
    await sleep(5)
  }
  clearInterval(timer)
  await Promise.all(running)
  return quantile(waits, 0.99)
}

await bench(async () => {
  product = await start({ serve: 'product', advisors })
  atEnd(() => {
    agent.destroy()
    attacker.destroy()
  })
  for (const endpoint of changing) {
    const call = { method: endpoint.method, path: concrete(endpoint.path) }
    const hostile = Object.entries(hostileBodies(endpoint, limitOf(endpoint)))
    const bodies = (authorization?: string) =>
      Object.fromEntries(
        hostile.map(([kind, body]) => [kind, () => ({ ...call, ...body, ...(authorization && { authorization }) })]),
      )
    const name = `${endpoint.method} ${endpoint.path}`
    await compareBodies(`${name}, stranger`, () => ({ ...call, body: smallest }), bodies())
    if (endpoint.access === 'public' || endpoint.body === undefined) continue
    const reference = plainRows(limitOf(endpoint))
    await compareBodies(
      `${name}, known`,
      () => ({ ...call, body: reference, authorization: product.admin }),
      bodies(product.admin),
    )
  }
  const upload = { method: 'POST', path: '/api/account/avatar', authorization: product.admin }
  const [valid, parts] = [await pictureForm(), formOfParts()]
  await compareBodies('an upload, known', () => ({ ...upload, ...valid }), {
    'many parts': () => ({ ...upload, ...parts }),
  })
  const sync = { method: 'POST', path: '/api/ea/sync' }
  const texts = wrongSyncs()
  const wrong = Object.entries(texts)
  const syncs = (authorization: () => string) =>
    Object.fromEntries(wrong.map(([kind, body]) => [kind, () => ({ ...sync, body, authorization: authorization() })]))
  const unknown = () => `Bearer ${newToken()}`
  await compareBodies(
    'the sync, stranger',
    () => ({ ...sync, body: smallest, authorization: unknown() }),
    syncs(unknown),
  )
  const whole = validSync()
  await compareBodies(
    'the sync, known token',
    () => ({ ...sync, body: whole, authorization: advisor() }),
    syncs(advisor),
  )

  record('the worst body', worst, '× its reference', bar)
  const alone = () => p99OfVisitor()
  for (const [name, authorization] of [
    ['unknown tokens', unknown],
    ['one known token', () => `Bearer ${product.advisors[0]}`],
  ] as const) {
    const hostile = () => ({
      ...sync,
      body: texts['objects without fields'] ?? '',
      authorization: authorization(),
      address: '203.0.113.9',
    })
    await compare(
      `p99 of a visitor beside hostile syncs of ${name}`,
      { reference: alone, ours: () => p99OfVisitor(hostile) },
      { unit: 'ms', bar },
    )
  }
})
