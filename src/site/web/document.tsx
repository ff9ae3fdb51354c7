import type { Query, QueryClient, QueryObserverOptions } from '@tanstack/react-query'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { PageHead, PageRequest, RenderPage } from '#shared/page.ts'
import { App } from '#web/App.tsx'
import { ClosedPage } from '#web/closed/ClosedPage.tsx'
import { SITE } from '#web/head.ts'
import { createQueryClient, seedCache } from '#web/query.ts'
import { parseAddress } from '#web/router.ts'
import { pageNotFoundTitle, pageNotFoundText } from '#web/texts.ts'
import { closedTitle } from '#web/screen-texts.ts'
import { VIEW_STYLE, loadView, matchView, moduleOf, sourceOf } from '#web/view.ts'
import type { ViewSource } from '#web/view.ts'
import { structuredData } from './structured-data.ts'
import { footMenus, viewerTools, views } from './views.tsx'

// Rendering is synchronous: every screen is loaded before the first request.
await Promise.all(views.map((view) => loadView(view)))

const notFoundHead: PageHead = {
  title: pageNotFoundTitle,
  description: pageNotFoundText,
  canonical: '/',
  robots: 'noindex',
}

/** One public document: the frame as text, the app inside `#root`, and its answers beside it for the browser. */
export const render = ((request) => {
  const { url, origin, seeds, now, demo } = request
  const address = parseAddress(url)
  const match = matchView(views, address)
  const client = createQueryClient()
  seedCache(client, seeds)
  const module = match === null ? undefined : moduleOf(match.view)
  const head = match === null || module === undefined ? notFoundHead : module.head(address, match.params, client)
  const status = match === null ? 404 : (module?.status?.(match.params, client) ?? 200)
  const body = renderToString(
    <App
      address={url}
      page={{ demo, origin, ...(now !== undefined && { now }) }}
      client={client}
      views={views}
      footMenus={footMenus}
      tools={viewerTools}
    />,
  )
  const jsonLd = structuredData(match, address, client, origin)
  const shown: PageHead = { ...head, jsonLd, ...(status === 404 && { robots: 'noindex' }) }
  const root = `<div id="root">${body}</div>`
  const source = match === null ? undefined : sourceOf(match.view)
  const html =
    request.closed === undefined
      ? frame(request, shown, source, root, module?.rest?.(address))
      : closedFrame(request, request.closed, head.title, root)
  return { status, html, unanswered: unansweredIn(client) }
}) satisfies RenderPage

/** The calls whose answers the screen requests at once and no seed holds. */
function unansweredIn(client: QueryClient): string[] {
  return client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'pending' && isEnabled(query))
    .map(({ queryKey: [key] }) => String(key))
}

function isEnabled(query: Query): boolean {
  const { enabled } = query.options as QueryObserverOptions
  return (typeof enabled === 'function' ? enabled(query) : enabled) !== false
}

/** React owns `#root` only. One inline script runs, the theme's: styles and other scripts are files, the answers are data. */
function frame(
  { origin, seeds, now, demo, assets }: PageRequest,
  head: PageHead,
  source: ViewSource | undefined,
  content: string,
  rest?: number,
): string {
  const style = source?.style
  // The screen's own chunk, and what it imports. While screens are worked on there is none.
  const early = source === undefined ? [] : (assets.lazy[source.path] ?? [])
  const [path] = early
  const screen = path === undefined || style === undefined ? undefined : { path, style }
  const canonical = origin + head.canonical
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${assets.theme}</script>
${assets.styles.map((href) => `<link rel="stylesheet" href="${escape(href)}">`).join('\n')}
${style === undefined ? '' : `<link rel="stylesheet" href="${escape(style)}" ${VIEW_STYLE}>`}
${assets.preloads
  .filter(({ as }) => as === 'font')
  .map(preload)
  .join('\n')}
${scripts(assets, early, rest)}
<title>${escape(head.title)}</title>
<meta name="description" content="${escape(head.description)}">
<meta name="robots" content="${head.robots ?? 'index, follow'}">
<link rel="canonical" href="${escape(canonical)}">
<link rel="icon" href="${escape(assets.icon)}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#d3dfe8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a2a37">
<meta property="og:site_name" content="${SITE}">
<meta property="og:locale" content="it_IT">
<meta property="og:type" content="${head.openGraphType ?? 'website'}">
<meta property="og:title" content="${escape(head.title)}">
<meta property="og:description" content="${escape(head.description)}">
<meta property="og:url" content="${escape(canonical)}">
${image(origin, head)}
${(head.jsonLd ?? []).map((data) => `<script type="application/ld+json">${json(data)}</script>`).join('\n')}
</head>
<body>
${content}
<script type="application/json" id="page-data">${json({ origin, seeds, now, demo, screen })}</script>
</body>
</html>
`
}

/** The scripts of a document, and what they import: at once, or after a rest. @param early the screen's own */
function scripts(assets: PageRequest['assets'], early: readonly string[], rest: number | undefined): string {
  const imported = [...assets.preloads.filter(({ as }) => as === 'script').map(({ href }) => href), ...early]
  if (rest !== undefined && assets.firstUse !== undefined) {
    const app = [...assets.scripts, ...imported].join(' ')
    return `<script type="module" src="${escape(assets.firstUse)}" data-app="${escape(app)}" data-rest="${rest}"></script>`
  }
  return [
    ...imported.map((href) => preload({ href, as: 'script' })),
    ...assets.scripts.map((src) => `<script type="module" src="${escape(src)}"></script>`),
  ].join('\n')
}

const closedHead: PageHead = {
  title: closedTitle,
  description: 'TopTrader è in manutenzione: torna tra poco.',
  canonical: '/',
  robots: 'noindex',
}

/** The page of a closed site. The app lies beside it, inert, for admins: `web/closed/document.ts` takes it out. */
function closedFrame(
  request: PageRequest,
  { message, support }: NonNullable<PageRequest['closed']>,
  title: string,
  root: string,
): string {
  const { url, assets } = request
  const signInHref = `/?view=auth&return=${encodeURIComponent(url)}`
  const page = renderToStaticMarkup(<ClosedPage message={message} support={support} signInHref={signInHref} />)
  const [script = ''] = assets.scripts
  const fonts = assets.preloads.filter(({ as }) => as === 'font')
  // Brings visitors without scripts back, too.
  return frame(
    { ...request, assets: { ...assets, scripts: assets.closed, preloads: fonts } },
    closedHead,
    undefined,
    `<main id="closed">${page}</main>
<template id="app" data-script="${escape(script)}" data-title="${escape(title)}">${root}</template>`,
  ).replace('</head>', '<noscript><meta http-equiv="refresh" content="60"></noscript>\n</head>')
}

/** The picture that is shown with a shared link: the page's own, where it has one. */
function image(origin: string, { image: shown }: PageHead): string {
  if (shown === undefined) return '<meta name="twitter:card" content="summary">'
  return `<meta property="og:image" content="${escape(origin + shown.address)}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${shown.width}">
<meta property="og:image:height" content="${shown.height}">
<meta property="og:image:alt" content="${escape(shown.alt)}">
<meta name="twitter:card" content="summary_large_image">`
}

function preload({ href, as }: PageRequest['assets']['preloads'][number]): string {
  const address = escape(href)
  return as === 'font'
    ? `<link rel="preload" href="${address}" as="font" type="font/woff2" crossorigin>`
    : `<link rel="modulepreload" href="${address}">`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON inside a script element: no `<` may end it. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
