import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { termsVersion } from '#features/auth/terms.ts'
import { tokenPrefix } from '#features/ea/server/tokens.ts'
import { newState, storedState } from '#features/integrity/rules/state.ts'
import { networkHash } from '#features/integrity/server/checks/sync-checks.ts'
import type { Sql, Transaction } from '#server/database/database.ts'
import type { Secrets } from '#server/settings/crypto.ts'
import { DAY_MS, dayText, instantText } from '#shared/dates.ts'
import type { InventedTrader } from './invented-trader.ts'

/** A row by its columns. */
type Row = Readonly<Record<string, string | number | boolean | Buffer | null>>
/** The rows of one trader in one table; each has the same columns in the same order. */
type RowsOf = (trader: StoredTrader) => Row[]

interface StoredTrader extends InventedTrader {
  trader_id: string
  account_id: string
  token: string
  /** In the seed's list: it gives the network. */
  place: number
}

/** Characters that are sent to PostgreSQL at once. */
const pieceLength = 1 << 18
const planDays = 365

/**
 * Stores traders with everything that the product has of them: one transaction, one COPY for each table.
 * @param firstPlace place of the first one in the seed's list
 * @param passwordHash hash of the password that all of them share
 * @param now milliseconds UTC
 */
export async function storeTraders(
  { sql, secrets }: { sql: Sql; secrets: Secrets },
  traders: readonly InventedTrader[],
  { firstPlace, passwordHash, now }: { firstPlace: number; passwordHash: string; now: number },
): Promise<void> {
  const stored = traders.map((trader, index): StoredTrader => {
    const [trader_id, account_id] = [secrets.newId(), secrets.newId()]
    return { ...trader, trader_id, account_id, token: secrets.newToken(tokenPrefix), place: firstPlace + index }
  })
  const tables = rowsByTable(secrets, passwordHash, now)
  await sql.begin(async (tx) => {
    for (const [table, rowsOf] of Object.entries(tables)) await copyRows(tx, table, stored, rowsOf)
  })
}

async function copyRows(tx: Transaction, table: string, traders: readonly StoredTrader[], rowsOf: RowsOf) {
  const columns = traders
    .flatMap((trader) => rowsOf(trader).slice(0, 1))
    .slice(0, 1)
    .flatMap(Object.keys)
  if (columns.length === 0) return
  const target = await tx.unsafe(`copy ${table} (${columns.join(', ')}) from stdin`).writable()
  const done = finished(target)
  // The error arrives where the end of the stream is awaited.
  done.catch(() => undefined)
  let piece = ''
  for (const trader of traders) {
    for (const row of rowsOf(trader)) piece += `${Object.values(row).map(cellText).join('\t')}\n`
    if (piece.length < pieceLength) continue
    await send(target, piece)
    piece = ''
  }
  target.end(piece)
  await done
}

async function send(target: Writable, piece: string): Promise<void> {
  if (!target.write(piece)) await once(target, 'drain')
}

/** A value as COPY's text format has it. */
function cellText(value: Row[string]): string {
  if (value === null) return '\\N'
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  return String(value).replaceAll('\\', '\\\\')
}

function rowsByTable(secrets: Secrets, passwordHash: string, now: number): Record<string, RowsOf> {
  const until = instantText(now + planDays * DAY_MS)
  const checkState = JSON.stringify(storedState(newState))
  return {
    trader: ({ trader_id, username, displayName, country, registeredAt, account: { server, login } }) => {
      const at = instantText(registeredAt)
      return [
        {
          trader_id,
          username,
          display_name: displayName,
          email: `${username}@seed.toptrader.example`,
          country,
          password_hash: passwordHash,
          broker_server: server,
          account_number: login,
          terms_accepted_at: at,
          terms_version: termsVersion,
          created_at: at,
          updated_at: at,
        },
      ]
    },
    subscription: ({ trader_id, hasDiamond, registeredAt }) => {
      const at = instantText(registeredAt)
      const tier = hasDiamond ? 'diamond' : 'basic'
      return [
        {
          subscription_id: secrets.newId(),
          trader_id,
          tier,
          until,
          status: 'active',
          plan_type: 'manual',
          created_at: at,
          updated_at: at,
        },
      ]
    },
    ea_token: ({ trader_id, token, registeredAt }) => [
      {
        trader_id,
        token_hash: secrets.hashToken(token),
        token_sealed: secrets.seal(token, trader_id),
        created_at: instantText(registeredAt),
      },
    ],
    trading_account: ({ account_id, trader_id, account }) => [{ account_id, trader_id, ...accountColumns(account) }],
    account_integrity: ({ account_id, place }) => [
      {
        account_id,
        state: checkState,
        sender: Buffer.from(networkHash({ secrets }, ownAddress(place)) ?? '', 'hex'),
        reviewed_at: instantText(now),
      },
    ],
    daily_row: ({ account_id, rows }) =>
      rows.map(({ day, ...figures }) => ({ account_id, day: dayText(day), ...figures })),
    trade: ({ account_id, trades }) =>
      trades.map(({ ticket, symbol, side, volume, open, close, net }) => ({
        account_id,
        ticket,
        symbol,
        side,
        volume,
        open_at: instantText(open),
        close_at: instantText(close),
        net,
        origin: 'witnessed',
      })),
  }
}

function accountColumns(account: InventedTrader['account']): Row {
  const { engine, openingBalance, platform } = account
  const { balance, equity, t } = engine.snapshot
  const [first, last] = [instantText(account.firstSnapshotAt), instantText(t)]
  return {
    platform,
    server: account.server,
    login: account.login,
    company: account.company,
    currency: account.currency,
    digits: 2,
    leverage: account.leverage,
    trade_mode: account.tradeMode,
    margin_mode: platform === 'MT5' ? 'hedging' : null,
    bound_at: first,
    last_receipt_at: last,
    sync_count: account.syncs,
    ea_version: account.eaVersion,
    first_snapshot_at: first,
    last_snapshot_at: last,
    balance,
    equity,
    credit: 0,
    floating: equity - balance,
    total_profit: engine.profit_total,
    profit_max: engine.profit_max,
    opening_balance: openingBalance,
    opening_equity: openingBalance,
    opening_credit: 0,
    engine: JSON.stringify(engine),
    intake: JSON.stringify(account.intake),
  }
}

/** An IPv6 address in a network that no other place has. */
function ownAddress(place: number): string {
  return `2a0b:${(place >>> 16).toString(16)}:${(place & 0xffff).toString(16)}::1`
}
