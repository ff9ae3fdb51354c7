import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { maxCharacters } from '#shared/wire.ts'

export const listBrokerServers = endpoint({
  method: 'GET',
  path: '/api/broker-servers',
  access: 'public',
  summary: 'Server di broker già noti che contengono un testo, al massimo dieci: suggerimenti per la registrazione',
  query: z.object({
    /** Fewer than two characters find nothing. */
    q: z._default(z.string().check(z.trim(), maxCharacters(100)), ''),
  }),
  response: z.object({ servers: z.array(z.string()) }),
  errors: [],
})
