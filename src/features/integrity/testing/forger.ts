import type { RequestOptions } from '#features/ea/server/testing/world.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { capital, CheckedAccount, type Sent } from './checked-account.ts'

type Item = NonNullable<RequestOptions['shown']>[number]

/** A person who sends what never happened: the ledger is always equal and the balance always explained. */
export class Forger {
  account: CheckedAccount
  codes: string[] = []
  balance: number
  private shown: Item[]
  private seq = 1

  constructor(platform: 'MT4' | 'MT5' = 'MT5', money: Item = capital()) {
    this.account = new CheckedAccount({ platform })
    this.shown = [money]
    this.balance = money.profit
    this.account.send({ at: 0, seq: 1, items: [money] })
  }

  /** One sync with these new records. Answers its codes. */
  send(minute: number, items: Item[] = [], more: Partial<Sent> = {}): string[] {
    this.seq += 1
    this.shown = [...this.shown, ...items]
    for (const item of items) {
      const net = item.profit + item.swap + item.commission + ('fee' in item ? item.fee : 0)
      this.balance = Math.round((this.balance + net) * 100) / 100
    }
    const { shown, balance, seq } = this
    const codes = this.account.send({ at: minute * MINUTE_MS, seq, items, shown, balance, ...more })
    this.codes.push(...codes)
    return codes
  }
}
