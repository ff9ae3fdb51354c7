import { useQuery } from '@tanstack/react-query'
import type { listCurrencies } from '#features/payments/contract.ts'
import { q } from '#web/api.ts'

/** The symbol of a coin that the provider calls `usdttrc20`; its code in capitals where the list does not have it. */
export function useCoinSymbol(code: string | null): string | null {
  const { data } = useQuery({
    ...q<typeof listCurrencies>('GET /api/crypto/supported-currencies', {}),
    enabled: code !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (code === null) return null
  return data?.coins.find((coin) => coin.code === code)?.symbol ?? code.toUpperCase()
}
