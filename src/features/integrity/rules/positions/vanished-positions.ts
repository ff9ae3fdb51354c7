import { resultAfter } from '#features/ea/rules/counting/vanished.ts'
import { paidFor, type Missing } from '#features/ea/rules/counting/retained-loss.ts'
import { DAY_MS, HOUR_MS, instantText } from '#shared/dates.ts'
import { attachStatement, howItClosed } from '../owner-answers.ts'
import { amount, cents, count, found, namedAtMost, roundedShare, share, type Finding } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /**
   * Positions found: the position with its time, when it was found (milliseconds UTC), and its loss as a share of the balance. The newest
   * few. Those found before shares were remembered have none.
   */
  vanished: [position: string, at: number, share?: number][]
}

const rememberedAtMost = 100
/** Complete snapshots without it: one fewer than make it a result, after which it is no longer missing. */
const foundAfter = resultAfter.snapshots - 1

/** Positions that were listed, or whose entries came, and that are gone without exits of their volume. */
export const vanishedPositions = syncRule({
  thresholds: {
    vanished_hours: amount(6),
    vanished_repeats: count(3),
    vanished_days: amount(30),
    vanished_grave_share: share(0.05),
  },
  findings: {
    position_vanished: {
      rule: 'R58',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'A position that was listed, or whose entry came, is gone, and no exit of its volume came within `vanished_hours` hours and two further complete snapshots. Where half of its result or more moved the balance without a record, R15 decides.',
      name: 'Posizione scomparsa',
      public:
        'Una posizione che era tra quelle aperte è scomparsa senza un’operazione di chiusura. La sua perdita conta lo stesso.',
      owner: {
        observed: 'Una posizione che era tra quelle aperte è scomparsa senza un’operazione di chiusura.',
        answer: howItClosed,
      },
      admin:
        'Una posizione elencata non c’è più e nessuna uscita ne chiude il volume. La perdita mostrata resta nel conto.',
    },
    positions_vanished: {
      rule: 'R58',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Positions as in `position_vanished` come `vanished_repeats` times within `vanished_days` days, or their losses in these days are together above `vanished_grave_share` of the balance.',
      name: 'Più posizioni scomparse',
      public: 'Più posizioni aperte, o una con una grande perdita, sono scomparse senza un’operazione di chiusura.',
      owner: {
        observed:
          'Più posizioni aperte, o una con una grande perdita, sono scomparse senza un’operazione di chiusura: il conto è in verifica.',
        answer: `Rispondi dicendo come sono state chiuse. ${attachStatement}`,
      },
      admin: 'Posizioni elencate e poi sparite senza uscite, più volte o con una perdita grave. Confronta i prelievi.',
    },
  },
  terms: {
    last_listed: 'Vista fino a',
    loss_amount: 'Perdita',
    lost_share: 'Perdite, quota del balance',
    paid_amount: 'Uscito dal conto',
  },
  section: 'positions',
  memory: { vanished: [] } as Memory,
  detect(memory, { received: { receipt }, outcome: { snapshot, account } }, limits) {
    if (snapshot === null) return { memory, findings: [], checked: [] }
    const missing = [...(account.intake.vanished?.missing ?? [])]
    const since = receipt - limits.vanished_days * DAY_MS
    const remembered = memory.vanished.filter(([, at]) => at > since)
    const known = new Set(memory.vanished.map(([position]) => position))
    const gone = missing.filter(
      (one) =>
        one.snapshots >= foundAfter &&
        receipt - one.at >= limits.vanished_hours * HOUR_MS &&
        !known.has(nameOf(one)) &&
        2 * one.unexplained <= lossOf(one),
    )
    if (gone.length === 0) return { memory: { vanished: remembered }, findings: [], checked: [] }
    const shareOf = (one: Missing) => lossOf(one) / Math.max(1, snapshot.balance + paidFor(one))
    const vanished = [
      ...remembered,
      ...gone.map((one): Memory['vanished'][number] => [nameOf(one), receipt, shareOf(one)]),
    ]
    const lost = vanished.reduce((sum, [, , lostShare = 0]) => sum + lostShare, 0)
    const positions = gone.slice(0, namedAtMost).map(shownOf)
    const findings: Finding<'position_vanished' | 'positions_vanished'>[] = [
      found('position_vanished', { positions }, gone.length),
    ]
    if (lost > limits.vanished_grave_share || vanished.length >= limits.vanished_repeats) {
      const evidence = {
        positions,
        balance: snapshot.balance,
        found: vanished.length,
        threshold: limits.vanished_repeats,
        within_days: limits.vanished_days,
        lost_share: roundedShare(lost),
        threshold_share: limits.vanished_grave_share,
      }
      findings.push(found('positions_vanished', evidence, gone.length))
    }
    return { memory: { vanished: vanished.slice(-rememberedAtMost) }, findings, checked: [] }
  },
})

const nameOf = ({ id, at }: Missing): string => `${id} ${at}`
const lossOf = (one: Missing): number => Math.max(one.loss, paidFor(one))
const shownOf = (one: Missing) => ({
  position: one.id,
  symbol: one.symbol,
  side: one.side,
  volume: one.volume,
  open_price: one.open_price,
  last_listed: instantText(one.since),
  loss_amount: cents(lossOf(one)),
  paid_amount: cents(paidFor(one)),
})
