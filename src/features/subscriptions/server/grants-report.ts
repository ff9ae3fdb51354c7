import { adminAddress } from '#shared/admin-pages.ts'
import { tierNames } from '../plan-names.ts'
import type { Queryable } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMessage } from '#server/outbox/outbox.ts'
import { DAY_MS, dayText, instantText, utcDay } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import type { Tier } from '../catalogue.ts'

interface Gift {
  kind: 'assign' | 'extend'
  tier: Tier
  seconds: number
  created_at: string
  trader_id: string
  /** Null when the user was erased since. */
  user_sequential_id: number | null
  is_gone: boolean
  /** The admin's username; null when there is no admin with this id any more. */
  given_by: string | null
}

/** The most lines of one report: the log has them all. */
const shownGifts = 200

/** Monday 00:00 UTC of the week of an instant, milliseconds. */
export function mondayOf(instant: number): number {
  const day = utcDay(instant)
  return (day - ((day + 3) % 7)) * DAY_MS
}

async function giftsBetween(sql: Queryable, from: string, until: string): Promise<Gift[]> {
  return sql<Gift[]>`
    select line.kind, line.tier, line.seconds::float8 as seconds, line.created_at, line.trader_id, trader.user_sequential_id,
           trader.trader_id is null as is_gone, admin.username as given_by
      from entitlement_entry line
      left join trader on trader.trader_id = line.trader_id
      left join trader admin on admin.trader_id::text = line.actor
     where line.kind in ('assign', 'extend') and line.created_at >= ${from} and line.created_at < ${until}
     order by admin.username, line.entry_id`
}

/**
 * Reports to the admins, once a week, the manual grants of the last whole week (Monday to Sunday, UTC). A week without grants has no
 * report. Users are named by number, since a message outlives an erasure.
 */
export async function reportGrants({ sql, clock, secrets, config, outbox }: Kernel): Promise<void> {
  const now = Math.floor(clock.now())
  const until = mondayOf(now)
  const from = until - 7 * DAY_MS
  const gifts = await giftsBetween(sql, instantText(from), instantText(until))
  if (gifts.length === 0) return
  const [first, last] = [format.day(dayText(utcDay(from))), format.day(dayText(utcDay(until) - 1))]
  const isNew = await postMessage(sql, {
    id: secrets.newId(),
    cause: `manual-grants:${dayText(utcDay(from))}`,
    kind: 'admin_alert',
    subject: `TopTrader: abbonamenti dati a mano dal ${first} al ${last}`,
    body: [
      `Dal ${first} al ${last} (giorni UTC) gli amministratori hanno dato ${format.counted(gifts.length, 'periodo', 'periodi')} di abbonamento senza un pagamento.`,
      ...[...Map.groupBy(gifts.slice(0, shownGifts), ({ given_by: by }) => by)].flatMap(([by, own]) => [
        '',
        by === null ? 'Un amministratore che non c’è più:' : `@${by}:`,
        ...own.map(giftLine),
      ]),
      ...(gifts.length > shownGifts
        ? ['', `E altri ${format.count(gifts.length - shownGifts)}: sono nel registro.`]
        : []),
      '',
      `Se uno di questi non ti torna, guarda chi e quando nel registro: ${config.APP_URL}${adminAddress('audit')}`,
    ].join('\n'),
    at: instantText(now),
  })
  if (isNew) outbox.wake()
}

function giftLine({ kind, tier, seconds, created_at: at, ...user }: Gift): string {
  const length = format.days(Math.round((seconds * 1000) / DAY_MS))
  const act = kind === 'assign' ? 'assegnazione' : 'proroga'
  const whom = user.is_gone
    ? 'un utente eliminato'
    : user.user_sequential_id === null
      ? `utente ${user.trader_id}`
      : `utente n. ${user.user_sequential_id}`
  return `- ${format.dateTime(at)}: ${tierNames[tier]}, ${length}, ${act}, ${whom}`
}
