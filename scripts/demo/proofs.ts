import { netOf } from '#features/ea/advisor/record-book.ts'
import { DAY, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Actor } from './actor.ts'
import { isClose } from './outcome.ts'
import type { Terminal } from './past.ts'
import { signIn } from './purchases.ts'
import type { Site } from './site.ts'

/** Seconds before the end of the past: the order is placed, it is deleted, an admin compares. */
const ordered = 7 * DAY
const deleted = 6 * DAY
const compared = 3 * DAY
/**
 * Traders prove that they own their account with a pending order (level L2), and an admin compares some of them with the page that they
 * connected (level L3).
 */
export function createProofs(site: Site, adminEmail: string) {
  let chosen: Terminal[] = []
  const steps = [
    { ago: ordered, play: placeOrders },
    { ago: deleted, play: deleteOrders },
    { ago: compared, play: compareFigures },
  ]

  return async (terminals: readonly Terminal[], moment: StoryTime, ago: number): Promise<void> => {
    // One a moment: a sync must show the order before the next one no longer does.
    if (steps[0] !== undefined && ago <= steps[0].ago) await steps.shift()?.play(terminals, moment)
  }

  async function placeOrders(terminals: readonly Terminal[], moment: StoryTime): Promise<void> {
    chosen = terminals.filter(({ actor: { role } }) => role.proof !== null)
    for (const { actor, buyer } of chosen) {
      await signIn(site, buyer, moment)
      const { code } = await site.call<{ code: string }>('POST', '/api/account/ownership-code', buyer.userToken)
      actor.orders = [{ ticket: '1', comment: code }]
    }
  }

  async function deleteOrders(): Promise<void> {
    for (const { actor } of chosen) actor.orders = []
  }

  async function compareFigures(_: readonly Terminal[], moment: StoryTime): Promise<void> {
    const admin = await site.session(adminEmail)
    for (const { actor, buyer, last } of chosen.filter(({ actor: { role } }) => role.proof === 'matched')) {
      await signIn(site, buyer, moment)
      const link = `https://www.myfxbook.com/members/${actor.role.person.username}/toptrader/${actor.role.login}`
      await site.call('PUT', '/api/trader/myfxbook', buyer.userToken, { myfxbook_url: link })
      const path = `/api/admin/traders/${buyer.traderId}/verification`
      const { accepted } = await site.call<{ accepted: boolean }>('POST', path, admin, {
        action: 'record',
        source: 'myfxbook',
        link,
        ...figuresOf(actor, last),
        reason: 'Le cifre della pagina sono quelle del conto, alla stessa ora.',
      })
      if (!accepted) throw new Error(`${actor.role.person.username}: the external figures do not agree`)
    }
  }
}

/**
 * An account as an independent page would show it: growth and fall of its closed balance, cut at deposits and withdrawals, and at last what
 * is open. @param at the moment of the comparison
 */
export function figuresOf({ account }: Pick<Actor, 'account'>, at: StoryTime) {
  let [balance, growth, peak, drawdown, closed_trades] = [0, 1, 1, 0, 0]
  for (const item of account.book.after(0, '0', Number.MAX_SAFE_INTEGER).items) {
    const net = netOf(item)
    if (item.type !== 'balance' && balance > 0) growth *= Math.max(0, balance + net) / balance
    peak = Math.max(peak, growth)
    drawdown = Math.max(drawdown, 1 - growth / peak)
    balance += net
    if (isClose(item)) closed_trades += 1
  }
  if (balance > 0) growth *= Math.max(0, balance + account.floating(at)) / balance
  const percent = (share: number) => Math.round(share * 10_000) / 100
  return {
    balance: Math.round(balance * 100) / 100,
    closed_trades,
    gain_percentage: percent(growth - 1),
    drawdown_percentage: percent(drawdown),
  }
}
