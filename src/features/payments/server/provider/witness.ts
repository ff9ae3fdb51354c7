import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import { ProviderError, type PaymentProvider, type ProviderFault } from '../../provider.ts'
import { answeredPayments, noteSilence } from './health-queries.ts'
import { isStopped } from './stopped.ts'

/** `answers`: it is there; `silent`: nobody gets an answer; `refuses`: it does not take our key; `unknown`: it could not be asked now. */
export type Testimony = 'answers' | 'silent' | 'refuses' | 'unknown'

/** One comparison. Milliseconds. */
const questionMs = 12_000
/** Where the first one is not answered either, a second is asked about: one payment of which the provider tells nothing is no silence. */
const questions = 2

/** What keeps us from an answer, wherever it comes from: anything but the provider's own JSON. */
const silence: ReadonlySet<ProviderFault> = new Set(['unreachable', 'timeout', 'rate_limited', 'bad_answer'])

let turn = 0

/**
 * Whether the provider is silent, or only about one payment: it is asked about others that it has answered before, in turns, and where
 * there is none (a fresh shop) for what names no payment. A silence is noted where all settlings see it (`docs/payments.md` 4).
 * @param provider its answers are noted by whoever watches it
 * @param about the payment of which it told nothing
 * @throws what is no fault of the provider's, also where this server stops
 */
export async function askWitness(
  kernel: Kernel,
  provider: PaymentProvider,
  about: string,
  stopped: AbortSignal,
): Promise<Testimony> {
  const at = Math.floor(kernel.clock.now())
  const others = await answeredPayments(kernel.sql, provider.name, { now: instantText(at), except: about })
  turn += 1
  const first = turn % Math.max(1, others.length)
  const asked: (string | null)[] = [...others.slice(first), ...others.slice(0, first)].slice(0, questions)
  let isSilent = false
  for (const other of asked.length === 0 ? [null] : asked) {
    const testimony = await questionOf(provider, other, stopped)
    // A second one that is not asked, since the first one was in vain, takes nothing from that.
    if (testimony === 'unknown' && isSilent) break
    if (testimony !== 'silent') return testimony
    isSilent = true
  }
  const now = instantText(Math.floor(kernel.clock.now()))
  await noteSilence(kernel.sql, provider.name, { at: instantText(at), now })
  return 'silent'
}

async function questionOf(provider: PaymentProvider, other: string | null, stopped: AbortSignal): Promise<Testimony> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(questionMs)])
  try {
    if (other === null) await provider.ping({ signal })
    else await provider.readPayment(other, { signal, urgent: true, comparing: true })
    return 'answers'
  } catch (error) {
    if (isStopped(stopped)) throw error
    if (!(error instanceof ProviderError)) {
      if (signal.aborted) return 'unknown'
      throw error
    }
    if (!error.asked) return 'unknown'
    if (error.kind === 'misconfigured') return 'refuses'
    return silence.has(error.kind) ? 'silent' : 'answers'
  }
}
