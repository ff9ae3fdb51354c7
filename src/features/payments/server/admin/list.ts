import { planName, shortTierNames } from '#features/subscriptions/plan-names.ts'
import { DecimalText, type CsvColumns } from '#server/files/csv-file.ts'
import type { ListFile } from '#server/files/list-file.ts'
import { inKeyOrder } from '#server/http/batches.ts'
import { placeAfter, placeCursor } from '#server/http/cursor.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { badCursor, printable } from '#shared/wire.ts'
import * as z from 'zod/mini'
import type { CryptoPayment, exportCryptoPayments, listCryptoPayments, PaymentSort } from '../../admin-contract.ts'
import { paymentClassNames, paymentStatusNames, providerStatusName } from '../../status-names.ts'
import { listedCount, listedKeys, type ListedKey, type Listing, type Sorting } from './list-queries.ts'
import { adminRows } from './rows.ts'

/** The panel shows this many at first. */
export const firstPayments = 20

function listingOf(query: Omit<QueryOf<typeof listCryptoPayments>, 'page'>): Listing {
  const {
    q,
    filter = 'all',
    class: kind = null,
    status = null,
    plan = null,
    from = null,
    to = null,
    until = null,
  } = query
  if (from !== null && to !== null && from > to) {
    const text = 'Il primo giorno viene dopo l’ultimo: scambiali.'
    return fail('VALIDATION', { detail: text, fields: { from: text }, errors: [text] })
  }
  return { q: q || null, filter, class: kind, status, plan, from, to, until }
}

const sortingOf = ({
  sort_by: by = 'created_at',
  order = 'desc',
}: Pick<QueryOf<typeof listCryptoPayments>, 'sort_by' | 'order'>): Sorting => ({ by, order })

/** A page of the list, by its number or after a cursor. */
export async function paymentPage(
  { sql, clock }: Kernel,
  query: QueryOf<typeof listCryptoPayments>,
): Promise<ResponseOf<typeof listCryptoPayments>> {
  const { limit = firstPayments, page = 1, cursor } = query
  if (query.page !== undefined && cursor !== undefined) fail('VALIDATION', { fields: { cursor: badCursor } })
  const now = Math.floor(clock.now())
  const listing = listingOf(query)
  const sorting = sortingOf(query)
  const after = cursor === undefined ? null : readCursor(cursor, sorting)
  const [keys, total] = await Promise.all([
    listedKeys(sql, listing, { sorting, after, skip: (page - 1) * limit, limit: limit + 1 }),
    listedCount(sql, listing),
  ])
  const rows = keys.slice(0, limit)
  const last = rows.at(-1)
  return {
    payments: await adminRows(sql, rows),
    total,
    at: instantText(now),
    next_cursor:
      keys.length > limit && last !== undefined ? placeCursor(sorting, { place: last.at, id: last.id }) : null,
  }
}

const rowId = z.string().check(z.minLength(1), z.maxLength(200), printable)

/** The form of a cursor's position for each sort. */
const places: Record<PaymentSort, RegExp> = {
  created_at: /^-?\d{1,16}$/,
  amount: /^\d{1,9}$/,
  status: /^\d$/,
  username: /^/,
}

/** @throws Failure VALIDATION */
function readCursor(cursor: string, sorting: Sorting): Pick<ListedKey, 'at' | 'id'> {
  const { place, id } = placeAfter(cursor, sorting, places[sorting.by], rowId)
  return { at: place, id }
}

const decimalOf = (amount: string | null) => (amount === null ? null : new DecimalText(amount))

const columns: CsvColumns<CryptoPayment> = {
  ordine: (row) => row.order_id,
  ordine_nostro: (row) => row.is_known,
  pagamento: (row) => row.payment_id,
  aperto_il: { instant: (row) => row.created_at },
  username: (row) => row.username,
  email: (row) => row.user_email,
  trader_id: (row) => row.user_id,
  orfano: (row) => row.is_orphan,
  piano: { programs: (row) => row.plan, people: (row) => row.plan && planName(row.plan) },
  tipo: {
    programs: (row) => row.subscription_type,
    people: (row) => row.subscription_type && shortTierNames[row.subscription_type],
  },
  prezzo_usd: (row) => row.price,
  arrivati_usd: (row) => row.amount_paid,
  moneta: (row) => row.coin,
  chiesti: (row) => decimalOf(row.asked),
  ricevuti: (row) => decimalOf(row.received),
  stato: { programs: (row) => row.status, people: (row) => paymentStatusNames[row.status] },
  stato_del_fornitore: {
    programs: (row) => row.raw_status,
    people: (row) => row.raw_status && providerStatusName(row.raw_status),
  },
  classe: { programs: (row) => row.class, people: (row) => paymentClassNames[row.class] },
  attivato_il: { instant: (row) => row.activated_at },
  riconciliato_il: { instant: (row) => row.reconciled_at },
  da_verificare: (row) => row.review !== null && row.reviewed?.holds !== true,
  motivo: (row) => row.review?.text ?? null,
  nascosto_il: { instant: (row) => row.deleted_at },
}

/**
 * The payments of the filters as a CSV file, in the order of the list.
 * @throws Failure VALIDATION
 */
export function paymentsFile(kernel: Kernel, query: QueryOf<typeof exportCryptoPayments>): ListFile<CryptoPayment> {
  const listing = listingOf(query)
  const { q, until: _until, ...filters } = listing
  return {
    name: 'pagamenti',
    what: 'i pagamenti',
    action: 'payments.export',
    searched: q !== null,
    filters,
    columns,
    dialect: query.dialect,
    batches: inKeyOrder(
      listedKeys(kernel.sql, listing, { sorting: sortingOf(query), after: null, skip: 0, limit: null }),
      (keys) => adminRows(kernel.sql, keys),
    ),
  }
}
