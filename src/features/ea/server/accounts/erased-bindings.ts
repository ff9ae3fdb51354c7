import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'

/** The accounts of erased traders: only a keyed hash remains, so that no number starts again with a clean history. */

interface AccountNumber {
  platform: string
  /** The server's name in the form of `folded_server`: the same for every spelling. */
  server_key: string
  login: string
}

/** Numbers cannot be tried out without the key. */
const textOf = ({ platform, server_key, login }: AccountNumber) =>
  `binding ${JSON.stringify([platform, server_key, login])}`

/**
 * Under either platform, and under every configured key: rows from before a rotation are found while the old key is configured. Traces from
 * before leading zeros were left out of a server's name have them: brokers number their servers with two digits.
 */
function hashesOf(
  { keyedHashes }: Kernel['secrets'],
  { server_key, login }: Omit<AccountNumber, 'platform'>,
): string[] {
  const padded = server_key.replaceAll(/(?<!\d)\d(?!\d)/g, '0$&')
  return ['MT4', 'MT5'].flatMap((platform) =>
    [...new Set([server_key, padded])].flatMap((key) =>
      keyedHashes(textOf({ platform, server_key: key, login })).map((hash) => hash.toString('hex')),
    ),
  )
}

/** Stores the traces of erased accounts; of two erasures of one number the first one's day stays. @param at ISO-8601 */
export async function storeTraces(
  tx: Transaction,
  { secrets }: Pick<Kernel, 'secrets'>,
  accounts: readonly (AccountNumber & { released_to: string | null })[],
  at: string,
): Promise<void> {
  for (const account of accounts) {
    await tx`
      insert into erased_binding (binding_hash, erased_at, released_to)
      values (${secrets.keyedHash(textOf(account))}, ${at}, ${account.released_to})
      on conflict (binding_hash) do update set released_to = excluded.released_to`
  }
}

export interface ClaimedAccount {
  trader_id: string
  server: string
  login: string
}

/** Traders who claim an erased trader's account, unless a person released it to them; with the day of that erasure. */
export async function erasedAmong(
  tx: Queryable,
  { secrets }: Pick<Kernel, 'secrets'>,
  claimed: readonly ClaimedAccount[],
): Promise<Map<string, string>> {
  const folded = await tx<(Omit<AccountNumber, 'platform'> & { trader_id: string })[]>`
    select trader_id, folded_server(server) as server_key, login
      from json_to_recordset(${JSON.stringify(claimed)}::text::json)
           as claimed(trader_id text, server text, login text)`
  const traderOf = new Map(
    folded.flatMap((one) => hashesOf(secrets, one).map((hash) => [hash, one.trader_id] as const)),
  )
  const found = await tx<{ hash: string; erased_at: string; released_to: string | null }[]>`
    select encode(binding_hash, 'hex') as hash, erased_at, released_to
      from erased_binding
     where binding_hash in (select decode(hash, 'hex') from unnest(${[...traderOf.keys()]}::text[]) as hash)`
  return new Map(
    found.flatMap(({ hash, erased_at, released_to }) => {
      const traderId = traderOf.get(hash)
      return traderId === undefined || released_to === traderId ? [] : [[traderId, erased_at] as const]
    }),
  )
}

/** Only this trader may bind the number from now on; false where no erased trader had it. */
export async function releaseTrace(
  tx: Transaction,
  { secrets }: Pick<Kernel, 'secrets'>,
  claimed: Omit<ClaimedAccount, 'trader_id'>,
  traderId: string,
): Promise<boolean> {
  const [folded] = await tx<{ server_key: string }[]>`select folded_server(${claimed.server}) as server_key`
  const hashes = hashesOf(secrets, { login: claimed.login, server_key: folded?.server_key ?? '' })
  const { count } = await tx`
    update erased_binding set released_to = ${traderId}
     where binding_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)`
  return count > 0
}
