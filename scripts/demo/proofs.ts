import { netOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY } from '#features/ea/simulation/market.ts'
import type { Actor } from './actor.ts'
import type { Terminal } from './past.ts'
import { signIn } from './purchases.ts'
import type { Site } from './site.ts'

/** Seconds before the end of the past: the order is placed, it is deleted, an admin compares. */
const ordered = 7 * DAY
const deleted = 6 * DAY
const compared = 3 * DAY
/** So many of the best prove their ownership, and the first and third of them are compared with their Myfxbook page. */
const provers = 5
const matched = [0, 2]

/**
 * The best traders prove that they own their account with a pending order (level L2), and an admin compares two of them with the page that
 * they connected (level L3).
 */
export function createProofs(site: Site, adminEmail: string) {
  let chosen: Terminal[] = []
  const steps = [
    { ago: ordered, play: placeOrders },
    { ago: deleted, play: deleteOrders },
    { ago: compared, play: compareFigures },
  ]

  return async (terminals: readonly Terminal[], ago: number): Promise<void> => {
    while (steps[0] !== undefined && ago <= steps[0].ago) await steps.shift()?.play(terminals)
  }

  async function placeOrders(terminals: readonly Terminal[]): Promise<void> {
    chosen = terminals
      .filter(({ actor: { role }, last }) => isEligible(role) && last - role.connected > 60 * DAY)
      .toSorted((a, b) => gainOf(b.actor) - gainOf(a.actor))
      .slice(0, provers)
    for (const { actor, buyer, last } of chosen) {
      await signIn(site, buyer, last)
      const { code } = await site.call<{ code: string }>('POST', '/api/account/ownership-code', buyer.userToken)
      actor.orders = [{ ticket: '1', comment: code }]
    }
  }

  async function deleteOrders(): Promise<void> {
    for (const { actor } of chosen) actor.orders = []
  }

  async function compareFigures(): Promise<void> {
    const admin = await site.session(adminEmail)
    for (const index of matched) {
      const terminal = chosen[index]
      if (terminal === undefined) continue
      const { actor, buyer, last } = terminal
      await signIn(site, buyer, last)
      const link = `https://www.myfxbook.com/members/${actor.role.person.username}/toptrader/${actor.role.login}`
      await site.call('PUT', '/api/trader/myfxbook', buyer.userToken, { myfxbook_url: link })
      await site.call('POST', `/api/admin/traders/${buyer.traderId}/verification`, admin, {
        action: 'record',
        source: 'myfxbook',
        link,
        ...figuresOf(actor),
        reason: 'Le cifre della pagina sono quelle del conto, alla stessa ora.',
      })
    }
  }
}

const isEligible = ({ mode, offlineFor, lapsed }: Actor['role']): boolean =>
  mode === 'real' && offlineFor === null && !lapsed

const gainOf = (actor: Actor): number => figuresOf(actor).gain_percentage

/** An account as an independent page would show it: growth and fall of its closed balance, cut at deposits and withdrawals. */
export function figuresOf({ account }: Pick<Actor, 'account'>) {
  let [balance, growth, peak, drawdown, closed_trades] = [0, 1, 1, 0, 0]
  for (const item of account.book.after(0, '0', Number.MAX_SAFE_INTEGER).items) {
    const net = netOf(item)
    if (item.type !== 'balance' && balance > 0) growth *= Math.max(0, balance + net) / balance
    peak = Math.max(peak, growth)
    drawdown = Math.max(drawdown, 1 - growth / peak)
    balance += net
    if (isClose(item)) closed_trades += 1
  }
  const percent = (share: number) => Math.round(share * 10_000) / 100
  return {
    balance: Math.round(balance * 100) / 100,
    closed_trades,
    gain_percentage: percent(growth - 1),
    drawdown_percentage: percent(drawdown),
  }
}

const isClose = (item: HistoryItem): boolean =>
  (item.type === 'buy' || item.type === 'sell') && (!('entry' in item) || item.entry !== 'in')
