import { expect, test } from 'vitest'
import { books } from '#features/payments/server/testing/admin-books.ts'
import { goodRegistration } from '#features/auth/testing/scene.ts'
import { noMailServer } from '#features/auth/testing/mailbox.ts'
import { makeTrader, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { publishedShowcase } from '#features/showcases/server/analytics/testing/published.ts'
import { onePage } from '#features/showcases/server/testing/upload-scene.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import { form, picture } from '#server/testing/sent-files.ts'
import { bodiesOf, formsOf, queriesOf, spoilt } from './testing/spoilt-input.ts'
import { wholeApp } from './testing/whole-app.ts'

// The calls of money, lists, files and accounts with input that is wrong, empty, doubled or somebody else's: each answer is the call's own,
// never an error of the server, and each refusal is a sentence for a person.

const kernel = await testKernel({ env: { RATE_LIMITS: 'off', ...noMailServer } })
const { order } = books(kernel)
const app = await wholeApp(kernel)
const admin = await person(kernel, 'redazione', { is_admin: true })
const trader = await person(kernel, 'basico')
const other = await person(kernel, 'estranea')
const author = await person(kernel, 'autrice')
await publishedShowcase(kernel, author.trader_id)
const { token } = await makeTrader(kernel)
const passwordHash = await kernel.secrets.hashPassword('Quella-Giusta-7')
await kernel.sql`update trader set password_hash = ${passwordHash}`
const [own, foreign] = [await order({ trader }), await order({ trader: other })]

const unknownId = '00000000-0000-4000-8000-000000000000'
const senders = {
  visitor: {},
  trader: trader.headers,
  author: author.headers,
  admin: admin.headers,
  advisor: { authorization: `Bearer ${token}` },
}

interface Call {
  as: keyof typeof senders
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** A good value of each parameter. */
  query?: Record<string, string>
  /** A parameter that stands alone. */
  single?: string
  /** A good body: each of its fields is spoilt in turn. */
  body?: Record<string, unknown>
  /** A good file of a form. */
  file?: Buffer
  /** The status of the good request, where it is not 200; null where the path itself is spoilt. */
  status?: number | null
}

const listed = { page: '1', limit: '20', q: 'basico', until: '2026-11-23T10:00:00.000Z', order: 'desc' }
const list = (path: string, query: Record<string, string> = {}): Call => ({
  as: 'admin',
  method: 'GET',
  path,
  query: { ...listed, ...query },
  single: 'cursor',
})
const file = (path: string): Call => ({ as: 'admin', method: 'GET', path, query: { q: 'basico', dialect: 'it' } })
const get = (as: Call['as'], path: string, status: Call['status'] = 200): Call => ({ as, method: 'GET', path, status })
const post = (as: Call['as'], path: string, body?: Record<string, unknown>, status: Call['status'] = 200): Call => ({
  as,
  method: 'POST',
  path,
  ...(body && { body }),
  status,
})

const upload = (as: Call['as'], path: string, sent: Buffer): Call => ({ as, method: 'POST', path, file: sent })
const drawn = await picture(40, 30).png().toBuffer()

const calls: Call[] = [
  list('/api/admin/users', { sort_by: 'created_at' }),
  list('/api/admin/all-subscriptions'),
  list('/api/admin/payments/subscriptions', { status: 'active' }),
  list('/api/admin/contacts', { state: 'open' }),
  list('/api/admin/showcases', { status: 'waiting' }),
  list('/api/admin/crypto-payments', { filter: 'all', from: '2026-11-01', to: '2026-11-23' }),
  list('/api/admin/audit', { action: 'user.*', from: '2026-11-01', to: '2026-11-23' }),
  list('/api/admin/integrity'),
  file('/api/admin/users.csv'),
  file('/api/admin/payments/subscriptions.csv'),
  file('/api/admin/showcases.csv'),
  file('/api/admin/crypto-payments.csv'),
  file('/api/admin/audit.csv'),
  { as: 'visitor', method: 'GET', path: '/api/fresh/leaderboard', query: { page: '1', q: 'basico', limit: '50' } },
  { as: 'visitor', method: 'GET', path: '/api/showcases', query: { q: 'basico' }, single: 'cursor' },
  { as: 'visitor', method: 'GET', path: '/api/compare', query: { t: 'basico,estranea', window: '90' } },
  { as: 'trader', method: 'GET', path: '/api/account/export', query: { format: 'json' } },
  { as: 'author', method: 'GET', path: '/api/my-showcase/analytics', query: { days: '30', format: 'csv' } },
  get('trader', `/api/crypto/payment-status/${own}`),
  get('trader', `/api/crypto/receipts/${own}`, 404),
  get('admin', `/api/admin/crypto-payments/${own}`),
  post('admin', `/api/admin/users/${other.trader_id}/confirm-email`),
  post('admin', `/api/admin/payments/extend/${unknownId}`, { months: 1 }, 404),
  post('admin', `/api/admin/crypto-payments/${own}/acknowledge`, { mark: 'x', note: 'Visto.' }, 409),
  get('trader', `/api/crypto/payment-status/${foreign}`, 404),
  get('trader', `/api/crypto/receipts/${foreign}`, 404),
  ...['~', unknownId, 'nessuna', 'A'.repeat(3_000), '%00', foreign]
    .flatMap((id): Call[] => [
      get('visitor', `/api/showcases/${id}`),
      get('trader', `/api/crypto/payment-status/${id}`),
      get('trader', `/api/crypto/receipts/${id}`),
      get('admin', `/api/admin/crypto-payments/${id}`),
      post('admin', `/api/admin/users/${id}/confirm-email`),
      post('admin', `/api/admin/payments/extend/${id}`, { months: 1 }),
      post('admin', `/api/admin/crypto-payments/${id}/acknowledge`, { mark: 'x', note: 'Visto.' }),
    ])
    .map((call) => ({ ...call, status: null })),
  {
    as: 'admin',
    method: 'POST',
    path: '/api/admin/maintenance/toggle',
    query: { enabled: 'false', message: 'Torniamo' },
  },
  post('admin', '/api/admin/users/migrate-sequential-ids'),
  post('visitor', '/api/showcases/track-click', { showcase_id: unknownId, type: 'share', target: 'whatsapp' }, 202),
  post(
    'visitor',
    '/api/contacts',
    {
      name: 'Anna',
      email: 'anna@posta.example',
      subject: 'altro',
      message: 'Buongiorno, una domanda.',
    },
    201,
  ),
  post('visitor', '/api/auth/login', { username: 'nessuno', password: 'Quella-Giusta-7' }, 401),
  post('visitor', '/api/auth/confirm-email', { token: 'x'.repeat(43) }, 400),
  post('visitor', '/api/auth/register', goodRegistration, 201),
  post('trader', '/api/auth/email-link', {}),
  post(
    'trader',
    '/api/crypto/create-payment',
    {
      user_id: trader.trader_id,
      plan: 'basic_monthly',
      pay_currency: 'usdtbsc',
      pay_again: false,
    },
    201,
  ),
  post('trader', '/api/crypto/create-payment', { user_id: other.trader_id, plan: 'basic_monthly' }, 403),
  post('trader', '/api/crypto/reconcile-payment', { order_id: foreign, payment_id: '5000000001' }, 404),
  post(
    'admin',
    '/api/crypto/reconcile-payment',
    { order_id: own, payment_id: '5000000001', email: 'x@posta.example' },
    409,
  ),
  post('admin', '/api/admin/assign-subscription', {
    trader_id: trader.trader_id,
    type: 'basic',
    duration_days: 30,
    until: null,
  }),
  post('trader', '/api/account/totp/disable', { password: 'Quella-Giusta-7', totp: '000000' }, 409),
  post(
    'admin',
    `/api/admin/users/${other.trader_id}/reveal-investor-password`,
    {
      password: 'Quella-Giusta-7',
      reason: 'Prova',
    },
    404,
  ),
  upload('trader', '/api/account/avatar', drawn),
  upload('author', '/api/showcases/upload-image', drawn),
  upload('author', '/api/showcases/upload-pdf', await onePage()),
  post('advisor', '/api/ea/sync', syncRequestOf({ now: kernel.clock.now() })),
]

const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', '']

const english = /\b(?:the|must|invalid|expected|received|required|should|too|input|string|unknown|body|is|not|of)\b/i
const italian = new RegExp(
  String.raw`[èàùìò]|’|\b(?:${[
    'il|la|lo|le|i|gli|di|un|una|da|per|con|al|del|della|che|o|e|non|solo|più',
    'campo|manca|caratteri|numero|troppo|identificativo|deve|contiene|inserisci|scrivi|scegli|almeno|massimo|accesso|trader|vetrina',
  ].join('|')})\b`,
  'i',
)

interface Sent {
  headers?: Record<string, string>
  payload?: string | Buffer
}
const json = (payload: string, type = 'application/json'): Sent => ({ headers: { 'content-type': type }, payload })

interface Answer {
  statusCode: number
  body: string
}

/** An answer's error of form: null where it has none. */
function errorOf({ statusCode, body }: Answer): string | null {
  if (statusCode < 400) return null
  if (statusCode >= 500) return `${statusCode} ${body}`
  const {
    detail,
    errors = [],
    fields = {},
  } = JSON.parse(body) as {
    detail?: string
    errors?: string[]
    fields?: Record<string, string>
  }
  const sentences = [detail ?? '', ...Object.values(fields)]
  // Each of `errors` names its field first; an advisor's goes on in the same sentence.
  const texts = [...sentences, ...errors.map((one) => one.replace(/^[\w.]+: /, ''))]
  const bad =
    texts.find((one) => english.test(one) || !italian.test(one)) ?? sentences.find((one) => !/^[\p{Lu}«]/u.test(one))
  return bad === undefined ? null : `${statusCode} «${bad}»`
}

test.each(calls.map((call) => [`${call.method} ${call.path.slice(0, 80)} as ${call.as}`, call] as const))(
  '%s',
  async (_name, { as, method, path, query, single, body, file: sent, status = 200 }) => {
    const wrong: string[] = []
    let refused = 0
    const send = async (url: string, { headers = {}, payload }: Sent = {}) => {
      const answer = await app.inject({
        method,
        url,
        headers: { ...senders[as], ...headers },
        ...(payload !== undefined && { payload }),
      })
      if (answer.statusCode >= 400) refused += 1
      const found = errorOf(answer)
      if (found !== null) wrong.push(`${url.slice(0, 120)} ${payload?.toString().slice(0, 120) ?? ''} → ${found}`)
      return answer
    }
    const good = query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`
    const goodBody = sent ? form(sent) : body && json(JSON.stringify(body))
    // The good request twice: a repetition is answered too. Were it refused itself, what is spoilt in it would not be reached.
    for (let times = 0; times < 2; times++) {
      const answer = await send(good, goodBody)
      const isExpected = times > 0 || status === null || answer.statusCode === status
      if (!isExpected) wrong.push(`The good request: ${answer.statusCode} ${answer.body}`)
    }
    const alone = single === undefined ? [] : spoilt.map((one) => new URLSearchParams({ [single]: one }).toString())
    for (const one of [...queriesOf(query ?? {}), ...alone]) await send(`${path}?${one}`)
    const bodies = [
      ...(sent ? formsOf(sent) : []),
      ...(body
        ? [...bodiesOf(body), JSON.stringify({ ...body, more: 'x'.repeat(600_000) })].map((one) => json(one))
        : []),
      ...(body ? types.map((type) => json(JSON.stringify(body), type)) : []),
    ]
    for (const one of bodies) {
      const { statusCode } = await send(path, one)
      // A body that is refused for its sender meets no check of its own.
      if (status === 200 && [401, 429].includes(statusCode)) wrong.push(`A body was not read: ${statusCode}`)
    }
    expect(wrong).toEqual([])
    const hasInput = query !== undefined || bodies.length > 0
    expect(refused > 0 || !hasInput).toBe(true)
  },
)

test.each(calls.filter(({ query }) => query?.['page'] !== undefined))(
  '$path: a page that is none is refused with its range',
  async (call) => {
    for (const page of ['-1', '0', '1.5', 'due', '', '99999999', '9'.repeat(40)]) {
      const { page: _page, ...rest } = call.query ?? {}
      const answer = await app.inject({
        url: `${call.path}?${new URLSearchParams({ page, q: rest['q'] ?? '' }).toString()}`,
        headers: senders[call.as],
      })
      const { detail } = answer.json<{ detail: string }>()
      expect([page, answer.statusCode, detail]).toEqual([
        page,
        422,
        expect.stringMatching(/^La pagina è un numero da 1 a \d+: ricomincia dalla prima\.$/),
      ])
    }
  },
)

test('none of it closed the site, and the other trader has what was there before', async () => {
  expect((await app.inject('/api/admin/maintenance/status')).json()).toMatchObject({ enabled: false })
  const rows = await kernel.sql`select order_id from payment_order where trader_id = ${other.trader_id}`
  expect(rows).toEqual([{ order_id: foreign }])
})
