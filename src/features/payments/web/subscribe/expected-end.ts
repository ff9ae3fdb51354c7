import { planOf } from '#features/subscriptions/catalogue.ts'
import { apply, nothingHeld, type Holdings } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format/format.ts'

/** The two ends on a trader's dashboard: Diamond's, and the later one of both plans. */
export interface PresentEnds {
  diamond_expires: string | null
  leaderboard_expires: string | null
}

export interface Expected {
  /** Milliseconds UTC. */
  until: number
  /** Begin of the bought period: the present moment where no running plan moves it. */
  from: number
  /** A note beside the date, where a running plan moves the new one or is moved by it. */
  note: string | null
}

/**
 * The period of a plan that is paid now, by the rules that activate it (`docs/payments.md` 3).
 * @param now milliseconds UTC
 */
export function expectedEnd(code: string, ends: PresentEnds | null, now: number): Expected | null {
  const plan = planOf(code)
  if (plan === null) return null
  const held = ends === null ? nothingHeld : holdingsOf(ends)
  const { entries, holdings } = apply({ type: 'purchase', plan: plan.code }, { ...held, now })
  const until = holdings[plan.tier]?.until
  const [own] = entries
  if (until === undefined || own === undefined) return null
  const from = until - Math.round(own.seconds * 1000)
  return { until, from, note: noteOf(plan.tier, held, holdings, from, now) }
}

function noteOf(tier: 'basic' | 'diamond', held: Holdings, after: Holdings, from: number, now: number): string | null {
  const begins = format.date(from)
  const basicRuns = (held.basic?.until ?? 0) > now
  const diamondRuns = (held.diamond?.until ?? 0) > now
  if (tier === 'basic') {
    if (basicRuns) return `Si aggiunge al tempo che hai già: il nuovo periodo inizia il ${begins}.`
    if (diamondRuns)
      return `Diamond comprende già Basic: il nuovo periodo inizia il ${begins}, quando finisce il tuo Diamond.`
    return null
  }
  const start = diamondRuns ? `Si aggiunge al tuo Diamond: il nuovo periodo inizia il ${begins}.` : null
  if (!basicRuns) return start
  const pause = `Diamond comprende Basic e lo mette in pausa: il tempo Basic che ti resta riprende dopo, fino al ${format.date(after.basic?.until)}.`
  return start === null ? pause : `${start} ${pause}`
}

/** Basic time that is left ends after Diamond's: a Diamond period moves it behind itself. */
function holdingsOf({ diamond_expires: diamondEnd, leaderboard_expires: laterEnd }: PresentEnds): Holdings {
  const diamond = diamondEnd === null ? null : Date.parse(diamondEnd)
  const later = laterEnd === null ? null : Date.parse(laterEnd)
  const basic = later !== null && (diamond === null || later > diamond) ? later : null
  const held = (until: number | null) =>
    until === null ? null : ({ until, status: 'active', plan_type: 'manual' } as const)
  return { basic: held(basic), diamond: held(diamond) }
}
