import { expect, test } from 'vitest'
import { moderationScene } from '../testing/moderation-scene.ts'

const { kernel, call, decide, owner, showcaseIn, list, mine } = await moderationScene({
  SMTP_URL: 'smtp://localhost:1',
})
const { sql } = kernel

test('a showcase that is approved before its owner’s e-mail is proven is hidden, and everybody reads why', async () => {
  const trader = await owner('unproven')
  const id = await showcaseIn(trader, 'pending_review')
  const set = (proof: string) => sql`update trader set email_proof = ${proof} where trader_id = ${trader.trader_id}`
  const listed = async () => {
    const { showcases, counts } = await list('?q=unproven')
    return { row: showcases[0], counts, found: (await list('?status=hidden')).total }
  }
  await set('awaited')
  expect((await decide(id, 'approve')).json()).toMatchObject({
    message: 'Vetrina approvata. Resta nascosta finché il proprietario non ha confermato l’email.',
    is_public: false,
  })
  const [mail] = await sql<{ body: string }[]>`select body from outbox where trader_id = ${trader.trader_id}`
  expect(mail?.body).toContain('Sarà visibile a tutti appena hai confermato la tua email.')
  expect((await call('GET', `/api/showcases/${id}`, null)).statusCode).toBe(404)
  expect((await mine(trader)).showcase).toMatchObject({ is_public: false, published_version: 1 })
  expect(await mine(trader)).toMatchObject({ is_diamond: true, email_awaited: true })
  expect(await listed()).toMatchObject({
    row: { is_public: false, was_published: true, owner_email_awaited: true },
    counts: { public: 0, hidden: 1 },
    found: 1,
  })
  await set('proven')
  expect((await mine(trader)).showcase).toMatchObject({ is_public: true })
  expect(await listed()).toMatchObject({ row: { is_public: true }, counts: { public: 1, hidden: 0 }, found: 0 })
})
