import { closedLine } from '#features/maintenance/closed-line.ts'
import { accessibility } from './accessibility.ts'
import { cookies } from './cookies.ts'
import { guideHtml, type GuideSection } from './guide/blocks.ts'
import { traderGuide } from './guide/trader-guide.ts'
import { howItWorks } from './how-it-works.ts'
import { missingOperatorText, operatorSection, type Operator } from './operator.ts'
import { legalPages, type PageEntry } from './pages.ts'
import { priceRows } from './price-list.ts'
import { privacy } from './privacy.ts'
import { refund } from './refund.ts'
import { risk } from './risk.ts'
import type { LegalSection } from '#shared/legal-section.ts'
import { demoLine } from '#shared/screen-texts.ts'
import { day } from '#shared/format/format.ts'
import { terms } from '#features/auth/terms.ts'

interface StaticPage extends Omit<PageEntry, 'version'> {
  body: string
  /** Sections that wide screens list beside the text. */
  contents?: readonly Heading[]
  /** Absent where the page holds no text with a version. */
  version?: string
}

type Heading = Pick<GuideSection, 'id' | 'title'>

/** A page of fewer sections is seen at a glance. */
const leastContents = 4

const stylesheet = '/static-pages.css'

interface Site {
  /** The copyright ends with it. */
  year: number
  /** Each page says that the site is a demonstration. */
  demo: boolean
  /** The text of the script that every page begins with. */
  theme: string
}

/** Every static page: no scripts but those of theme and session, no inline style. */
export function staticPages(operator: Operator, site: Site): (PageEntry & { html: string })[] {
  const pages = pagesOf(operator)
  const missing = missingOperatorText(operator)
  return pages.map((page) => ({ ...page, html: documentOf(page, { pages, missing, ...site }) }))
}

/** The page in the place of one that cannot be loaded, at that page's own address: its link loads the address again. */
export function offlinePage(operator: Operator, site: Site): { name: string; html: string } {
  const page = {
    name: 'offline',
    title: 'Senza connessione',
    lead: 'Questa pagina non si può caricare: manca la connessione, o il server non risponde.',
    body: '<section><p>Controlla la connessione e riprova.</p><p><a class="button" href="">Riprova</a></p></section>',
  }
  return { name: page.name, html: documentOf(page, { pages: pagesOf(operator), missing: null, ...site }) }
}

function pagesOf(operator: Operator): (StaticPage & PageEntry)[] {
  const who = operatorSection(operator)
  return [
    { ...legalPages.terms, ...textOf([...terms, who]) },
    { ...legalPages.risk, ...textOf([...risk, who]) },
    { ...legalPages.privacy, ...textOf([...privacy, who]) },
    { ...legalPages.cookies, ...textOf([...cookies, who]) },
    { ...legalPages.refund, ...textOf([...refund, who]) },
    { ...legalPages.accessibility, ...textOf([...accessibility, who]) },
    pricingPage(),
    {
      name: 'how-it-works',
      title: 'Come funziona',
      lead: 'Dal conto MetaTrader a una posizione nel registro, e la guida all’Expert Advisor passo per passo.',
      version: '2026-11-30',
      body: `${sectionsOf(howItWorks)}\n${guideHtml(traderGuide)}`,
      contents: [...howItWorks.map(headingOf), ...traderGuide],
    },
  ]
}

function pricingPage(): StaticPage & PageEntry {
  const rows = priceRows().map(
    (row) =>
      `<tr><th scope="row">${escaped(row.plan)}</th><td>${row.period}</td><td class="num">${row.price}</td>` +
      `<td class="num wide">${row.monthly}</td><td class="num">${row.discount || '–'}</td></tr>`,
  )
  const inPlans: LegalSection[] = [
    {
      title: 'Basic Leaderboard',
      paragraphs: ['La tua posizione in classifica, il profilo pubblico e la sincronizzazione con l’Expert Advisor.'],
    },
    {
      title: 'Diamond',
      paragraphs: ['Tutto Basic, più una vetrina personale con le sue statistiche.'],
    },
    {
      title: 'Come si paga',
      paragraphs: [
        'I prezzi sono in USDT e il pagamento avviene in criptovaluta, tramite un fornitore esterno. I pagamenti sono definitivi e non sono previsti rimborsi, salvo i casi di legge della pagina «Rimborsi e recesso».',
        'Un mese non dura mai meno di 30 giorni, un anno mai meno di 365. L’abbonamento non si rinnova da solo.',
        'Nessun piano cambia il punteggio: la classifica dipende solo dai dati del conto.',
      ],
    },
  ]
  const table =
    '<div class="scroll" tabindex="0" role="region" aria-label="Prezzi dei piani"><table><thead><tr><th scope="col">Piano</th>' +
    '<th scope="col">Durata</th><th scope="col" class="num">Prezzo</th><th scope="col" class="num wide">Al mese</th>' +
    `<th scope="col" class="num">Sconto</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  return {
    name: 'pricing',
    title: 'Prezzi',
    lead: 'Due piani, pagati in criptovaluta.',
    version: '2026-11-29',
    body: table + sectionsOf(inPlans),
  }
}

const textOf = (sections: readonly LegalSection[]): Pick<StaticPage, 'body' | 'contents'> => ({
  body: sectionsOf(sections),
  contents: sections.map(headingOf),
})

/** A section's own id, or its title in the letters of an address: `Il recesso entro 14 giorni` gives `il-recesso-entro-14-giorni`. */
function headingOf({ id, title }: LegalSection): Heading {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
  return { id: id ?? plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, ''), title }
}

function contentsOf(headings: readonly Heading[]): string {
  if (headings.length < leastContents) return ''
  const items = headings.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
  return `<nav class="beside" aria-label="In questa pagina"><ul>${items.join('')}</ul></nav>\n`
}

function sectionsOf(sections: readonly LegalSection[]): string {
  return sections
    .map((section) => {
      const { paragraphs, list } = section
      const { id, title } = headingOf(section)
      const items = list === undefined ? '' : `<ul>${list.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`
      return `<section id="${id}"><h2>${escaped(title)}</h2>${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}${items}</section>`
    })
    .join('\n')
}

const mark =
  '<svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true"><path d="M1 2h24v7H1z" fill="currentColor"/>' +
  '<path d="M1 13h16v4H1z" fill="currentColor"/><path d="M1 21.5h9V23H1z" fill="currentColor"/></svg>'

/** Both labels stand in the page; the class on `<html>` shows the current one. The theme's script unhides the button and handles it. */
const themeButton =
  '<button type="button" class="theme" hidden data-theme-button>' +
  `<span class="to-dark">${icon('M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401')}<span class="sr-only">Passa al tema scuro</span></span>` +
  `<span class="to-light">${icon('M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41')}<span class="sr-only">Passa al tema chiaro</span></span></button>`

function icon(path: string): string {
  return `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`
}

/** The parts that differ with the session stand in the page, hidden; `/session.js` shows the parts for who is signed in. */
const sessionParts =
  '<a class="button" data-for="visitors" href="/?view=auth">Accedi/Registrati</a>' +
  '<span class="viewer" data-for="signed-in" hidden><a href="/?view=account" data-viewer-name>Il tuo account</a>' +
  '<button type="button" data-logout>Logout</button></span>'

const links =
  '<a href="/">Classifica</a><a href="/?view=vetrine">Vetrine Trader</a>' +
  '<a data-for="visitors" href="/?view=diamond-info">Diamond info</a>' +
  '<a data-for="signed-in" hidden href="/?view=dashboard">Dashboard</a>' +
  '<a data-for="showcase" hidden href="/?view=my-showcase">La mia Vetrina</a>' +
  '<a data-for="without-diamond" hidden href="/?view=diamond-subscribe">Passa a Diamond</a>' +
  '<a data-for="without-plan" hidden href="/?view=basic-subscribe">Attiva Basic</a>' +
  '<a data-for="admins" hidden href="/?view=admin">Pannello admin</a>'

/** Navigation and session: side by side, and on phones in a menu that opens without scripts. */
const navigation =
  `<nav class="wide-nav" aria-label="Principale">${links}</nav>` +
  `${themeButton}<span class="wide-session">${sessionParts}</span>` +
  `<details class="menu"><summary>${icon('M4 5h16M4 12h16M4 19h16')}<span class="sr-only">Menu</span></summary>` +
  `<div><nav aria-label="Principale">${links}</nav>${sessionParts}</div></details>`

/** Hidden until `/session.js` knows that the reader is an admin and the site closed. */
const closed =
  `<aside class="demo" aria-label="Manutenzione" data-closed hidden><div class="page"><span><b>${closedLine.lead}</b> ` +
  `${closedLine.rest}</span><button type="button" data-open-site>${closedLine.open}</button></div></aside>`

const demonstration = `<aside class="demo" aria-label="Avviso"><div class="page"><span><b>${demoLine.lead}</b> ${demoLine.rest}</span></div></aside>\n`

interface Frame extends Site {
  pages: readonly PageEntry[]
  /** An admin reads on each page which settings its text lacks; null where it lacks none. */
  missing: string | null
}

function documentOf(page: StaticPage, { pages, missing, year, demo, theme }: Frame): string {
  const pageLinks = pages.map(({ name, title }) => {
    const current = name === page.name ? ' aria-current="page"' : ''
    return `<li><a href="/${name}/index.html"${current}>${escaped(title)}</a></li>`
  })
  const version =
    page.version === undefined
      ? ''
      : `<p class="version">Versione del <time datetime="${page.version}">${day(page.version)}</time></p>`
  // Only a text with a version is for search engines.
  const robots = page.version === undefined ? '<meta name="robots" content="noindex">\n' : ''
  const note =
    missing === null
      ? ''
      : `\n<aside class="demo" aria-label="Gestore del sito" data-for="admins" hidden><div class="page">${escaped(missing)}</div></aside>`
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · TopTrader</title>
<meta name="description" content="${escaped(page.lead)}">
${robots}<link rel="canonical" href="/${page.name}/index.html">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/site.webmanifest">
<script>${theme}</script>
<script src="/session.js" defer></script>
<link rel="preload" href="/fonts/archivo.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/bodoni.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${stylesheet}">
</head>
<body>
<a class="skip" href="#contenuto">Vai al contenuto</a>
<header class="mast"><div class="page">
<a class="logo" href="/">${mark}<span>TopTrader</span></a>
${navigation}
</div></header>
${demo ? demonstration : ''}${closed}${note}
<main id="contenuto">
<div class="cover"><div class="page"><h1>${escaped(page.title)}</h1><p class="lead">${escaped(page.lead)}</p>${version}</div></div>
<div class="page body">
${contentsOf(page.contents ?? [])}${page.body}
</div>
</main>
<footer class="foot"><div class="page">
<p><span class="logo">${mark}<span>TopTrader</span></span><br>© 2024–${year} TopTrader</p>
<p class="warning">Contenuti a solo scopo informativo: non sono consulenza finanziaria. Il trading comporta rischi elevati e puoi perdere tutto il capitale. I rendimenti passati non garantiscono risultati futuri.</p>
<nav aria-label="Informazioni"><ul><li><a href="/?view=legal">Testi legali</a></li>${pageLinks.join('')}<li><a href="/?view=contacts">Contattaci</a></li></ul></nav>
</div></footer>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
