import { useHydrated } from '#web/hooks/useHydrated.ts'
import { navigate, parseAddress, useAddress } from '#web/router.ts'
import type { SeriesName } from './series.ts'

const series: Record<string, SeriesName> = { balance: 'money', drawdown: 'drawdown' }

interface ChosenChart {
  name: SeriesName
  isLog: boolean
  /** The period as the address has it (`range.ts`); null for the whole history. */
  period: string | null
}

/** The chart's choices, which the address holds, so that reload and a shared link show the same. */
export function useChosenChart(): ChosenChart & { choose: (change: Partial<ChosenChart>) => void } {
  const address = useAddress()
  const { pathname, search } = parseAddress(address)
  // One document serves every choice of the chart, so the first paint shows none.
  const read = useHydrated() ? search : new URLSearchParams()
  const chosen: ChosenChart = {
    name: series[read.get('serie') ?? ''] ?? 'growth',
    isLog: read.get('scala') === 'log',
    period: read.get('periodo'),
  }
  const choose = (change: Partial<ChosenChart>) => {
    const { name, isLog, period } = { ...chosen, ...change }
    const next = new URLSearchParams(search)
    set(next, 'serie', Object.keys(series).find((text) => series[text] === name) ?? null)
    set(next, 'scala', isLog ? 'log' : null)
    set(next, 'periodo', period)
    const query = next.toString()
    navigate(query === '' ? pathname : `${pathname}?${query}`, { replace: true })
  }
  return { ...chosen, choose }
}

function set(search: URLSearchParams, name: string, value: string | null): void {
  if (value === null || value === '') search.delete(name)
  else search.set(name, value)
}
