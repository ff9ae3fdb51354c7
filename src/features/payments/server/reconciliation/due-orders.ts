import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient } from '../../provider.ts'
import { checkOrder, finishCheck, failedResults, type CheckResult } from './check.ts'
import { isStopped } from '../provider/client.ts'
import { applyListed } from './listed.ts'
import { dueOrders, mostUrgentDue, longestDue, postponeCheck } from './due-queries.ts'
import { postponeFailed } from '../settlement/failed-items.ts'

/** A run makes way for the next one after this: the rest stays due. Real milliseconds. */
const runMs = 45_000
const failuresInARow = 3
/** Whoever looked at an order within this is waiting for it. Milliseconds. */
const watchedMs = 5 * 60_000
/** The first order of a run, and each so many-th after it, is the one that has waited longest, so that none waits for ever. */
const turnOfTheLongest = 4
/** So many orders that are due are not asked for one by one, a second each, but found in the list of their time. */
const many = 40
/** The most that one list serves. */
const atOnce = 10_000
/** A list goes back no further: what is due of older orders is asked for by itself. Milliseconds. */
const listedMs = 9 * DAY_MS
/** A page of the list takes a second: what is left of a run after that settles what it told. Milliseconds. */
const listMs = 30_000

interface Run {
  signal: AbortSignal
  startedAt: number
}

const isOver = ({ signal, startedAt }: Run) => signal.aborted || performance.now() - startedAt >= runMs

/**
 * Checks the orders whose time has come: those that somebody watches and the youngest first, the longest waiting in between, those
 * whose last check failed behind all others. One that cannot be settled is put off and holds up none behind it. Ends early where the provider wants to be left alone. One caller at a time over
 * all instances: the settling holds the lock (`docs/payments.md` 6).
 * @returns orders checked
 * @throws where the database is away
 */
export async function checkDueOrders(
  kernel: Kernel,
  provider: ProviderClient,
  { signal }: { signal: AbortSignal },
): Promise<number> {
  const run: Run = { signal, startedAt: performance.now() }
  const leftOut = new Set<string>()
  let checked = await checkByList(kernel, provider, run, leftOut)
  let failures = 0
  while (!isOver(run)) {
    const orderId = await nextDue(kernel, provider, leftOut, checked)
    if (orderId === null) break
    const result = await unlessBroken(kernel, provider, orderId, run, leftOut, () =>
      checkOrder(kernel, provider, orderId, { signal }),
    )
    checked += 1
    if (result === 'rate_limited') break
    // Refused credentials are not sent again for a while: such a check costs nothing, and payments may still be read where only the
    // login for lists is wrong.
    if (result !== 'not_asked') failures = result !== null && failedResults.includes(result) ? failures + 1 : 0
    if (failures === failuresInARow) break
  }
  return checked
}

function nextDue(
  { sql, clock }: Kernel,
  provider: ProviderClient,
  leftOut: ReadonlySet<string>,
  checked: number,
): Promise<string | null> {
  const now = Math.floor(clock.now())
  const except = [...leftOut]
  if (checked % turnOfTheLongest === 0) {
    return longestDue(sql, provider.name, instantText(now), except)
  }
  const watchedAfter = instantText(now - watchedMs)
  return mostUrgentDue(sql, provider.name, { now: instantText(now), watchedAfter, except, failedResults })
}

/** @returns null where it failed by itself: it is put off, and left out of this run */
async function unlessBroken<T>(
  kernel: Kernel,
  provider: ProviderClient,
  orderId: string,
  { signal }: Run,
  leftOut: Set<string>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (isStopped(signal)) throw error
    leftOut.add(orderId)
    const putOff = (until: string) =>
      postponeCheck(kernel.sql, orderId, until).catch((failure: unknown) =>
        kernel.log.warn({ err: failure, order_id: orderId }, 'an order that cannot be settled stays due'),
      )
    await postponeFailed(kernel, provider, { what: `ordine ${orderId}`, error, putOff })
    return null
  }
}

/**
 * Where very many orders are due, one list of their time tells of all of them. Those of whose payments it does not tell are left for
 * questions of their own.
 * @returns orders checked
 */
async function checkByList(kernel: Kernel, provider: ProviderClient, run: Run, leftOut: Set<string>): Promise<number> {
  if (!provider.canList) return 0
  const now = Math.floor(kernel.clock.now())
  // Payments are younger than their orders; clocks may differ.
  const oldest = now - listedMs + DAY_MS
  const allDue = await dueOrders(kernel.sql, provider.name, {
    now: instantText(now),
    watchedAfter: instantText(now - watchedMs),
    limit: atOnce,
  })
  const due = allDue.filter(({ created_at }) => Date.parse(created_at) >= oldest)
  if (due.length < many) return 0
  const from = new Date(Math.min(...due.map(({ created_at }) => Date.parse(created_at))) - DAY_MS)
  const signal = AbortSignal.any([AbortSignal.timeout(listMs), run.signal])
  const range = { from, to: new Date(now) }
  const { taken, orders, failedOrders, whole } = await applyListed(kernel, provider, range, { signal })
  if (!whole) return 0
  let checked = 0
  for (const { order_id: orderId, payments } of due) {
    if (isOver(run)) break
    if (failedOrders.has(orderId) || !payments.every((id) => taken.has(id))) continue
    const result: CheckResult = orders.has(orderId) ? 'payment_found' : 'nothing_found'
    await unlessBroken(kernel, provider, orderId, run, leftOut, () => finishCheck(kernel, orderId, result))
    checked += 1
  }
  return checked
}
