import type { FastifyInstance } from 'fastify'
import { fail } from '#server/http/failure.ts'
import { handle, isForm } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { changePassword, listSessions, login, logout, register, revokeSession } from '../contract.ts'
import { confirmEmail, requestEmailLink } from '../email-proof-contract.ts'
import { outcomeAddress } from '../link-address.ts'
import { forgotPassword, resetPassword } from '../recovery-contract.ts'
import {
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
  setUpSecondFactor,
} from '../second-factor-contract.ts'
import { deleteSession } from './queries.ts'
import { confirmByToken, outcomeOf, resendProofLink } from './email-proof.ts'
import { createRecovery, resetByToken } from './recovery.ts'
import { registerTrader } from './registration/register.ts'
import {
  activateSecondFactor,
  removeSecondFactor,
  newCodes,
  ownSecondFactor,
  prepareSecondFactor,
} from './second-factor/second-factor.ts'
import { registerBrokerServerRoute } from './registration/broker-servers.ts'
import { openSessions, replacePassword } from './sign-in/sessions.ts'
import { signIn } from './sign-in/sign-in.ts'

export function registerAuth(app: FastifyInstance, kernel: Kernel): void {
  const { sql } = kernel
  registerBrokerServerRoute(app, kernel)

  handle(app, kernel, register, async ({ body, request }) => registerTrader(kernel, body, request.ip))
  handle(app, kernel, login, async ({ body, request }) => signIn(kernel, body, request))
  handle(app, kernel, logout, async ({ session }) => {
    await deleteSession(sql, session.trader_id, session.session_id)
    return { message: 'Sei uscito.' }
  })
  handle(app, kernel, changePassword, async ({ body, session, request }) =>
    replacePassword(kernel, session, body, request.ip),
  )
  handle(app, kernel, listSessions, async ({ session }) => openSessions(kernel, session))
  handle(app, kernel, revokeSession, async ({ params, session }) => {
    if (!(await deleteSession(sql, session.trader_id, params.id))) fail('NOT_FOUND')
    return { message: 'Sessione chiusa.' }
  })

  const recovery = createRecovery(kernel)
  app.addHook('onClose', recovery.idle)
  handle(app, kernel, forgotPassword, async ({ body, request }) => recovery.request(body, request.ip))
  handle(app, kernel, resetPassword, async ({ body, request }) => resetByToken(kernel, body, request.ip))

  handle(app, kernel, confirmEmail, async ({ body, request, reply }) =>
    isForm(request)
      ? reply.redirect(outcomeAddress(await outcomeOf(kernel, body, request.ip)), 303)
      : confirmByToken(kernel, body, request.ip),
  )
  handle(app, kernel, requestEmailLink, async ({ session }) => resendProofLink(kernel, session.trader_id))

  handle(app, kernel, secondFactorStatus, async ({ session }) => ownSecondFactor(kernel, session))
  handle(app, kernel, setUpSecondFactor, async ({ body, session, request }) =>
    prepareSecondFactor(kernel, session, body, request.ip),
  )
  handle(app, kernel, confirmSecondFactor, async ({ body, session }) => activateSecondFactor(kernel, session, body))
  handle(app, kernel, renewRecoveryCodes, async ({ body, session, request }) =>
    newCodes(kernel, session, body, request.ip),
  )
  handle(app, kernel, disableSecondFactor, async ({ body, session, request }) =>
    removeSecondFactor(kernel, session, body, request.ip),
  )
}
