import type { FastifyReply } from 'fastify'
import { once } from 'node:events'
import { recordAudit, type Actor } from '#server/audit.ts'
import { fail } from '#server/http/failure.ts'
import { thisInstance } from '#server/instance.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { restartServer } from '../monitor-contract.ts'

const restartLimit = perHour('restart', 3, 'Hai già riavviato più volte nell’ultima ora.')

export interface Restarts {
  /**
   * Drains and ends this instance once the answer has left. Its supervisor starts it again. A second request joins the first.
   * @throws Failure RESTART_UNSUPERVISED, TOO_MANY_REQUESTS
   */
  request: (actor: Actor, reply: FastifyReply) => Promise<ResponseOf<typeof restartServer>>
}

/** @param restart null where no supervisor would start this process again */
export function createRestarts(kernel: Kernel, restart: (() => void) | null): Restarts {
  let pending: Promise<void> | null = null

  async function record(actor: Actor): Promise<void> {
    await countUse(kernel, restartLimit, { account: actor.trader_id })
    const at = instantText(Math.floor(kernel.clock.now()))
    const details = { instance: thisInstance.name }
    await kernel.sql.begin((tx) => recordAudit(tx, actor, { action: 'system.restart', subject: null, details, at }))
    kernel.log.warn({ by: actor.trader_id }, 'restart requested')
  }

  return {
    async request(actor, reply) {
      if (restart === null) return fail('RESTART_UNSUPERVISED')
      if (pending === null) {
        // It closes also when the client disconnects.
        const answered = once(reply.raw, 'close')
        pending = record(actor)
        pending.then(
          () => void answered.then(restart, restart),
          () => (pending = null),
        )
      }
      await pending
      return { message: 'Riavvio in corso: il server torna da solo entro pochi secondi.', instance: thisInstance }
    },
  }
}
