import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { count, instant } from '#shared/wire.ts'
import { syncAnswer, syncBodyLimit, syncRequest } from './sync-contract.ts'

/** The advisor's call. Its intake validates, limits and answers by itself: its refusals have their own shape. */
export const syncAccount = endpoint({
  method: 'POST',
  path: '/api/ea/sync',
  access: 'ea',
  open: 'maintenance',
  priority: 'first',
  summary: 'Sincronizzazione dell’Expert Advisor',
  body: syncRequest,
  response: syncAnswer,
  errors: [],
  bodyLimit: syncBodyLimit,
})

export const generateEaToken = endpoint({
  method: 'POST',
  path: '/api/generate-ea-token',
  access: 'user',
  summary: 'Crea il token dell’Expert Advisor, o lo sostituisce',
  response: z.object({ success: z.literal(true), ea_token: z.string(), message: z.string() }),
  errors: ['SUBSCRIPTION_REQUIRED'],
})

export const resetEaToken = endpoint({
  method: 'DELETE',
  path: '/api/reset-ea-token',
  access: 'user',
  summary: 'Elimina il token dell’Expert Advisor',
  response: z.object({ success: z.literal(true), message: z.string() }),
  errors: [],
})

export const getEaStatus = endpoint({
  method: 'GET',
  path: '/api/ea/status/:trader_id',
  access: { own: 'params.trader_id' },
  summary: 'Stato della connessione dell’Expert Advisor',
  params: z.object({ trader_id: z.string().check(z.maxLength(64)) }),
  response: z.object({
    has_ea_token: z.boolean(),
    hasToken: z.boolean(),
    /** The whole token, to its owner alone. */
    ea_token: z.nullable(z.string()),
    /** A sync before this moment came with another token. */
    token_created_at: z.nullable(instant),
    /** An account is bound. */
    account_connected: z.boolean(),
    /** A sync in the last 15 minutes. */
    ea_active: z.boolean(),
    ea_sync_count: count,
    last_ea_sync: z.nullable(instant),
    next_sync_expected_at: z.nullable(instant),
    ea_version: z.nullable(z.string()),
    /** The reason why the token was taken back, why the last request was refused while none was accepted since, or why its figures do not count. */
    last_error: z.nullable(z.string()),
    /** Records received of those that the terminal shows; null once the history is complete. */
    importing: z.nullable(z.object({ received: count, total: count })),
    /** The advisor's text on its chart. */
    message: z.string(),
  }),
  errors: ['TRADER_NOT_FOUND'],
})
export type EaStatus = z.output<typeof getEaStatus.response>

const advisorPlatform = z.enum(['mt4', 'mt5'], 'Scegli mt4 o mt5.')
export type AdvisorPlatform = z.output<typeof advisorPlatform>

const advisorFile = z.object({
  platform: advisorPlatform,
  file_name: z.string(),
  version: z.string(),
  /** Bytes. */
  size: count,
  /** The hash of the file's bytes, in hexadecimal. */
  sha256: z.string(),
  url: z.string(),
})
export type AdvisorFile = z.output<typeof advisorFile>

export const listAdvisors = endpoint({
  method: 'GET',
  path: '/api/ea/download',
  access: 'public',
  summary: 'I file dell’Expert Advisor, con la loro impronta e l’indirizzo da autorizzare',
  response: z.object({
    /** The address that the terminal's list of allowed addresses must hold. */
    address: z.string(),
    files: z.array(advisorFile),
  }),
  errors: [],
})

export const downloadAdvisor = endpoint({
  method: 'GET',
  path: '/api/ea/download/:platform',
  access: 'public',
  summary: 'Sorgente dell’Expert Advisor, come allegato; la sua impronta SHA-256 è in X-Content-SHA256',
  params: z.object({ platform: advisorPlatform }),
  response: z.string(),
  errors: [],
})
