import { ProviderError, type ProviderPayment } from '../../../provider.ts'
import { paymentOf } from './normalise.ts'

/** Payments on one page: the most that the provider allows. */
const pageSize = 500
/** The longest list that is read: 100 000 payments. */
const mostPages = 200
/** How often a list that changed during reading is read again. */
const mostPasses = 3

interface Page {
  data: unknown[]
  pages: number
  total: number | null
}

/**
 * Every payment of an invoice or of a span of time, each once. The list is read oldest first, so that new ones come at its end. It
 * is read again where its length changed between two pages, or fewer entries came than it counts: one may have slipped to the page
 * before.
 * @throws ProviderError; where an entry could not be read, after the last readable payment
 */
export async function* listPages(
  get: (path: string) => Promise<unknown>,
  query: { invoiceId: string } | { from: Date; to: Date },
): AsyncGenerator<ProviderPayment> {
  const given = new Set<string>()
  for (let pass = 1; ; pass++) {
    const totals = new Set<number>()
    const listed = new Set<string>()
    let unreadable = 0
    for (let page = 0, pages = 1; page < pages; page++) {
      if (page >= mostPages) throw new ProviderError('bad_answer', 'GET /payment/: the list does not end')
      const answer = pageOf(await get(`/payment/?${search(query, page)}`), page)
      if (answer.total !== null) totals.add(answer.total)
      pages = answer.data.length === 0 ? 0 : answer.pages
      for (const payment of answer.data.map(paymentOf)) {
        if (payment === null) {
          unreadable++
          continue
        }
        const { providerPaymentId: id } = payment
        listed.add(id)
        if (given.has(id) || !belongs(payment, query)) continue
        given.add(id)
        yield payment
      }
    }
    const isWhole = listed.size + unreadable >= Math.min(...totals, Number.POSITIVE_INFINITY) || totals.size === 0
    if (pass < mostPasses && !(isWhole && totals.size <= 1)) continue
    if (!isWhole) throw new ProviderError('bad_answer', 'GET /payment/: fewer entries than it counts')
    if (unreadable > 0) throw new ProviderError('bad_answer', `GET /payment/: ${unreadable} entries could not be read`)
    return
  }
}

function search(query: { invoiceId: string } | { from: Date; to: Date }, page: number): URLSearchParams {
  const which: Record<string, string> =
    'invoiceId' in query
      ? { invoiceId: query.invoiceId }
      : { dateFrom: query.from.toISOString(), dateTo: query.to.toISOString() }
  return new URLSearchParams({
    limit: String(pageSize),
    page: String(page),
    sortBy: 'created_at',
    orderBy: 'asc',
    ...which,
  })
}

/** A service that ignores the filter would return payments of other invoices. */
function belongs({ providerInvoiceId }: ProviderPayment, query: object): boolean {
  return !('invoiceId' in query) || providerInvoiceId === null || providerInvoiceId === query.invoiceId
}

/** The provider may return fewer entries on a page than requested. Its own count of pages counts. */
function pageOf(answer: unknown, page: number): Page {
  const { data, limit, pagesCount, total } = (answer ?? {}) as Record<string, unknown>
  if (!Array.isArray(data)) throw new ProviderError('bad_answer', 'GET /payment/: no list')
  const size = numberOf(limit) ?? pageSize
  const hasMore = data.length > 0 && data.length >= size
  return { data, pages: numberOf(pagesCount) ?? (hasMore ? page + 2 : page + 1), total: numberOf(total) }
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}
