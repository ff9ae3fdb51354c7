import { renameServer } from '#features/ea/server/accounts/bindings.ts'
import { makeToken } from '#features/ea/server/tokens.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Player } from './player.ts'

/**
 * Does what people do after the server refused an advisor.
 * @throws where the story has no remedy
 */
export async function remedy(kernel: Kernel, player: Player, message: string): Promise<void> {
  const { story, traderId, refusals, simulated } = player
  const now = kernel.clock.now()
  refusals.push({ message, at: now })
  if (story.remedy === undefined)
    throw new Error(`${story.name} (seed ${story.seed}): the sync was refused: ${message}`)
  if (story.remedy === 'token') {
    const { token } = await makeToken(kernel, traderId)
    player.token = token
    simulated.restart()
  } else if (now >= (refusals[0]?.at ?? now) + DAY_MS) {
    const [bound] = await kernel.sql<{ account_id: string }[]>`
      select account_id from trading_account where trader_id = ${traderId} and closed_at is null`
    const server = simulated.terminals.at(-1)?.account.server
    if (bound === undefined || server === undefined) throw new Error('no account to move')
    await kernel.sql.begin((tx) => renameServer(tx, bound.account_id, server))
  }
}
