import type { FastifyReply } from 'fastify'
import { once } from 'node:events'
import { recordAudit, type Actor } from '#server/audit.ts'
import { fail } from '#server/failure.ts'
import { thisInstance } from '#server/instance.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { restartServer } from '../monitor-contract.ts'

const restartLimit = perHour('restart', 3, 'Hai già riavviato più volte nell’ultima ora.')

export interface Restarts {
  /**
   * Has this instance drain and end, once the answer has left; whoever started it brings it back. Asked twice it ends once.
   * @throws Failure RESTART_UNSUPERVISED, TOO_MANY_REQUESTS
   */
  ask: (actor: Actor, reply: FastifyReply) => Promise<ResponseOf<typeof restartServer>>
}

/** @param restart null where nobody would start this process again */
export function createRestarts(kernel: Kernel, restart: (() => void) | null): Restarts {
  let asked: Promise<void> | null = null

  async function note(actor: Actor): Promise<void> {
    await countUse(kernel, restartLimit, { account: actor.trader_id })
    const at = instantText(Math.floor(kernel.clock.now()))
    const details = { instance: thisInstance.name }
    await kernel.sql.begin((tx) => recordAudit(tx, actor, { action: 'system.restart', subject: null, details, at }))
    kernel.log.warn({ by: actor.trader_id }, 'restart asked for')
  }

  return {
    async ask(actor, reply) {
      if (restart === null) return fail('RESTART_UNSUPERVISED')
      if (asked === null) {
        // Also where the client goes away meanwhile.
        const answered = once(reply.raw, 'close')
        asked = note(actor)
        asked.then(
          () => void answered.then(restart, restart),
          () => (asked = null),
        )
      }
      // Pressed again, by whomever, it is the same restart.
      await asked
      return { message: 'Riavvio in corso: il server torna da solo entro pochi secondi.', instance: thisInstance }
    },
  }
}
