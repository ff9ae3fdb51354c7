/** Invented brokers: their servers, terms and clocks. */
export interface Broker {
  company: string
  /** Server of real accounts, server of demo accounts. */
  servers: readonly [real: string, demo: string]
  platform: 'MT4' | 'MT5'
  netting: boolean
  commission: number
  leverage: number
  /** `new_york`: UTC+2, UTC+3 while New York has summer time, so that the trading day ends at its close. */
  clock: 'new_york' | 'utc'
}

export const brokers: readonly Broker[] = [
  {
    company: 'Aurelia Markets Ltd',
    servers: ['AureliaMarkets-Live 2', 'AureliaMarkets-Demo'],
    platform: 'MT5',
    netting: false,
    commission: 3.5,
    leverage: 30,
    clock: 'new_york',
  },
  {
    company: 'Borea Capital S.p.A.',
    servers: ['BoreaCapital-Real', 'BoreaCapital-Demo'],
    platform: 'MT5',
    netting: false,
    commission: 0,
    leverage: 30,
    clock: 'new_york',
  },
  {
    company: 'Nordhaven Brokerage AG',
    servers: ['Nordhaven-Live', 'Nordhaven-Demo'],
    platform: 'MT5',
    netting: true,
    commission: 2.5,
    leverage: 30,
    clock: 'utc',
  },
  {
    company: 'Castelmare Trading Ltd',
    servers: ['Castelmare-Live05', 'Castelmare-Demo02'],
    platform: 'MT4',
    netting: false,
    commission: 0,
    leverage: 100,
    clock: 'new_york',
  },
  {
    company: 'Lyra FX Pty Ltd',
    servers: ['LyraFX-Live 7', 'LyraFX-Demo'],
    platform: 'MT4',
    netting: false,
    commission: 3,
    leverage: 200,
    clock: 'new_york',
  },
  {
    company: 'Tessera Cent Ltd',
    servers: ['TesseraCent-Live', 'TesseraCent-Demo'],
    platform: 'MT4',
    netting: false,
    commission: 0,
    leverage: 400,
    clock: 'utc',
  },
]

/** Seconds that the broker's clock is ahead of UTC at a moment (ms since 1970 UTC). */
export function brokerOffset(clock: Broker['clock'], moment: number): number {
  if (clock === 'utc') return 0
  return newYorkSummer(moment) ? 3 * 3600 : 2 * 3600
}

/** From the second Sunday of March 07:00 UTC to the first Sunday of November 06:00 UTC. */
function newYorkSummer(moment: number): boolean {
  const year = new Date(moment).getUTCFullYear()
  return moment >= sundayOf(year, 2, 2, 7) && moment < sundayOf(year, 10, 1, 6)
}

function sundayOf(year: number, month: number, which: number, hour: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + (which - 1) * 7, hour)
}
