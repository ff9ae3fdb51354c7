import { ownersCodes } from '#features/integrity/server/cases/cases.ts'
import { showcaseTables } from './showcase-tables.ts'
import { whole, type ExportTable, type Row } from './table.ts'

/** The tables of the export. Columns are named one by one, so that no new column leaves without a decision. */

/** A page of this size is parsed and written without delaying other requests. */
const rowsAtOnce = 500

/**
 * Rows of the trader's accounts, a page at a time by a key: no transaction stays open while a slow client reads.
 * @param keys columns that order the rows of an account, no two alike, as an index has them, with their types
 * @param from the view that shows the table's rows as they are now
 */
function ofAccounts(
  table: string,
  file: string,
  { keys, columns, from = table }: { keys: Readonly<Record<string, string>>; columns: string; from?: string },
): ExportTable {
  const names = Object.keys(keys)
  const ordered = names.join(', ')
  const texts = names.map((name) => `${name}::text`).join(', ')
  return {
    table,
    file,
    async *pages(sql, { accounts }) {
      const beyond = (after: readonly string[]) => {
        const values = Object.values(keys).map((type, at) => sql`${after[at] ?? ''}::text::${sql.unsafe(type)}`)
        return sql`and (${sql.unsafe(ordered)}) > (${values.reduce((list, value) => sql`${list}, ${value}`)})`
      }
      for (const account of accounts) {
        let after: string[] | null = null
        do {
          const rows: Row[] = await sql<Row[]>`
            select account_id, ${sql.unsafe(columns)}, array[${sql.unsafe(texts)}] as export_key
              from ${sql(from)}
             where account_id = ${account} ${after === null ? sql`` : beyond(after)}
             order by ${sql.unsafe(ordered)}
             limit ${rowsAtOnce}`
          after = rows.length < rowsAtOnce ? null : (rows.at(-1)?.['export_key'] as string[])
          for (const row of rows) delete row['export_key']
          yield rows
        } while (after !== null)
      }
    },
  }
}

const dayColumns = `day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low, drawdown, trades, wins, profit`

export const exportTables: readonly ExportTable[] = [
  whole(
    'trader',
    'profilo',
    (sql, { trader_id }) => sql`
    select trader_id, user_sequential_id, username, display_name, email, country, bio, social_text, hide_amounts, myfxbook_url,
           links, broker_server, account_number, investor_password_sealed is not null as has_investor_password,
           '/uploads/avatars/' || avatar_key || '-416.webp' as picture, terms_accepted_at, terms_version, created_at, updated_at,
           first_signed_in_at
      from trader where trader_id = ${trader_id}`,
  ),
  whole(
    'session',
    'sessioni',
    (sql, { trader_id }) => sql`
    select session_id, created_at, last_used_at, user_agent from session where trader_id = ${trader_id} order by created_at`,
  ),
  whole(
    'known_device',
    'dispositivi',
    (sql, { trader_id }) => sql`
    select device, first_seen_at, last_seen_at from known_device where trader_id = ${trader_id} order by first_seen_at`,
  ),
  whole(
    'second_factor',
    'secondo-fattore',
    (sql, { trader_id }) => sql`
    select created_at, confirmed_at from second_factor where trader_id = ${trader_id}`,
  ),
  whole(
    'recovery_code',
    'codici-di-recupero',
    (sql, { trader_id }) => sql`
    select used_at from recovery_code where trader_id = ${trader_id}`,
  ),
  whole(
    'password_reset',
    'richieste-nuova-password',
    (sql, { trader_id }) => sql`
    select purpose, created_at, expires_at from password_reset where trader_id = ${trader_id} order by created_at`,
  ),
  whole(
    'ea_token',
    'expert-advisor',
    (sql, { trader_id }) => sql`
    select created_at, last_error, last_error_at from ea_token where trader_id = ${trader_id}`,
  ),
  whole(
    'subscription',
    'piani',
    (sql, { trader_id }) => sql`
    select subscription_id, tier, until, status, plan_type, created_at, updated_at from subscription
     where trader_id = ${trader_id} order by tier`,
  ),
  whole(
    'entitlement_entry',
    'registro-dei-piani',
    (sql, { trader_id }) => sql`
    select entry_id, kind, tier, seconds::float8 as seconds, until_before, until_after, source_key, plan, created_at
      from entitlement_entry where trader_id = ${trader_id} order by entry_id`,
  ),
  whole(
    'payment_order',
    'ordini',
    (sql, { trader_id }) => sql`
    select order_id, user_email, username, plan, tier, price_cents, provider, state, status, activated, activated_at, created_at,
           updated_at
      from payment_order where trader_id = ${trader_id} order by created_at, order_id`,
  ),
  whole(
    'payment_invoice',
    'pagine-di-pagamento',
    (sql, { trader_id }) => sql`
    select invoice.order_id, invoice.invoice_id, invoice.invoice_url, invoice.coin, invoice.created_at
      from payment_invoice invoice join payment_order using (order_id) where trader_id = ${trader_id} order by invoice.created_at`,
  ),
  whole(
    'payment_attempt',
    'tentativi-di-pagamento',
    (sql, { trader_id }) => sql`
    select attempt.order_id, attempt.coin, attempt.attempted_at, attempt.refusal
      from payment_attempt attempt join payment_order using (order_id) where trader_id = ${trader_id} order by attempt_id`,
  ),
  whole(
    'provider_payment',
    'pagamenti',
    (sql, { trader_id }) => sql`
    select payment.order_id, payment.provider_payment_id, payment.parent_payment_id, payment.status, payment.price_amount,
           payment.price_currency, payment.asked, payment.received, payment.coin, payment.first_seen_at, payment.last_seen_at
      from provider_payment payment join payment_order using (order_id)
     where trader_id = ${trader_id} order by payment.first_seen_at, payment.provider_payment_id`,
    ['price_amount', 'asked', 'received'],
  ),
  whole(
    'trading_account',
    'conti',
    (sql, { trader_id }) => sql`
    select account_id, platform, server, login, company, currency, digits, leverage, trade_mode, margin_mode, bound_at, closed_at,
           last_receipt_at, sync_count, ea_version, first_snapshot_at, last_snapshot_at, balance, equity, credit, floating,
           total_profit, profit_max, imported_trades, imported_net, imported_since, opening_balance, opening_equity, opening_credit
      from trading_account where trader_id = ${trader_id} order by bound_at, account_id`,
  ),
  whole(
    'account_closing',
    'conti-chiusi',
    (sql, { accounts }) => sql`
    select account_id, closed_at, figures from account_closing where account_id = any (${accounts as string[]}::uuid[])`,
  ),
  ofAccounts('trade', 'operazioni', {
    keys: { ticket: 'text' },
    columns: `ticket, symbol, side, volume, open_at, close_at, net, origin`,
  }),
  ofAccounts('balance_operation', 'movimenti', {
    keys: { ticket: 'text' },
    columns: `ticket, at, type, amount, origin`,
  }),
  ofAccounts('daily_row', 'giorni', { keys: { day: 'date' }, columns: dayColumns, from: 'daily_row_now' }),
  ofAccounts('imported_row', 'giorni-importati', { keys: { day: 'date' }, columns: dayColumns }),
  ofAccounts('account_point', 'punti-del-grafico', {
    keys: { at: 'timestamptz' },
    columns: `at, balance, equity, equity_low, equity_high`,
  }),
  ofAccounts('ledger_record', 'movimenti-ricevuti', {
    keys: { ticket: 'text' },
    columns: `ticket, at, first_seen_at, revision, net, late, record`,
  }),
  ofAccounts('record_revision', 'movimenti-cambiati', {
    keys: { ticket: 'text', revision: 'integer' },
    columns: `ticket, revision, record, replaced_at, grave`,
  }),
  ofAccounts('sync_ledger', 'registro-delle-sincronizzazioni', {
    keys: { n: 'bigint' },
    columns: `n, at, records, encode(records_digest, 'hex') as records_digest, figures, encode(hash, 'hex') as hash`,
  }),
  whole(
    'account_integrity',
    'stato-delle-verifiche',
    (sql, { accounts }) => sql`
    select account_id, can_trade, ledger_length, encode(ledger_head, 'hex') as ledger_head, ledger_at, reviewed_at
      from account_integrity where account_id = any (${accounts as string[]}::uuid[])`,
  ),
  whole(
    'integrity_tag',
    'segnalazioni',
    (sql, { accounts }) => sql`
    select account_id, code, first_at, last_at, occurrences, details, cleared_at from integrity_tag
     where account_id = any (${accounts as string[]}::uuid[]) and code = any (${[...ownersCodes]}) order by first_at, code`,
  ),
  whole(
    'integrity_case',
    'verifiche',
    (sql, { accounts }) => sql`
    select case_id, account_id, code, holds, opened_at, last_at, reply_by, evidence, occurrences, reply, replied_at, decision,
           decided_at, reason
      from integrity_case
     where account_id = any (${accounts as string[]}::uuid[]) and code = any (${[...ownersCodes]}) order by opened_at, case_id`,
  ),
  whole(
    'ownership_proof',
    'prove-di-titolarita',
    (sql, { accounts }) => sql`
    select account_id, code, issued_at, expires_at, seen_at, proven_at from ownership_proof
     where account_id = any (${accounts as string[]}::uuid[])`,
  ),
  whole(
    'external_match',
    'riscontri-esterni',
    (sql, { accounts }) => sql`
    select match_id, account_id, source, link, figures, accepted, matched_at, valid_until, revoked_at, reason from external_match
     where account_id = any (${accounts as string[]}::uuid[]) order by matched_at`,
  ),
  whole(
    'rank_change',
    'posizioni',
    (sql, { trader_id }) => sql`
    select day, rank from rank_change where trader_id = ${trader_id} order by day`,
  ),
  ...showcaseTables,
  whole(
    'outbox',
    'messaggi',
    (sql, { trader_id }) => sql`
    select subject, case when is_sealed then null else body end as body, created_at, sent_at from outbox
     where kind = 'mail' and trader_id = ${trader_id} order by created_at`,
  ),
  whole(
    'contact_message',
    'messaggi-all-assistenza',
    (sql, { trader_id }) => sql`
    select name, email, subject, message, created_at from contact_message where trader_id = ${trader_id} order by created_at`,
  ),
  whole(
    'audit_log',
    'registro-delle-azioni',
    (sql, { trader_id }) => sql`
    select at, action, actor = ${trader_id} as own, details - 'closed_for' as details,
           case when actor = ${trader_id} then address end as address
      from audit_log where subject = ${trader_id} or actor = ${trader_id} order by audit_id`,
  ),
]
