import type { FastifyInstance } from 'fastify'
import { dealOf, givePlan, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { tokenPrefix } from '#features/ea/server/tokens.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person, type Person } from '#server/testing/people.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

/** A trader with rows in every table that can hold a trader's. */
export interface WholeTrader extends Person {
  email: string
  display_name: string
  /** Ids of the bound account and of the closed one. */
  logins: [string, string]
  password: string
  token: string
  order_id: string
  /** Texts that name the person: none may be left. */
  identifiers: string[]
}

const password = 'Correct-Horse-9!'
let made = 0

/** Syncs through the intake. Rows of other features are inserted here as those features write them. */
export async function wholeTrader(kernel: TestKernel, app: FastifyInstance): Promise<WholeTrader> {
  made += 1
  const { sql, clock, secrets } = kernel
  const number = String(made).padStart(3, '0')
  const name = `zeta_quirico${number}`
  const one = await person(kernel, name)
  const id = one.trader_id
  const email = `${name}@example.com`
  const displayName = `Quirino Zetabella${number}`
  const token = secrets.newToken(tokenPrefix)
  const at = () => new Date(clock.now()).toISOString()
  await sql`
    update trader
       set password_hash = ${await secrets.hashPassword(password)}, display_name = ${displayName}, bio = ${`Sono ${displayName}`},
           social_text = ${`La frase di ${name}`}, links = ${sql.json({ telegram: `https://t.me/${name}` })},
           myfxbook_url = ${`https://www.myfxbook.com/members/${name}`},
           investor_password_sealed = ${secrets.seal('investor-secret', id)}
     where trader_id = ${id}`
  await sql`
    insert into ea_token (trader_id, token_hash, token_sealed, created_at)
    values (${id}, ${secrets.hashToken(token)}, ${secrets.seal(token, id)}, ${at()})`
  await givePlan(kernel, id, 30)
  const logins: [string, string] = [`7788${newLogin()}`, `7799${newLogin()}`]
  await synced(kernel, app, token, logins[0])
  await laterRows(kernel, id, logins)
  await signInRows(kernel, id)
  const orderId = await paidOrder(kernel, id, { email, name })
  await sql`
    insert into outbox (message_id, cause, kind, recipient, trader_id, subject, body, created_at, sent_at)
    values (${secrets.newId()}, ${`activated:${orderId}`}, 'mail', ${email}, ${id}, 'Attivo', ${`Ciao ${name}`}, ${at()}, ${at()}),
           (${secrets.newId()}, ${`notice:${orderId}`}, 'mail', ${email.toUpperCase()}, ${id}, 'Avviso', ${`Ciao ${name}`}, ${at()}, null)`
  await sql`
    insert into contact_message (message_id, name, email, subject, message, trader_id, created_at)
    values (${secrets.newId()}, ${displayName}, ${email}, 'altro', ${`Scrive ${displayName}`}, ${id}, ${at()})`
  await showcaseRows(kernel, id, displayName)
  return {
    ...one,
    email,
    display_name: displayName,
    logins,
    password,
    token,
    order_id: orderId,
    identifiers: [name, email, displayName, `Zetabella${number}`, ...logins, token],
  }
}

async function synced({ clock }: TestKernel, app: FastifyInstance, token: string, login: string): Promise<void> {
  const wall = () => Math.floor(clock.now() / 1000) + 7200
  const capital = dealOf({ ticket: '1', time: wall() - 90_000, profit: 1000, comment: 'deposito' })
  const shown = [capital]
  for (const seq of [1, 2, 3]) {
    clock.advance(300_000)
    const opened = dealOf({
      ticket: `${seq}0`,
      time: wall() - 60,
      type: 'buy',
      entry: 'in',
      symbol: '=EURUSD',
      volume: 0.1,
      price: 1.1,
      position: `${seq}`,
    })
    const closed = dealOf({
      ticket: `${seq}1`,
      time: wall() - 5,
      type: 'sell',
      entry: 'out',
      symbol: '=EURUSD',
      volume: 0.1,
      price: 1.101,
      profit: 10,
      position: `${seq}`,
    })
    const items = seq === 1 ? [capital] : [opened, closed]
    if (seq > 1) shown.push(opened, closed)
    const balance = 1000 + 10 * (seq - 1)
    await sendSync(app, token, syncRequestOf({ now: clock.now(), login, seq, items, shown: [...shown], balance }))
  }
}

/** Findings, proofs, a match, a closed account. */
async function laterRows({ sql, secrets, clock }: TestKernel, id: string, [login, closedLogin]: [string, string]) {
  const at = new Date(clock.now()).toISOString()
  const account = await boundAccount(sql, id)
  await sql`
    insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
    select account_id, ticket, 0, record, ${at}, false from ledger_record where account_id = ${account} limit 1`
  await sql`
    insert into integrity_tag (account_id, code, first_at, last_at, occurrences, details)
    values (${account}, 'other_account_sent', ${at}, ${at}, 1, ${sql.json({ login })})`
  await sql`
    insert into integrity_case (case_id, account_id, code, holds, opened_at, last_at, reply_by, rule_version, evidence, occurrences, reply)
    values (${secrets.newId()}, ${account}, 'false_claims', false, ${at}, ${at}, ${at}, 1, '{}', 1, 'La mia risposta')`
  await sql`
    insert into ownership_proof (account_id, code, issued_at, expires_at) values (${account}, 'TT-ABCDEFGH', ${at}, ${at})
    on conflict do nothing`
  await sql`
    insert into external_match (match_id, account_id, source, link, figures, accepted, matched_at, valid_until, reason)
    values (${secrets.newId()}, ${account}, 'myfxbook', 'https://www.myfxbook.com/x', '{}', true, ${at}, ${at}, 'riscontro')`
  await sql`insert into ledger_check (account_id, checked_at) values (${account}, ${at}) on conflict do nothing`
  await sql`insert into night_check (account_id, checked_at) values (${account}, ${at}) on conflict do nothing`
  await sql`
    insert into imported_row
    select account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low, drawdown, trades, wins, counted,
           counted_wins, profit, 0 as profit_high
      from daily_row where account_id = ${account}`
  const closed = secrets.newId()
  await sql`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode, bound_at,
                                 closed_at, last_receipt_at, ea_version, intake)
    select ${closed}, trader_id, platform, server, ${closedLogin}, company, currency, digits, trade_mode, bound_at, ${at},
           last_receipt_at, ea_version, intake
      from trading_account where account_id = ${account}`
  await sql`
    insert into account_closing (account_id, closed_at, figures) values (${closed}, ${at}, ${sql.json({ roi_total: 1 })})`
  await sql`insert into rank_change (trader_id, day, rank) values (${id}, '2026-11-19', 4)`
}

async function signInRows({ sql, secrets, clock }: TestKernel, id: string): Promise<void> {
  const at = new Date(clock.now()).toISOString()
  await sql`
    insert into known_device (trader_id, device, first_seen_at, last_seen_at) values (${id}, 'Firefox su Windows', ${at}, ${at})`
  await sql`
    insert into second_factor (trader_id, secret_sealed, created_at) values (${id}, ${secrets.seal('totp-secret', id)}, ${at})`
  await sql`insert into recovery_code (trader_id, code_hash) values (${id}, ${secrets.hashToken('recovery')})`
  await sql`
    insert into password_reset (token_hash, trader_id, created_at, expires_at)
    values (${secrets.hashToken(secrets.newToken())}, ${id}, ${at}, ${at})`
}

/** A paid order with its line in the ledger of plans. */
async function paidOrder(
  { sql, clock }: TestKernel,
  id: string,
  { email, name }: { email: string; name: string },
): Promise<string> {
  const at = new Date(clock.now()).toISOString()
  const orderId = `TT-${String(made).padStart(26, '0')}`
  await sql`
    insert into payment_order (order_id, trader_id, user_email, username, plan, tier, price_cents, provider, state, status,
                               activated, activated_at, created_at, updated_at)
    values (${orderId}, ${id}, ${email}, ${name}, 'basic-monthly', 'basic', 1199, 'sandbox', 'paid', 'finished', true, ${at}, ${at}, ${at})`
  await sql`
    insert into provider_payment (provider, provider_payment_id, order_id, claimed_order_id, status, raw_status, price_amount,
                                  price_currency, asked, received, coin, first_seen_at, last_seen_at)
    values ('sandbox', ${String(900_000 + made)}, ${orderId}, ${orderId}, 'finished', 'finished', '11.99', 'usd', '12', '0.123456789012345678', 'usdttrc20', ${at}, ${at})`
  await sql`
    insert into payment_invoice (provider, invoice_id, order_id, invoice_url, coin, created_at)
    values ('sandbox', ${String(800_000 + made)}, ${orderId}, 'https://pay.example/1', 'usdttrc20', ${at})`
  await sql`insert into payment_attempt (order_id, coin, attempted_at) values (${orderId}, 'usdttrc20', ${at})`
  await sql`
    insert into payment_review (order_id, mark, reviewed_at, note)
    values (${orderId}, 'x', ${at}, ${`Sentito ${name} (${email}): a posto.`})`
  await sql`
    insert into entitlement_entry (trader_id, kind, tier, seconds, until_after, source_key, plan, actor, created_at)
    values (${id}, 'purchase', 'basic', 2592000, ${at}, ${`order:${orderId}`}, 'basic-monthly', 'payments', ${at})`
  return orderId
}

/** Every row of every table as text, by table. */
export async function dump({ sql }: TestKernel): Promise<Map<string, string[]>> {
  const tables = await sql<{ table_name: string }[]>`
    select table_name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const found = new Map<string, string[]>()
  for (const { table_name: table } of tables) {
    const rows = await sql<{ line: string }[]>`select to_jsonb(t)::text as line from ${sql(table)} t`
    found.set(
      table,
      rows.map(({ line }) => line),
    )
  }
  return found
}

async function showcaseRows({ sql, clock, secrets }: TestKernel, id: string, name: string): Promise<void> {
  const showcaseId = secrets.newId()
  const at = new Date(clock.now()).toISOString()
  const day = at.slice(0, 10)
  const content = { profile: { display_name: name, subtitle: `La vetrina di ${name}` } }
  await sql`
    insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, created_at, updated_at)
    values (${showcaseId}, ${id}, 'changes_requested', 1, 1, ${at}, ${at})`
  await sql`
    insert into showcase_version (showcase_id, version, content, created_at)
    values (${showcaseId}, 1, ${sql.json(content)}, ${at})`
  await sql`
    insert into showcase_event (showcase_id, at, actor, event, from_status, to_status, version, message)
    values (${showcaseId}, ${at}, ${id}, 'submit', null, 'pending_review', 1, null),
           (${showcaseId}, ${at}, ${secrets.newId()}, 'request_changes', 'pending_review', 'changes_requested', 1,
            ${`Cara ${name}, togli il numero.`})`
  await sql`
    insert into showcase_file (file_key, trader_id, kind, name, bytes, created_at)
    values (${secrets.newId().replaceAll('-', '')}, ${id}, 'pdf', ${`${name}.pdf`}, 100, ${at})`
  await sql`insert into showcase_day (showcase_id, day, views, visitors, clicks) values (${showcaseId}, ${day}, 3, 2, 1)`
  await sql`
    insert into showcase_source_day (showcase_id, day, source, views, clicks) values (${showcaseId}, ${day}, 'classifica', 3, 1)`
  await sql`
    insert into showcase_click_day (showcase_id, day, type, target, position, clicks)
    values (${showcaseId}, ${day}, 'cta', ${`Copia ${name}`}, 1, 1)`
  await sql`
    insert into showcase_visit (day, showcase_id, visitor, target, counted_at)
    values (${day}, ${showcaseId}, ${Buffer.alloc(16, 1)}, '', ${at})`
  await sql`
    insert into showcase_origin (day, showcase_id, origin, visitors, views, clicks)
    values (${day}, ${showcaseId}, ${Buffer.alloc(16, 2)}, 1, 1, 0)`
}
