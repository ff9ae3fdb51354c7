import type { FastifyInstance } from 'fastify'
import type { SettableClock } from '#server/testing/clock.ts'
import type { AccountFile } from '../../advisor/account-file.ts'
import type { Reply } from '../../advisor/reaction.ts'
import { replayStatement, type ReplayResult } from '../../advisor/replay.ts'
import { replyOf } from '../../advisor/transport.ts'

/** Sends syncs into the app as an advisor does over the network. @param address the sender's */
export function injectedSender(app: FastifyInstance, token: string, address = '127.0.0.1') {
  return async (request: unknown): Promise<Reply> => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/ea/sync',
      remoteAddress: address,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(request),
    })
    return replyOf(reply.statusCode, (name) => reply.headers[name]?.toString(), reply.body)
  }
}

/** Sends statements as an advisor would, under a simulated clock. @param shift moves them to now */
export function replayed(
  [file, ...later]: readonly AccountFile[],
  {
    clock,
    boot,
    shift,
    send,
  }: { clock: SettableClock; boot: string; shift: boolean; send: ReturnType<typeof injectedSender> },
): Promise<ReplayResult> {
  if (file === undefined) throw new Error('nothing to play')
  return replayStatement({
    file,
    later,
    shift,
    interval: 30,
    boot,
    jitter: () => 0,
    patience: 1,
    now: () => clock.now(),
    wait: async (seconds) => clock.advance(seconds * 1000),
    send,
  })
}
