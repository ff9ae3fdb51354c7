import { activity, DAY, HOUR, nextOpening, takesOrders, type Market, type StoryTime } from './market.ts'
import type { Random } from './random.ts'
import type { Style } from './styles.ts'
import type { Position, Side, TradingAccount } from './trading-account.ts'

export interface Strategy {
  /** The moment of its next action. */
  next(): StoryTime
  /** Acts at that moment. */
  act(): void
}

export interface Desk {
  account: TradingAccount
  market: Market
  style: Style
  random: Random
  /** No trade before this moment. */
  start: StoryTime
}

/** The strategy of a style. Entries look at the market's future just often enough to give the style its skill. */
export function createStrategy(desk: Desk): Strategy {
  if (desk.style.kind === 'grid') return gridStrategy(desk)
  if (desk.style.kind === 'netting') return reversalStrategy(desk)
  return plannedStrategy(desk)
}

interface Exit {
  at: StoryTime
  position: Position
  /** Undefined: at the market. */
  price: number | undefined
  /** Share of the volume. */
  part: number
  comment: string
}

function plannedStrategy({ account, market, style, random, start }: Desk): Strategy {
  const exits: Exit[] = []
  let entry = nextEntry(start, style, random)
  let losses = 0

  function finish({ at, position, price, part, comment }: Exit): void {
    if (position.lots <= 0) return
    const before = account.balance()
    const lots = part < 1 ? Math.floor(position.lots * part * 100) / 100 : position.lots
    if (lots < 0.01) return
    account.close(position, at, { lots, comment, ...(price !== undefined && { price }) })
    if (style.kind === 'martingale') losses = account.balance() < before ? losses + 1 : 0
  }

  function enter(at: StoryTime): void {
    if (account.positions.length >= style.maximumOpen) return
    const symbol = random.pick(style.symbols)
    if (!takesOrders(symbol, at)) return
    const hours = random.between(style.hold[0], style.hold[1])
    const distance = style.stop * market.typicalMove(symbol, hours) * market.price(symbol, at)
    const side = chosenSide(market, style, random, symbol, at, hours)
    const doubling = style.kind === 'martingale' ? 2 ** Math.min(losses, 7) : 1
    const lots = account.sized(symbol, distance, style.risk * doubling)
    const direction = side === 'buy' ? 1 : -1
    const price = market.price(symbol, at)
    const { digits } = market.instrument(symbol)
    const stop = Number((price - direction * distance).toFixed(digits))
    const target = Number((price + direction * distance * style.reward).toFixed(digits))
    const position = account.open({ symbol, side, lots, at, stop, target, magic: style.magic })
    if (position !== null) plan(position, at, hours, direction)
  }

  /** Walks the coming prices to the point where the stop, the target or the patience ends the trade. */
  function plan(position: Position, at: StoryTime, hours: number, direction: number): void {
    const { symbol, openPrice, stop, target } = position
    const step = Math.min(HOUR, Math.max(60, (hours * HOUR) / 36))
    const end = nextOpening(symbol, Math.round(at + hours * HOUR))
    const half = (target - openPrice) * direction * 0.5
    let scaled = !style.scalesOut || position.lots < 0.02
    const add = (exit: Omit<Exit, 'position'>) => void exits.push({ ...exit, position })
    for (let moment = at + step; moment < end; moment += step) {
      const when = Math.round(moment - random.unit() * Math.min(step - 1, 600))
      if (!takesOrders(symbol, when) || !takesOrders(symbol, moment)) continue
      const move = (market.price(symbol, moment) - openPrice) * direction
      if (move <= (stop - openPrice) * direction) return add({ at: when, price: stop, part: 1, comment: '[sl]' })
      if (move >= (target - openPrice) * direction) return add({ at: when, price: target, part: 1, comment: '[tp]' })
      if (!scaled && move >= half) {
        scaled = true
        add({ at: Math.round(moment), price: undefined, part: 0.5, comment: '' })
      }
    }
    add({ at: end, price: undefined, part: 1, comment: '' })
  }

  return {
    next: () => exits.reduce((first, exit) => Math.min(first, exit.at), entry),
    act() {
      const due = exits.reduce<Exit | null>(
        (first, exit) => (first === null || exit.at < first.at ? exit : first),
        null,
      )
      if (due !== null && due.at <= entry) {
        exits.splice(exits.indexOf(due), 1)
        return finish(due)
      }
      enter(entry)
      entry = nextEntry(entry, style, random)
    },
  }
}

/** Adds to a losing basket rung by rung and closes it whole: many small gains, deep dips, now and then the end. */
function gridStrategy({ account, market, style, random, start }: Desk): Strategy {
  let moment = start
  let anchor = 0
  const interval = HOUR / 2

  function act(): void {
    const at = moment + random.whole(0, 59)
    moment += interval
    if (!takesOrders(style.symbols[0] ?? '', at)) return
    const [first] = account.positions
    if (first === undefined) {
      if (activity(Math.floor(at / HOUR)) < 0.5 || random.chance(0.7)) return
      const symbol = random.pick(style.symbols)
      const side = chosenSide(market, style, random, symbol, at, style.hold[0])
      const distance = rung(symbol, at)
      account.open({ symbol, side, lots: account.sized(symbol, distance, style.risk), at, magic: style.magic })
      anchor = market.price(symbol, at)
      return
    }
    const floating = account.floating(at)
    const target = account.balance() * style.risk * 0.9
    if (floating >= target) return closeAll(at, '')
    if (floating < account.balance() * -0.72) return closeAll(at, 'so: 28%')
    const price = market.price(first.symbol, at)
    const against = (anchor - price) * (first.side === 'buy' ? 1 : -1)
    if (against > rung(first.symbol, at) && account.positions.length < style.maximumOpen) {
      const lots = Math.max(0.01, Math.round(first.lots * 1.45 ** account.positions.length * 100) / 100)
      account.open({ symbol: first.symbol, side: first.side, lots, at, magic: style.magic })
      anchor = price
    }
  }

  const rung = (symbol: string, at: StoryTime) => style.stop * market.typicalMove(symbol, 24) * market.price(symbol, at)
  function closeAll(at: StoryTime, comment: string): void {
    for (const [index, position] of [...account.positions].entries()) account.close(position, at + index, { comment })
  }
  return { next: () => moment, act }
}

/** Always one net position: follows its signal, adds to it, or turns it round in one deal. */
function reversalStrategy({ account, market, style, random, start }: Desk): Strategy {
  let moment = nextEntry(start, style, random)
  const symbol = random.pick(style.symbols)

  function act(): void {
    const at = moment
    const hours = random.between(style.hold[0], style.hold[1])
    moment = nextEntry(moment, style, random)
    if (!takesOrders(symbol, at)) return
    const [held] = account.positions
    if (held !== undefined && random.chance(0.15)) {
      account.close(held, at, random.chance(0.4) && held.lots >= 0.04 ? { lots: Math.floor(held.lots * 50) / 100 } : {})
      return
    }
    const side = chosenSide(market, style, random, symbol, at, hours)
    const distance = style.stop * market.typicalMove(symbol, hours) * market.price(symbol, at)
    const lots = account.sized(symbol, distance, style.risk)
    if (held?.side !== side) account.open({ symbol, side, lots, at, magic: style.magic })
    else if (held.lots < lots * 1.5)
      account.open({ symbol, side, lots: Math.max(0.01, Math.floor(lots * 50) / 100), at, magic: style.magic })
  }
  return { next: () => moment, act }
}

function chosenSide(market: Market, style: Style, random: Random, symbol: string, at: StoryTime, hours: number): Side {
  const luck: Side = random.chance(0.5) ? 'buy' : 'sell'
  if (!random.chance(Math.abs(style.skill))) return luck
  const rises = market.price(symbol, at + hours * HOUR) > market.price(symbol, at)
  return rises === style.skill > 0 ? 'buy' : 'sell'
}

/** Entries come at random, more in the busy hours, few at weekends. */
function nextEntry(after: StoryTime, style: Style, random: Random): StoryTime {
  let at = after
  do {
    at += (-Math.log(1 - random.unit()) * DAY) / (style.entriesADay * 1.6)
  } while (!random.chance(activity(Math.floor(at / HOUR)) / 1.45))
  return Math.round(at) + 1
}
