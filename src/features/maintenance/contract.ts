import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { messageProblem, type MaintenanceState } from './rules.ts'

const state = z.object({
  /** The site is closed to everybody but admins. */
  enabled: z.boolean(),
  /** The visitors' message while it is closed. While it is open: the last message, or the default one. */
  message: z.string(),
}) satisfies z.ZodMiniType<MaintenanceState>

export const getMaintenance = endpoint({
  method: 'GET',
  path: '/api/admin/maintenance/status',
  access: 'public',
  open: 'maintenance',
  summary: 'Se il sito è in manutenzione, e il messaggio per chi lo visita',
  /** The address for urgent messages, if there is one. */
  response: z.extend(state, { support_email: z.nullable(z.string()) }),
  errors: [],
})

const severalMessages = 'Scrivi un messaggio solo.'

export const toggleMaintenance = endpoint({
  method: 'POST',
  path: '/api/admin/maintenance/toggle',
  access: 'admin',
  summary: 'Attiva o disattiva la manutenzione, su ogni istanza entro 2 secondi',
  query: z
    .object({
      enabled: z.pipe(
        z.enum(['true', 'false'], 'Scegli true o false.'),
        z.transform((text: 'true' | 'false') => text === 'true'),
      ),
      /** Empty counts as absent: the default message when the site is being closed, else unchanged. Ignored when it is opened. */
      message: z.optional(z.union([z.string().check(z.trim()), z.array(z.string())], severalMessages)),
    })
    .check(
      z.check<{ enabled: boolean; message?: string | string[] | undefined }>(({ value, issues }) => {
        const { enabled, message } = value
        const problem = !enabled || !message ? null : Array.isArray(message) ? severalMessages : messageProblem(message)
        if (problem !== null) issues.push({ code: 'custom', input: value.message, path: ['message'], message: problem })
      }),
    ),
  response: state,
  errors: [],
})
