import type { QueryClient } from '@tanstack/react-query'
import type { PageHead } from '#shared/page.ts'
import { q } from '#web/api.ts'
import type { Address } from '#web/router.ts'
import type { ViewParams } from '#web/view.ts'
import type { getStats } from '../contract.ts'
import { addressOfSelection, selectionOf, statsInput } from '../page.ts'
import { boardImage } from '../share-image.ts'

/** The head of the list for browsers, search engines and previews of shared links. */
export function leaderboardHead({ search }: Address, _params: ViewParams, answers: QueryClient): PageHead {
  const { page } = selectionOf(search)
  // Filters and orders show the same traders again: search engines get the plain pages alone.
  const canonical = addressOfSelection({ page })
  return {
    title: page === 1 ? 'Classifica TopTrader · trader MetaTrader 4 e 5' : `Classifica TopTrader · pagina ${page}`,
    description:
      'La classifica dei trader MetaTrader 4 e 5 con i risultati letti dai loro conti: ROI a 90 giorni, drawdown, win rate e operazioni.',
    canonical,
    openGraphType: 'website',
    ...(import.meta.env.SSR && imageOf(answers)),
  }
}

/** Documents alone carry the picture: browsers share an address. Without figures there is none. */
function imageOf(answers: QueryClient): Pick<PageHead, 'image'> {
  const stats = answers.getQueryData(q<typeof getStats>('GET /api/fresh/stats', statsInput).queryKey)
  return stats === undefined ? {} : { image: boardImage(stats) }
}
