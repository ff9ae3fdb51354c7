import { expect, test, vi } from 'vitest'
import { person } from '#server/testing/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { showcaseStatuses, type ShowcaseStatus } from '../../rules/moves.ts'
import { moderationScene, written } from '../testing/moderation-scene.ts'

const { kernel, admin, call, save, decide, owner, showcaseIn, list, detail, mine } = await moderationScene({
  SMTP_URL: 'smtp://localhost:1',
})
const { sql, clock, changes } = kernel

const moves = ['approve', 'request-changes', 'reject'] as const
/** The agreed table, written independently of the code: from, move, to. A move that is missing here is refused. */
const table: Partial<Record<ShowcaseStatus, Record<(typeof moves)[number], ShowcaseStatus>>> = {
  pending_review: { approve: 'published', 'request-changes': 'changes_requested', reject: 'rejected' },
  published_with_pending: { approve: 'published', 'request-changes': 'changes_requested', reject: 'rejected' },
}
let people = 0
const someone = (diamondMs?: number) => owner(`trader${(people += 1)}`, diamondMs)
const stateOf = async (id: string) => {
  const [row] = await sql`
    select status, latest_version, submitted_version, published_version, published_at, updated_at from showcase
     where showcase_id = ${id}`
  const [{ events, audits, mails } = {}] = await sql`
    select (select count(*) from showcase_event where showcase_id = ${id}) as events,
           (select count(*) from audit_log where details ->> 'showcase_id' = ${id}) as audits,
           (select count(*) from outbox) as mails`
  return { ...row, events, audits, mails }
}

const cases = showcaseStatuses.flatMap((status) => moves.map((move) => ({ status, move, to: table[status]?.[move] })))

test.each(cases)('from $status no one but an admin may $move', async ({ status, move }) => {
  const trader = await someone()
  const id = await showcaseIn(trader, status)
  const before = await stateOf(id)
  const answers = await Promise.all(
    [null, trader, await someone()].map((who) => decide(id, move, { message: 'Cambia il titolo.' }, who)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 403])
  expect(await stateOf(id)).toEqual(before)
})

test.each(cases.filter(({ to }) => to === undefined))('from $status $move is refused', async ({ status, move }) => {
  const id = await showcaseIn(await someone(), status)
  const before = await stateOf(id)
  const answer = await decide(id, move, { message: 'Cambia il titolo.' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ error_type: 'SHOWCASE_MOVE_REFUSED' })
  expect(await stateOf(id)).toEqual(before)
})

test.each(cases.filter(({ to }) => to !== undefined))(
  'from $status $move leads to $to',
  async ({ status, move, to }) => {
    const trader = await someone()
    const id = await showcaseIn(trader, status)
    const before = await stateOf(id)
    const answer = await decide(id, move, { message: 'Cambia il titolo.' })
    const isPublic = move === 'approve' || status === 'published_with_pending'
    expect(answer.json()).toMatchObject({ showcase_id: id, status: to, is_public: isPublic })
    const { showcase, moderation_messages: messages } = await mine(trader)
    expect(showcase).toMatchObject({ status: to, is_public: isPublic })
    const sent = { message: 'Cambia il titolo.', event: move.replace('-', '_') }
    expect(messages.map(({ message, event }) => ({ message, event }))).toEqual(move === 'approve' ? [] : [sent])
    expect(await stateOf(id)).toMatchObject({
      events: (before.events as number) + 1,
      audits: (before.audits as number) + 1,
      mails: (before.mails as number) + 1,
    })
    const [audit] = await sql`
    select actor, action, subject, details from audit_log where details ->> 'showcase_id' = ${id}
     order by audit_id desc limit 1`
    expect(audit).toEqual({
      actor: admin.trader_id,
      action: `showcase.${move.replace('-', '_')}`,
      subject: trader.trader_id,
      details: { showcase_id: id, version: status === 'pending_review' ? 1 : 2, before: status, after: to, own: false },
    })
  },
)

test('an approved version is public, and stays public after any decision on the next', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  const publicTitle = async () => {
    const answer = await call('GET', `/api/showcases/${id}`, null)
    return answer.statusCode === 404 ? null : answer.json<{ title: string }>().title
  }
  expect(await publicTitle()).toBeNull()
  await decide(id, 'approve', { version: 1 })
  await vi.waitFor(async () => expect(await publicTitle()).toBe('La prima versione'))
  await save(trader, id, written('La seconda versione'))
  await decide(id, 'request-changes', { message: 'Più chiaro.', version: 2 })
  expect(await publicTitle()).toBe('La prima versione')
  await save(trader, id, written('La terza versione'))
  expect((await mine(trader)).showcase?.status).toBe('published_with_pending')
  await decide(id, 'reject', { message: 'No.' })
  expect(await publicTitle()).toBe('La prima versione')
  await save(trader, id, written('La quarta versione'))
  clock.advance(MINUTE_MS)
  await decide(id, 'approve')
  await vi.waitFor(async () => expect(await publicTitle()).toBe('La quarta versione'))
  // Versions without a pointer are removed.
  const versions = await sql`select version from showcase_version where showcase_id = ${id}`
  expect(versions.map(({ version }) => version as number)).toEqual([4])
})

test('only the shown version is approved: another one is refused and does not become public', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  expect((await detail(id)).version).toBe(1)
  await save(trader, id, written('Cambiata mentre guardavi'))
  const before = await stateOf(id)
  for (const move of moves) {
    const answer = await decide(id, move, { version: 1, message: 'Sulla prima.' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error_type: 'SHOWCASE_RESUBMITTED' })
  }
  expect(await stateOf(id)).toEqual(before)
  // A private draft beside it does not change the waiting version.
  await save(trader, id, { ...written('Una bozza privata'), submit: false })
  expect((await decide(id, 'approve', { version: 2 })).statusCode).toBe(200)
  const { showcase } = await mine(trader)
  expect(showcase).toMatchObject({ status: 'published', version: 3, published_version: 2, has_draft: true })
})

test('the history names the public version, also after a draft was dropped', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  await save(trader, id, written('Così va in linea'))
  await decide(id, 'approve')
  await save(trader, id, { ...written('Una bozza privata'), submit: false })
  await save(trader, id, written('Così va in linea'))
  const { published_version, events } = await detail(id)
  expect(published_version).toBe(2)
  expect(events[0]).toMatchObject({ event: 'approve', version: 2 })
})

test('one of several admins who decide at the same time wins', async () => {
  const trader = await someone()
  const other = await person(kernel, 'vice', { is_admin: true })
  for (const pair of [
    ['approve', 'reject'],
    ['request-changes', 'request-changes'],
    ['approve', 'approve'],
  ] as const) {
    const id = await showcaseIn(trader, 'pending_review')
    const answers = await Promise.all(
      [admin, other].map((who, index) => decide(id, pair[index] ?? '', { version: 1, message: 'Insieme.' }, who)),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    const events = await sql`
      select event from showcase_event where showcase_id = ${id} and event in ('approve', 'request_changes', 'reject')`
    expect(events).toHaveLength(1)
    await call('DELETE', `/api/showcases/${id}`, trader)
  }
})

test('an owner saves while an admin approves: one is first, and no unread version becomes public', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  const [approved] = await Promise.all([
    decide(id, 'approve', { version: 1 }),
    call('PUT', `/api/showcases/${id}`, trader, written('Nel frattempo')),
  ])
  const { showcase } = await mine(trader)
  expect(showcase?.status).toBe(approved.statusCode === 200 ? 'published_with_pending' : 'pending_review')
  expect(showcase?.published_version).toBe(approved.statusCode === 200 ? 1 : null)
})

test('messages are not empty and have a thousand characters at most', async () => {
  const id = await showcaseIn(await someone(), 'pending_review')
  const before = await stateOf(id)
  for (const [move, payload, sentence] of [
    ['request-changes', { message: '  \n ' }, 'Inserisci un messaggio per richiedere modifiche.'],
    ['request-changes', {}, 'Inserisci un messaggio per richiedere modifiche.'],
    ['reject', { message: '' }, 'Inserisci un messaggio per rifiutare la vetrina.'],
    ['reject', { message: '🙂'.repeat(1001) }, 'Al massimo 1.000 caratteri.'],
  ] as const) {
    const answer = await decide(id, move, payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ detail: sentence, fields: { message: sentence } })
  }
  for (const message of [null, 7, ['a'], 'x'.repeat(15_000), 'zero\u0000', 'verso\u202Econtrario']) {
    expect((await decide(id, 'reject', { message })).statusCode).toBe(422)
  }
  expect((await decide(id, 'approve', { version: 'uno' })).statusCode).toBe(422)
  expect(await stateOf(id)).toEqual(before)
  const message = `<b>${'🙂'.repeat(990)}</b>`
  expect((await decide(id, 'reject', { message: `  ${message}  ` })).statusCode).toBe(200)
  expect((await detail(id)).events[0]).toMatchObject({ event: 'reject', message, actor_username: 'capo' })
})

test('the owner gets a mail with the message and the link to the editor', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  const mails = () =>
    sql<{ subject: string; body: string }[]>`
      select subject, body from outbox where trader_id = ${trader.trader_id} order by created_at, message_id`
  await decide(id, 'request-changes', { message: 'La copertina è sgranata.' })
  clock.advance(1000)
  await save(trader, id, written('Di nuovo qui'))
  await decide(id, 'approve')
  clock.advance(1000)
  await save(trader, id, written('Di nuovo ancora'))
  await decide(id, 'reject', { message: 'Il testo copia un altro trader.' })
  const [changes, approved, rejected] = await mails()
  expect(changes?.subject).toBe('TopTrader: la tua vetrina va modificata')
  expect(changes?.body).toContain('La copertina è sgranata.')
  expect(changes?.body).toContain('http://localhost:3000/?view=my-showcase')
  expect(changes?.body).not.toContain('resta pubblica')
  expect(approved?.body).toContain(`http://localhost:3000/vetrine/${id}`)
  expect(rejected?.body).toContain('Il testo copia un altro trader.')
  expect(rejected?.body).toContain('La versione approvata prima resta pubblica.')
})

test('a showcase whose Diamond has ended may be approved and stays hidden: answer and mail explain it', async () => {
  const trader = await someone(HOUR_MS)
  const id = await showcaseIn(trader, 'pending_review')
  clock.advance(7_200_000)
  expect(await detail(id)).toMatchObject({ is_public: false, was_published: false })
  const answer = await decide(id, 'approve')
  expect(answer.json()).toMatchObject({ status: 'published', is_public: false })
  expect(answer.json<{ message: string }>().message).toContain('Resta nascosta')
  expect((await call('GET', `/api/showcases/${id}`, null)).statusCode).toBe(404)
  const [mail] = await sql<{ body: string }[]>`select body from outbox where trader_id = ${trader.trader_id}`
  expect(mail?.body).toContain('appena il tuo piano Diamond è di nuovo attivo')
})

test.each([
  [
    'with Diamond',
    30 * DAY_MS,
    'Resta nascosta finché il proprietario è disattivato.',
    'appena il tuo account è riattivato',
  ],
  [
    'without Diamond',
    1,
    'Resta nascosta finché il proprietario è disattivato o non ha un piano Diamond attivo.',
    'appena il tuo account è riattivato e il tuo piano Diamond è di nuovo attivo',
  ],
])(
  'approved for an owner who is shut out, %s: the answer and the mail name what hides it',
  async (_, diamondMs, answered, mailed) => {
    const trader = await someone(HOUR_MS + diamondMs)
    const id = await showcaseIn(trader, 'pending_review')
    clock.advance(3_660_000)
    await sql`update trader set deactivated_at = now() where trader_id = ${trader.trader_id}`
    const answer = (await decide(id, 'approve')).json<{ message: string; is_public: boolean }>()
    expect(answer).toMatchObject({ message: `Vetrina approvata. ${answered}`, is_public: false })
    const [mail] = await sql<{ body: string }[]>`select body from outbox where trader_id = ${trader.trader_id}`
    expect(mail?.body).toContain(`Sarà visibile a tutti ${mailed}.`)
    // A user who cannot sign in gets no link to an own page.
    expect(mail?.body).not.toContain('my-showcase')
    expect(mail?.body).toContain('/?view=contacts')
  },
)

test('every decision is announced to all instances', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  const announced = vi.spyOn(changes, 'announce')
  await decide(id, 'approve')
  expect(announced.mock.calls).toEqual([[trader.trader_id]])
  announced.mockClear()
  await decide(id, 'approve')
  expect(announced.mock.calls).toEqual([])
  announced.mockRestore()
})

test('unknown ids are refused', async () => {
  for (const move of moves) {
    expect((await decide(kernel.secrets.newId(), move, { message: 'Chi?' })).statusCode).toBe(404)
    expect((await decide('uno', move, { message: 'Chi?' })).statusCode).toBe(422)
  }
  expect((await call('GET', `/api/admin/showcases/${kernel.secrets.newId()}`, admin)).statusCode).toBe(404)
})

test('an owner who is being erased gets no decision', async () => {
  const trader = await someone()
  const id = await showcaseIn(trader, 'pending_review')
  await sql`update trader set erasing_at = now(), deactivated_at = now() where trader_id = ${trader.trader_id}`
  expect((await decide(id, 'approve')).statusCode).toBe(404)
  await sql`update trader set erasing_at = null where trader_id = ${trader.trader_id}`
  // Deactivated alone: decided, and not public.
  expect((await decide(id, 'approve')).json()).toMatchObject({ status: 'published', is_public: false })
  expect((await list(`?q=${trader.username}`)).showcases[0]).toMatchObject({ owner_deactivated: true })
})
