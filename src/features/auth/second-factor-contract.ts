import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { required } from '#shared/field-texts.ts'
import { instant } from '#shared/wire.ts'
import { givenPassword, typedCode } from './contract.ts'

const code = typedCode.check(z.minLength(1, required))
/** Shown once: only their hashes are stored. */
const recoveryCodes = z.array(z.string())

export const secondFactorStatus = endpoint({
  method: 'GET',
  path: '/api/account/totp',
  access: 'user',
  summary: 'Se il proprio secondo fattore è attivo',
  response: z.object({
    enabled: z.boolean(),
    enabled_at: z.nullable(instant),
    recovery_codes_left: z.int(),
    /** This account must have one. */
    required: z.boolean(),
    /** This session has no rights of an admin until the second factor is set up. */
    is_limited: z.boolean(),
  }),
  errors: [],
})

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/totp/setup',
  access: 'user',
  summary: 'Prepara il secondo fattore: vale solo dopo la conferma con un primo codice',
  body: z.object({ password: givenPassword }),
  response: z.object({
    /** Base32, to be typed into an app that cannot scan. */
    secret: z.string(),
    /** The same for a QR code. */
    otpauth_uri: z.string(),
  }),
  errors: ['TOTP_ACTIVE'],
})

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/totp/confirm',
  access: 'user',
  summary: 'Attiva il secondo fattore con un primo codice, mostra i codici di recupero e chiude le altre sessioni',
  body: z.object({ totp: code }),
  response: z.object({ message: z.string(), recovery_codes: recoveryCodes }),
  errors: ['TOTP_ACTIVE', 'TOTP_NOT_PREPARED', 'CONFLICT'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/totp/recovery-codes',
  access: 'user',
  summary: 'Sostituisce i codici di recupero con la password e un codice: i precedenti non valgono più',
  body: z.object({ password: givenPassword, totp: code }),
  response: z.object({ message: z.string(), recovery_codes: recoveryCodes }),
  errors: ['TOTP_NOT_PREPARED'],
})

export const disableSecondFactor = endpoint({
  method: 'POST',
  path: '/api/account/totp/disable',
  access: 'user',
  summary: 'Disattiva il secondo fattore con la password e un codice',
  body: z.object({ password: givenPassword, totp: code }),
  response: z.object({ message: z.string() }),
  errors: ['TOTP_NOT_PREPARED', 'TOTP_KEPT'],
})
