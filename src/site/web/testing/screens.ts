import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { adminDetails, adminFrame, adminLists, adminPanel, closedToAdmins, openedByAdmins } from './admin-answers.ts'
import * as answers from './answers.ts'
import { orderId, someId, traderId } from './answers.ts'
import { states, unanswered, type Screen } from './states.ts'

const { board, compare, dashboard, grid, payment, plans, profile, showcase } = answers
const signedIn = { signedIn: true } as const
const press = (name: string) => () => page.getByRole('button', { name, exact: true }).first().click()
const presses =
  (...names: string[]) =>
  async () => {
    for (const name of names) await press(name)()
  }
/** The menu of the static pages is there on phones alone. */
async function openMenu(): Promise<void> {
  await page.viewport(360, 640)
  await page.elementLocator(document.querySelector('.menu > summary') ?? document.body).click()
}
/** The admins' panel at one of its tabs. On a phone its button stands in the menu: it is opened on a desk. */
const openPanel = (tab: string) => async () => {
  await page.viewport(1440, 640)
  await press('Pannello admin')()
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
}
async function writeMessage(): Promise<void> {
  await page.getByLabelText('Nome').fill('Ugo Bassi')
  await page.getByLabelText('Email').fill('ugo@example.org')
  await page.getByLabelText('Oggetto').selectOptions('Altro')
  await page.getByRole('textbox', { name: 'Messaggio' }).fill('Buongiorno.')
  await press('Invia il messaggio')()
}
async function enterPassword(): Promise<void> {
  await page.getByLabelText('Email o username').fill('marta.ferrero')
  await page.getByRole('textbox', { name: 'Password' }).fill('Cavallo-Blu-77')
  await press('Accedi')()
}
/** The page of a closed site comes over the open one. */
async function readReason(): Promise<void> {
  await expect.element(page.getByRole('dialog', { name: 'Torniamo alle 18.' })).toBeVisible()
}
const marta = '/trader/marta.ferrero'
const order = `/?view=payment&order=${orderId}`
const monitor = '/?view=admin&page=system&part=monitor'
const editor = (step: number) => `/?view=showcase-editor&step=${step}`
const ledger = '/registro/marta.ferrero'
const leaving = '/esci/marta.ferrero/telegram'
const showcasePage = `/vetrine/${someId}`
const leavingShowcase = `${showcasePage}/esci/1`
const logs = '/?view=admin&page=system&part=logs'
const ownShowcase = '/?view=my-showcase'
const setUp = '/?view=dashboard'
const stepper = '.steps'
const authorised = 'Ho autorizzato l’indirizzo'

const lists = Object.entries(adminLists).map(([name, [path, address, full, empty]]) =>
  states(
    `admin-${name}`,
    `/?view=admin&${address}`,
    { full: { [path]: full }, empty: { [path]: empty } },
    signedIn,
    adminFrame,
  ),
)
/** The lists are of one kind: each has pictures with its rows and without, the first one in every state. */
const [firstList = [], ...otherLists] = lists

/** A part that an admin opens from a list, while its call waits and after it has failed. */
function opened(name: keyof typeof openedByAdmins): Screen[] {
  const [address, around] = openedByAdmins[name]
  return unanswered(`admin-${name}`, `/?view=admin&${address}`, { answers: around, ...signedIn })
}

/** The admins' panel at each of its tabs, over a page with little of its own. */
const { frame, ...panels } = adminPanel
const [firstPanel, ...otherPanels] = ['Pagamenti', 'Manutenzione', 'Utenti', 'Vetrine'].flatMap((tab, index) => {
  const rest = { tools: true, does: openPanel(tab), ...signedIn } as const
  const all = states(`panel-${tab.toLowerCase()}`, '/?view=nessuna', panels, rest, frame)
  // The last two are lists, which load and fail as those of the payments do.
  return index < 2 ? all : all.slice(0, 2)
})
const { diamond, ...otherWalls } = answers.noShowcase

/** More states, in two pictures each: another width or theme shows nothing more of them. */
const briefly: Screen[] = [
  { name: 'account-empty', address: '/?view=account', answers: answers.account.empty, ...signedIn },
  { name: 'account-loading', address: '/?view=account', calls: 'waiting', ...signedIn },
  { name: 'payment-confirming', address: order, answers: payment.confirming, ...signedIn },
  { name: 'payment-partial', address: order, answers: payment.partial, ...signedIn },
  { name: 'payment-expired', address: order, answers: payment.expired, ...signedIn },
  { name: 'payment-failed', address: order, answers: payment.failed, ...signedIn },
  { name: 'payment-activated', address: order, answers: payment.activated, ...signedIn },
  { name: 'payment-dialog', address: order, answers: payment.activated, stored: answers.openedHere, ...signedIn },
  { name: 'payment-loading', address: order, answers: payment.plans, calls: 'waiting', ...signedIn },
  { name: 'payment-empty', address: '/?view=payment', answers: payment.plans, ...signedIn },
  { name: 'receipt', address: `/?view=receipt&order=${orderId}`, answers: payment.receipt, ...signedIn },
  ...unanswered('receipt', `/?view=receipt&order=${orderId}`, signedIn),
  { name: 'diamond', address: '/?view=diamond-subscribe', answers: payment.plans, ...signedIn },
  { name: 'plans-error', address: '/?view=basic-subscribe', answers: payment.noCoins, calls: 'failing', ...signedIn },
  ...unanswered('editor', editor(1), signedIn),
  ...[2, 3, 4].map((step) => ({
    name: `editor-${step}`,
    address: editor(step),
    answers: answers.editor.full,
    ...signedIn,
  })),
  {
    name: 'my-showcase-empty',
    address: ownShowcase,
    answers: answers.ownShowcase.empty,
    at: '#statistiche',
    ...signedIn,
  },
  ...unanswered('my-showcase', ownShowcase, signedIn),
  { name: 'my-showcase-diamond', address: ownShowcase, answers: diamond, ...signedIn },
  { name: 'owner-cases', address: setUp, answers: dashboard.cases, at: 'article', ...signedIn },
  { name: 'set-up-token', address: setUp, answers: dashboard.noToken, at: stepper, ...signedIn },
  { name: 'set-up-address', address: setUp, answers: dashboard.token, at: stepper, ...signedIn },
  {
    name: 'set-up-install',
    address: setUp,
    answers: dashboard.token,
    at: stepper,
    does: press(authorised),
    ...signedIn,
  },
  {
    name: 'set-up-wait',
    address: setUp,
    answers: dashboard.token,
    does: presses(authorised, 'Ho installato l’EA'),
    at: stepper,
    ...signedIn,
  },
  { name: 'filters-open', address: '/', answers: board.full, does: press('Filtri'), at: '.filter-panel' },
  { name: 'columns-open', address: '/', answers: board.full, does: press('Colonne'), at: '.columns-panel' },
  {
    name: 'method-open',
    address: '/',
    answers: board.full,
    does: () => page.getByText('Come viene calcolata la classifica?').click(),
    at: '.method',
  },
  { name: 'compare-empty', address: '/confronta', answers: compare.none },
  { name: 'compare-four', address: '/confronta?t=marta,luca,anna,ugo,nessuno', answers: compare.four },
  { name: 'compare-loading', address: '/confronta?t=marta,luca', calls: 'waiting' },
  { name: 'compare-failed', address: '/confronta?t=marta,luca', calls: 'failing' },
  { name: 'ledger', address: ledger, answers: answers.ledger.full },
  { name: 'ledger-unknown', address: '/registro/nessuno' },
  ...unanswered('ledger', ledger),
  { name: 'leaving', address: leaving, answers: answers.leaving },
  { name: 'leaving-unknown', address: leaving },
  { name: 'leaving-showcase', address: leavingShowcase, answers: showcase.full },
  { name: 'contacts', address: '/?view=contacts', answers: answers.contacts },
  { name: 'contacts-errors', address: '/?view=contacts', does: press('Invia il messaggio') },
  { name: 'contacts-sent', address: '/?view=contacts', answers: answers.contacts, does: writeMessage },
  { name: 'sign-in-errors', address: '/?view=auth', does: press('Accedi') },
  {
    name: 'terms-open',
    address: '/?view=auth&form=register',
    does: () => page.getByRole('checkbox', { name: /Termini/ }).click(),
  },
  { name: 'second-factor', address: '/?view=auth', answers: answers.secondFactor, does: enterPassword },
  { name: 'confirm-email', address: '/?view=auth&form=confirm#token=a' },
  { name: 'confirm-email-none', address: '/?view=auth&form=confirm' },
  { name: 'new-password', address: `/?view=auth&form=reset#token=${'a'.repeat(43)}` },
  { name: 'not-found', address: '/?view=nessuna' },
  ...otherLists.flatMap(([, empty]) => (empty === undefined ? [] : { ...empty, at: '.empty' })),
  { name: 'admin-monitor', address: monitor, answers: adminDetails.monitor, ...signedIn },
  ...unanswered('admin-monitor', monitor, { answers: adminFrame, ...signedIn }),
  { name: 'admin-logs', address: logs, answers: adminDetails.logs, ...signedIn },
  ...unanswered('admin-logs', logs, { answers: adminFrame, ...signedIn }),
  {
    name: 'admin-payment',
    address: '/?view=admin&page=payments',
    answers: adminDetails.payment,
    does: press('TT-8F3A00…0001'),
    at: '.list-table',
    ...signedIn,
  },
  {
    name: 'admin-case',
    address: '/?view=admin&page=integrity',
    answers: adminDetails.oneCase,
    does: () => page.getByRole('link', { name: /Balance gravemente/ }).click(),
    ...signedIn,
  },
  {
    name: 'admin-trader',
    address: `/?view=admin&page=integrity&trader=${traderId}`,
    answers: adminDetails.trader,
    ...signedIn,
  },
  ...opened('case'),
  ...opened('trader'),
  {
    name: 'admin-showcase',
    address: '/?view=admin&page=showcases',
    answers: adminDetails.showcase,
    does: press('Swing su materie prime'),
    ...signedIn,
  },
  ...(firstPanel === undefined ? [] : [firstPanel]),
  { name: 'how-it-works', address: '/how-it-works/index.html', at: '.prose' },
  { name: 'pricing', address: '/pricing/index.html' },
  { name: 'terms', address: '/terms/index.html' },
  { name: 'terms-admin', address: '/terms/index.html', answers: closedToAdmins, ...signedIn },
  { name: 'offline', address: '/offline/index.html' },
]

/** The screens that have reference pictures. */
export const pictured: Screen[] = [
  ...states('board', '/', board),
  ...states('profile', marta, { full: profile.full }),
  { name: 'profile-unknown', address: marta },
  ...states('showcases', '/?view=vetrine', grid),
  ...states('showcase', showcasePage, { full: showcase.full }),
  { name: 'showcase-unknown', address: showcasePage },
  ...states('dashboard', '/?view=dashboard', dashboard, signedIn),
  { name: 'board-rows', address: '/', answers: board.full, at: '.board' },
  { name: 'profile-chart', address: marta, answers: profile.full, at: 'figure' },
  { name: 'filters', address: '/?view=filters', answers: board.full },
  { name: 'compare-error', address: '/confronta' },
  { name: 'sign-in', address: '/?view=auth' },
  { name: 'register', address: '/?view=auth&form=register' },
  { name: 'forgotten-password', address: '/?view=auth&form=forgot' },
  { name: 'diamond-info', address: '/?view=diamond-info', answers: plans },
  { name: 'basic', address: '/?view=basic-subscribe', answers: plans },
  { name: 'legal', address: '/?view=legal' },
  { name: 'compare-two', address: '/confronta?t=marta,luca', answers: compare.two },
  { name: 'account', address: '/?view=account', answers: answers.account.full, ...signedIn },
  { name: 'account-error', address: '/?view=account', calls: 'failing', ...signedIn },
  { name: 'payment', address: order, answers: payment.waiting, ...signedIn },
  { name: 'payment-error', address: order, answers: payment.plans, calls: 'failing', ...signedIn },
  { name: 'my-showcase', address: ownShowcase, answers: answers.ownShowcase.full, ...signedIn },
  { name: 'editor', address: editor(1), answers: answers.editor.full, ...signedIn },
  ...firstList,
  ...otherLists.flatMap(([full]) => full ?? []),
  ...briefly.map((screen): Screen => ({ ...screen, brief: true })),
]

/** The other legal texts, which have the form of the terms. */
const texts = ['risk', 'privacy', 'cookies', 'refund', 'accessibility'].map((name) => `/${name}/index.html`)

/** More states, in which the tests of accessibility find parts that have pictures in another order. */
export const others: Screen[] = [
  { name: 'profile-empty', address: marta, answers: profile.empty },
  { name: 'ledger-empty', address: ledger, answers: answers.ledger.empty },
  { name: 'showcase-empty', address: showcasePage, answers: showcase.empty },
  { name: 'editor-empty', address: editor(1), answers: answers.editor.empty, ...signedIn },
  { name: 'closed', address: '/?view=contacts', answers: answers.closed, does: readReason, ...signedIn },
  { name: 'board-by-risk', address: '/?risk_level=low', answers: board.full },
  { name: 'leaving-showcase-unknown', address: leavingShowcase },
  ...unanswered('filters', '/?view=filters'),
  ...unanswered('leaving', leaving),
  ...unanswered('leaving-showcase', leavingShowcase),
  ...unanswered('diamond-info', '/?view=diamond-info'),
  ...unanswered('basic', '/?view=basic-subscribe'),
  ...unanswered('diamond', '/?view=diamond-subscribe', signedIn),
  ...unanswered('contacts', '/?view=contacts'),
  ...unanswered('sign-in', '/?view=auth', { does: enterPassword }),
  ...opened('trader-actions'),
  ...opened('payment'),
  ...opened('showcase'),
  { name: 'admin-user', address: `/?view=admin&${openedByAdmins.user[0]}`, answers: adminDetails.user, ...signedIn },
  ...opened('user'),
  ...otherLists.flatMap(([, , ...rest]) => rest),
  ...otherPanels,
  ...Object.entries(otherWalls).map(([name, wall]) => ({
    name: `my-showcase-${name}`,
    address: ownShowcase,
    answers: wall,
    ...signedIn,
  })),
  ...texts.map((address) => ({ name: address, address })),
  { name: 'terms-menu', address: '/terms/index.html', does: openMenu },
]
