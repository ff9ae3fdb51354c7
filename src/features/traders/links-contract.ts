import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { invalidId } from '#shared/field-texts.ts'
import { lastLinkedRank } from './rules.ts'

const answer = z.object({
  success: z.literal(true),
  message: z.string(),
  myfxbook_url: z.nullable(z.string()),
})

export const setMyfxbook = endpoint({
  method: 'PUT',
  path: '/api/trader/myfxbook',
  aliases: [{ method: 'POST', path: '/api/profile/update-myfxbook' }],
  access: 'user',
  summary: 'Collega la pagina di verifica esterna; un valore vuoto la scollega',
  body: z.object({ myfxbook_url: z.nullable(z.string('Inserisci un URL.')) }),
  response: answer,
  errors: [],
})

export const removeMyfxbook = endpoint({
  method: 'DELETE',
  path: '/api/trader/myfxbook',
  aliases: [{ method: 'POST', path: '/api/profile/remove-myfxbook' }],
  access: 'user',
  summary: 'Scollega la pagina di verifica esterna',
  response: answer,
  errors: [],
})

/** A link to set; empty or null removes it; absent leaves it unchanged. */
const link = z.optional(z.nullable(z.string('Inserisci un URL.')))
const storedLink = z.nullable(z.string())
/** A trader's own links, as they are stored. */
export const storedLinks = z.object({
  copy_trading: storedLink,
  telegram: storedLink,
  instagram: storedLink,
  facebook: storedLink,
  tiktok: storedLink,
  twitter: storedLink,
  broker: storedLink,
  website: storedLink,
  myfxbook: storedLink,
})

export const setTraderLinks = endpoint({
  method: 'POST',
  path: '/api/trader/links',
  access: { own: 'body.trader_id' },
  summary: `Link pubblici del profilo, per i primi ${lastLinkedRank} della classifica`,
  body: z.object({
    trader_id: z.guid(invalidId),
    links: z.object({
      copy_trading: link,
      telegram: link,
      instagram: link,
      facebook: link,
      tiktok: link,
      twitter: link,
      broker: link,
      website: link,
      myfxbook: link,
    }),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    links: storedLinks,
  }),
  errors: ['LINKS_RESERVED', 'USER_NOT_FOUND'],
})
