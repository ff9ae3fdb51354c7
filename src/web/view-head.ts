import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { PageHead } from '#shared/page.ts'
import { readError } from './api.ts'

// Parts of views' heads. The first view needs none of them.

/** Head of a page that search engines must not list: a person's own, or a proof that only the browser computes. */
export function unlistedHead(title: string, canonical: string): PageHead {
  return {
    title: `${title} · TopTrader`,
    description: 'Una pagina del registro TopTrader.',
    canonical,
    robots: 'noindex',
  }
}

/** True where the answer says that there is no such thing; a failure of another kind says nothing. */
export function isMissing(answers: QueryClient, query: { queryKey: QueryKey }): boolean {
  const state = answers.getQueryState(query.queryKey)
  return state?.status === 'error' && readError(state.error).status === 404
}
