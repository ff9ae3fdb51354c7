import type { QueryClient } from '@tanstack/react-query'
import type { getPaymentStatus } from '#features/payments/contract.ts'
import { subscribeAddress, tierNames } from '#features/subscriptions/plan-names.ts'
import { paymentAddress, receiptAddress } from '#features/payments/addresses.ts'
import { pageTitle } from '#features/payments/web/order-labels.ts'
import type { getShowcase } from '#features/showcases/contract.ts'
import { shareImage } from '#features/showcases/og.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { excerpt } from '#features/showcases/rules/excerpt.ts'
import type { getMyShowcase } from '#features/showcases/contract.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import type { Tier } from '#features/subscriptions/catalogue.ts'
import type { getTrader } from '#features/traders/contract.ts'
import { ledgerAddress, traderAddress } from '#shared/trader-address.ts'
import type { KeyOf, RequestOf, ResponseOf, Endpoint } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import type { PageHead } from '#shared/page.ts'
import { readError } from '#web/api.ts'
import type { Address } from '#web/router.ts'
import type { ViewMeta, ViewParams } from '#web/view.ts'

// What each view but the first says of itself to browsers, search engines and whoever shares it. Pure: of address and answers.

/** An answer that the cache holds. */
export function answerOf<E extends Endpoint>(
  answers: QueryClient,
  key: KeyOf<E>,
  input: RequestOf<E>,
): ResponseOf<E> | undefined {
  return answers.getQueryData([key, input])
}

export function profileHead(_: Address, params: ViewParams, answers: QueryClient): PageHead {
  const username = params['username'] ?? ''
  const trader = traderOf(params, answers)
  const canonical = traderAddress(trader?.username ?? username)
  if (trader === undefined) {
    return {
      title: isMissing(answers, 'GET /api/trader/:username', { username })
        ? 'Trader non trovato · TopTrader'
        : `@${username} · TopTrader`,
      description: 'Il profilo di un trader nel registro TopTrader.',
      canonical,
      robots: 'noindex',
    }
  }
  const { display_name: name, performance, current_rank: rank } = trader
  const place = rank === null ? '' : `, ${rank}ª posizione`
  const roi = format.resultPercent(performance.roi_percentage)
  return {
    title: `${name} (@${trader.username})${place} · TopTrader`,
    description:
      trader.social_text ??
      `Risultati verificati di ${name}: ROI 90 giorni ${roi}, win rate ${format.sharePercent(performance.win_rate)}, ${format.counted(performance.total_trades, 'operazione', 'operazioni')}. ${trader.status_text}.`,
    canonical,
    openGraphType: 'profile',
    // A lapsed plan keeps its page, out of search engines.
    ...(!trader.has_active_plan && { robots: 'noindex' as const }),
  }
}

function ledgerHead(_: Address, { username = '' }: ViewParams): PageHead {
  return unlisted('Registro delle sincronizzazioni', ledgerAddress(username))
}

/** What its pages are called comes with their view: no other one carries it. */
function adminHead({ search }: Address, _: ViewParams, answers: QueryClient): PageHead {
  const name = answers.getQueryData<string>(['admin', search.get('page')])
  return unlisted(name === undefined ? 'Amministrazione' : `${name}: amministrazione`, '/?view=admin')
}

/** Of a page that no search leads to: it is somebody's own, or nothing but a proof that the browser computes. */
function unlisted(title: string, canonical: string): PageHead {
  return {
    title: `${title} · TopTrader`,
    description: 'Una pagina del registro TopTrader.',
    canonical,
    robots: 'noindex',
  }
}

/** 404 where the document was asked for a trader that the registry does not show. */
function profileStatus(params: ViewParams, answers: QueryClient): 200 | 404 {
  return traderOf(params, answers) === undefined ? 404 : 200
}

/** The profile's answer. */
export function traderOf(params: ViewParams, answers: QueryClient): ResponseOf<typeof getTrader> | undefined {
  const username = params['username'] ?? ''
  return answerOf<typeof getTrader>(answers, 'GET /api/trader/:username', { params: { username } })
}

function gridHead(): PageHead {
  return {
    title: 'Vetrine Diamond · TopTrader',
    description:
      'Le vetrine dei trader Diamond: metodo, servizi e collegamenti, accanto ai risultati e al rischio letti dai loro conti.',
    // Filters and orders show the same showcases again.
    canonical: '/?view=vetrine',
  }
}

function showcaseHead(_: Address, params: ViewParams, answers: QueryClient): PageHead {
  const showcase = showcaseOf(params, answers)
  const canonical = showcaseAddress(params['showcase_id'] ?? '')
  if (showcase === undefined) {
    return {
      title: `${isMissing(answers, 'GET /api/showcases/:showcase_id', idOf(params)) ? 'Vetrina non trovata' : 'Vetrina'} · TopTrader`,
      description: 'Una vetrina del registro TopTrader.',
      canonical,
      robots: 'noindex',
    }
  }
  const name = showcase.profile.display_name || showcase.trader_name
  const { roi_percentage: roi, drawdown_max: drawdown } = showcase.performance
  return {
    title: `${name}: ${showcase.title} · TopTrader`,
    description: `${excerpt(showcase.description, 150)} ROI 90 giorni ${format.resultPercent(roi)}, Drawdown Max ${format.drawdownPercent(drawdown)}.`,
    canonical,
    openGraphType: 'profile',
    // Of documents alone: no browser shares what it shows, nor needs what draws it.
    ...(import.meta.env.SSR && { image: shareImage(showcase) }),
    ...(showcase.owner_preview && { robots: 'noindex' as const }),
  }
}

/** The showcase's answer. */
export function showcaseOf(params: ViewParams, answers: QueryClient): ResponseOf<typeof getShowcase> | undefined {
  return answerOf<typeof getShowcase>(answers, 'GET /api/showcases/:showcase_id', { params: idOf(params) })
}

const idOf = (params: ViewParams) => ({ showcase_id: params['showcase_id'] ?? '' })

/** The answer came, and says that there is no such thing; a failure of another kind says nothing. */
function isMissing(answers: QueryClient, key: string, params: Record<string, string>): boolean {
  const state = answers.getQueryState([key, { params }])
  return state?.status === 'error' && readError(state.error).status === 404
}

const authTitles: Record<string, string> = {
  register: 'Registrati',
  forgot: 'Password dimenticata',
  reset: 'Nuova password',
}

export function authHead({ search }: Address): PageHead {
  return {
    title: `${authTitles[search.get('form') ?? ''] ?? 'Accedi'} · TopTrader`,
    description: 'Accedi al tuo conto TopTrader o registra il tuo conto MetaTrader.',
    canonical: '/?view=auth',
    robots: 'noindex',
  }
}

function accountHead(): PageHead {
  return unlisted('Il tuo account', '/?view=account')
}

function dashboardHead(): PageHead {
  return unlisted('Dashboard', '/?view=dashboard')
}

/** Prices come from the catalogue, here as on the page. */
function diamondHead(): PageHead {
  const cheapest = catalogue().find(({ code }) => code === 'monthly')
  return {
    title: 'Diamond: la tua vetrina con i numeri del registro · TopTrader',
    description: `Una pagina tutta tua, con metodo, collegamenti e risultati verificati.${cheapest === undefined ? '' : ` Da ${format.price(cheapest.amount_usd)} al mese, pagamento in criptovaluta.`}`,
    canonical: '/?view=diamond-info',
  }
}

function contactsHead(): PageHead {
  return {
    title: 'Contattaci · TopTrader',
    description: 'Scrivi all’assistenza di TopTrader, guarda in quanto tempo rispondiamo e leggi le domande frequenti.',
    canonical: '/?view=contacts',
  }
}

function editorHead(_: Address, __: ViewParams, answers: QueryClient): PageHead {
  const mine = answerOf<typeof getMyShowcase>(answers, 'GET /api/my-showcase', {})
  const title = mine !== undefined && mine.showcase === null ? 'Crea Vetrina' : 'Modifica Vetrina'
  return unlisted(title, '/?view=showcase-editor')
}

function subscribeHead(tier: Tier): PageHead {
  const prices = catalogue().filter((plan) => plan.tier === tier)
  const from = prices.map(({ amount_usd: amount }) => format.price(amount))
  return {
    title: `${tierNames[tier]} · TopTrader`,
    description: `Scegli il piano ${tierNames[tier]} e paga in criptovaluta: ${from.join(', ')}. Nessun rinnovo automatico.`,
    canonical: subscribeAddress(tier),
  }
}

function paymentHead({ search }: Address, _: ViewParams, answers: QueryClient): PageHead {
  const orderId = search.get('order') ?? ''
  const input = { params: { order_id: orderId } }
  const order = answerOf<typeof getPaymentStatus>(answers, 'GET /api/crypto/payment-status/:order_id', input)
  return unlisted(pageTitle(order), paymentAddress(orderId))
}

export const notFoundHead: PageHead = {
  title: 'Pagina non trovata · TopTrader',
  description: 'L’indirizzo non porta a nessuna pagina del registro.',
  canonical: '/',
  robots: 'noindex',
}

/** By the views' names; on its way with the first of their screens. */
export const metas = {
  profile: { head: profileHead, status: profileStatus },
  vetrine: { head: gridHead },
  showcase: {
    head: showcaseHead,
    status: (params: ViewParams, answers: QueryClient) => (showcaseOf(params, answers) === undefined ? 404 : 200),
  },
  registro: { head: ledgerHead, status: profileStatus },
  admin: { head: adminHead },
  auth: { head: authHead },
  dashboard: { head: dashboardHead },
  'my-showcase': { head: () => unlisted('La mia Vetrina', '/?view=my-showcase') },
  'showcase-editor': { head: editorHead },
  account: { head: accountHead },
  'basic-subscribe': { head: () => subscribeHead('basic') },
  'diamond-subscribe': { head: () => subscribeHead('diamond') },
  payment: { head: paymentHead },
  receipt: { head: ({ search }: Address) => unlisted('Ricevuta', receiptAddress(search.get('order') ?? '')) },
  'diamond-info': { head: diamondHead },
  contacts: { head: contactsHead },
} satisfies Record<string, ViewMeta>
