import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import type { ProviderClient } from '../../provider.ts'
import { checkOrder, finishCheck, failedResults, type CheckResult } from './check.ts'
import { isStopped } from '../provider/client.ts'
import { applyListed } from './listed.ts'
import { dueOrders, mostUrgentDue, longestDue, postponeCheck } from './due-queries.ts'
import { postponeFailed } from '../settlement/failed-items.ts'

/** The length of a run. Orders that are left stay due. Milliseconds of the machine's clock. */
const runMs = 45_000
const failuresInARow = 3
/** An order whose state was read within this is watched. Milliseconds. */
const watchedMs = 5 * MINUTE_MS
/** The first order of a run and each fourth after it is the one that has waited longest, so that none waits for ever. */
const turnOfTheLongest = 4
/** From this many due orders on, one list of their time replaces single questions. */
const many = 40
/** The most orders of one list. */
const atOnce = 10_000
/** A list goes back for this long. Older orders are asked about one by one. Milliseconds. */
const listedMs = 9 * DAY_MS
/** The time of the list, a second a page. The rest of the run settles what it brought. Milliseconds. */
const listMs = 30_000

interface Run {
  signal: AbortSignal
  startedAt: number
}

const isOver = ({ signal, startedAt }: Run) => signal.aborted || performance.now() - startedAt >= runMs

/**
 * Checks the orders that are due: watched ones and the youngest first, the longest waiting in between, those whose last check
 * failed last. An order that cannot be settled is put off and holds up none behind it. Ends early where the provider asks for a
 * pause. One caller at a time over all instances (`docs/payments.md` 6).
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
    // Other orders are still checked after refused credentials: payments can be read where the login for lists alone is wrong.
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

/** @returns null where the order could not be settled: it is put off, and left out of this run */
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
 * Checks very many due orders by one list of their time. Orders that the list does not mention are left for questions of
 * their own.
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
  const { applied, orders, failedOrders, whole } = await applyListed(kernel, provider, range, { signal })
  if (!whole) return 0
  let checked = 0
  for (const { order_id: orderId, payments } of due) {
    if (isOver(run)) break
    if (failedOrders.has(orderId) || !payments.every((id) => applied.has(id))) continue
    const result: CheckResult = orders.has(orderId) ? 'payment_found' : 'nothing_found'
    await unlessBroken(kernel, provider, orderId, run, leftOut, () => finishCheck(kernel, orderId, result))
    checked += 1
  }
  return checked
}
