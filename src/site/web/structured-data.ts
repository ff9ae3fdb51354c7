import type { QueryClient } from '@tanstack/react-query'
import type { listLeaderboard } from '#features/leaderboard/contract.ts'
import { leaderboardQueryOf, pageSize, selectionOf } from '#features/leaderboard/page.ts'
import type { listShowcases } from '#features/showcases/contract.ts'
import { selectionOf as showcasesOf, showcasesQueryOf } from '#features/showcases/page.ts'
import { showcaseOf } from '#features/showcases/web/page/showcase-query.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { catalogue } from '#features/subscriptions/catalogue.ts'
import { traderOf } from '#features/traders/web/head.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { q } from '#web/api.ts'
import type { Address } from '#web/router.ts'
import type { Match } from '#web/view.ts'

// A document's schema.org data for search engines. Apart from the heads, because no browser needs it: only the renderer imports this.
// Addresses are absolute.

type Data = Record<string, unknown>

export function structuredData(match: Match | null, address: Address, answers: QueryClient, origin: string): Data[] {
  if (match?.view.name === 'leaderboard') return listOf(address, answers, origin)
  if (match?.view.name === 'profile') return profileOf(match, answers, origin)
  if (match?.view.name === 'showcase') return showcaseData(match, answers, origin)
  if (match?.view.name === 'vetrine') return gridOf(address, answers, origin)
  if (match?.view.name === 'diamond-info') return offersOf(origin)
  return []
}

function offersOf(origin: string): Data[] {
  const page = `${origin}/?view=diamond-info`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'TopTrader Diamond',
      description: 'Abbonamento con vetrina personale e presenza nella classifica dei trader.',
      url: page,
      brand: { '@type': 'Brand', name: 'TopTrader' },
      offers: catalogue()
        .filter(({ tier }) => tier === 'diamond')
        .map(({ code, months, amount_usd: amount }) => ({
          '@type': 'Offer',
          sku: code,
          name: months === 12 ? 'Diamond annuale' : 'Diamond mensile',
          // Charged in cryptocurrency of the same value in US dollars.
          price: amount.toFixed(2),
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
          url: `${origin}/?view=diamond-subscribe&plan=${code}`,
        })),
    },
  ]
}

function listOf({ search }: Address, answers: QueryClient, origin: string): Data[] {
  const query = leaderboardQueryOf(search)
  const list = answers.getQueryData(q<typeof listLeaderboard>('GET /api/fresh/leaderboard', { query }).queryKey)
  if (list === undefined) return []
  const before = (selectionOf(search).page - 1) * pageSize
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: 'Classifica TopTrader',
      itemListOrder: 'https://schema.org/ItemListOrderAscending',
      numberOfItems: list.total,
      itemListElement: list.leaderboard.map((entry, index) => ({
        '@type': 'ListItem',
        position: before + index + 1,
        name: entry.display_name,
        url: origin + traderAddress(entry.username),
      })),
    },
  ]
}

function profileOf({ params }: Match, answers: QueryClient, origin: string): Data[] {
  const trader = traderOf(params, answers)
  if (trader === undefined) return []
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      dateCreated: trader.member_since,
      dateModified: trader.last_updated,
      mainEntity: {
        '@type': 'Person',
        name: trader.display_name,
        alternateName: trader.username,
        identifier: trader.trader_id,
        url: origin + traderAddress(trader.username),
        ...(trader.bio !== null && { description: trader.bio }),
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Classifica', item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: trader.display_name },
      ],
    },
  ]
}

/** The first portion: a search engine reads no more than a visitor sees at first. */
function gridOf({ search }: Address, answers: QueryClient, origin: string): Data[] {
  const query = showcasesQueryOf(showcasesOf(search), null)
  const list = answers.getQueryData(q<typeof listShowcases>('GET /api/showcases', { query }).queryKey)
  if (list === undefined) return []
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: 'Vetrine Diamond',
      numberOfItems: list.total,
      itemListElement: list.showcases.map(({ title, trader_name: trader, showcase_id: id }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: `${title}, ${trader}`,
        url: origin + showcaseAddress(id),
      })),
    },
  ]
}

function showcaseData({ params }: Match, answers: QueryClient, origin: string): Data[] {
  const showcase = showcaseOf(params, answers)
  if (showcase === undefined) return []
  const name = showcase.profile.display_name || showcase.trader_name
  const url = origin + showcaseAddress(showcase.showcase_id)
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      url,
      dateCreated: showcase.created_at,
      dateModified: showcase.updated_at,
      mainEntity: {
        '@type': 'Person',
        name,
        alternateName: showcase.trader_username,
        identifier: showcase.trader_id,
        url: origin + traderAddress(showcase.trader_username),
        description: showcase.description,
        ...(showcase.avatar_url !== null && { image: origin + showcase.avatar_url }),
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Vetrine Diamond', item: `${origin}/?view=vetrine` },
        { '@type': 'ListItem', position: 2, name },
      ],
    },
  ]
}
