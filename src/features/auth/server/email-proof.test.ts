import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { awaitMails, mailsTo, noMailServer, tokenIn } from '../testing/mailbox.ts'
import { authScene } from '../testing/scene.ts'

const { app, kernel, post, bearer, register, signIn } = await authScene(noMailServer)
const { sql, clock } = kernel
const start = clock.now()

let people = 0
/** A registered person with the token of the first mail. */
async function newPerson() {
  people += 1
  const email = `persona${people}@example.com`
  await register({ email, username: `persona_${people}`, display_name: 'Persona' }, `198.51.100.${people}`)
  return { email, token: await newestToken(email) }
}
const newestToken = async (email: string) => tokenIn((await mailsTo(kernel, email, 'proofs')).at(-1))
const confirm = async (token: string, address = '192.0.2.1') => {
  const answer = await post('/api/auth/confirm-email', { token }, {}, address)
  return { status: answer.statusCode, ...answer.json<{ error_type?: string; message?: string }>() }
}
const anotherLink = async (email: string) => post('/api/auth/email-link', {}, bearer(await signIn(email)))
async function proofOf(email: string): Promise<unknown> {
  const [row] = await sql`select email_proof from trader where email = ${email}`
  return row?.['email_proof']
}
const dead = { status: 400, error_type: 'RESET_LINK_DEAD' }

describe('where mail is set up, a registration', () => {
  test('awaits the proof, and posts one sealed link with nothing that was typed', async () => {
    const { email, token } = await newPerson()
    expect(await proofOf(email)).toBe('awaited')
    const [mail, ...more] = await mailsTo(kernel, email, 'proofs')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ is_sealed: true, subject: 'TopTrader: conferma il tuo indirizzo email' })
    expect(mail?.body).not.toMatch(/persona_|Persona/)
    expect(token).toHaveLength(43)
    const stored = JSON.stringify([
      await sql`select body from outbox where recipient = ${email}`,
      await sql`select encode(token_hash, 'hex'), encode(token_hash, 'base64') from password_reset`,
    ])
    expect(stored).not.toContain(token)
    expect(JSON.stringify(kernel.lines)).not.toContain(token)
  })

  test('is proven by its own link alone, once, whatever happens at the same moment', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const answers = await Promise.all([confirm(one.token), confirm(one.token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect([await proofOf(one.email), await proofOf(other.email)]).toEqual(['proven', 'awaited'])
    expect(await confirm(one.token)).toMatchObject(dead)
    expect(await confirm('x'.repeat(43))).toMatchObject(dead)
    expect(await proofOf(other.email)).toBe('awaited')
  })
})

describe('a link', () => {
  test('ends after 48 hours, and a new one is posted', async () => {
    const { email, token } = await newPerson()
    try {
      clock.advance(48 * HOUR_MS)
      expect(await confirm(token)).toMatchObject(dead)
      expect((await anotherLink(email)).json()).toMatchObject({ is_awaited: true })
      expect((await confirm(await newestToken(email))).status).toBe(200)
      expect((await anotherLink(email)).json()).toMatchObject({ is_awaited: false })
    } finally {
      clock.set(start)
    }
  })

  test('ends with the next one; an account gets three an hour', async () => {
    const { email, token } = await newPerson()
    const statuses: number[] = []
    for (let time = 0; time < 4; time++) statuses.push((await anotherLink(email)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect(await confirm(token)).toMatchObject(dead)
    expect((await confirm(await newestToken(email))).status).toBe(200)
  })

  test('sets no password, and a link for a password does not confirm through this call', async () => {
    const { email, token } = await newPerson()
    const passwords = { new_password: 'montagna-lampada-77', confirm_password: 'montagna-lampada-77' }
    expect((await post('/api/auth/reset-password', { token, ...passwords })).json()).toMatchObject({
      error_type: 'RESET_LINK_DEAD',
    })
    await post('/api/auth/forgot-password', { email })
    const passwordLink = tokenIn((await awaitMails(kernel, email, 1)).at(-1))
    expect(await confirm(passwordLink)).toMatchObject(dead)
    expect(await proofOf(email)).toBe('awaited')
    // Set by its own call it proves the mailbox, and no other link is needed.
    expect((await post('/api/auth/reset-password', { token: passwordLink, ...passwords })).statusCode).toBe(200)
    expect(await proofOf(email)).toBe('proven')
    expect(await confirm(token)).toMatchObject(dead)
  })

  test('of a deactivated account is dead', async () => {
    const { email, token } = await newPerson()
    await sql`update trader set deactivated_at = now() where email = ${email}`
    expect(await confirm(token)).toMatchObject(dead)
    expect(await proofOf(email)).toBe('awaited')
  })

  test.each([[{}], [{ token: 7 }], [{ token: 'x'.repeat(201) }]])('%j: 422', async (body) =>
    expect((await post('/api/auth/confirm-email', body)).statusCode).toBe(422),
  )
})

describe('the form of a page without scripts', () => {
  const form = async (token: string, headers: Record<string, string> = {}, address = '192.0.2.7') => {
    const { statusCode, headers: answered } = await app.inject({
      method: 'POST',
      url: '/api/auth/confirm-email',
      payload: new URLSearchParams({ token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      remoteAddress: address,
    })
    return [statusCode, answered['location']]
  }
  const led = (outcome: string) => [303, `/?view=auth&form=confirm&outcome=${outcome}`]

  test('confirms as the call does, once, and leads to the outcome', async () => {
    const { email, token } = await newPerson()
    expect(await form('x'.repeat(43))).toEqual(led('dead'))
    expect(await proofOf(email)).toBe('awaited')
    expect(await form(token, { origin: 'http://localhost:3000' })).toEqual(led('confirmed'))
    expect(await proofOf(email)).toBe('proven')
    expect(await form(token)).toEqual(led('dead'))
  })

  test('of another site is refused', async () => {
    const { email, token } = await newPerson()
    for (const origin of ['https://evil.example', 'null']) expect((await form(token, { origin }))[0]).toBe(403)
    expect(await proofOf(email)).toBe('awaited')
  })

  test('counts against the same limit, and then asks for another attempt later', async () => {
    for (let times = 0; times < 50; times++) await confirm('x'.repeat(43), '192.0.2.8')
    expect(await form('x'.repeat(43), {}, '192.0.2.8')).toEqual(led('later'))
  })
})

test('without mail no proof is awaited', async () => {
  const scene = await authScene()
  await scene.register()
  expect(await scene.kernel.sql`select email_proof from trader`).toEqual([{ email_proof: 'unasked' }])
  const answered = await scene.post('/api/auth/email-link', {}, scene.bearer(await scene.signIn('anna@example.com')))
  expect(answered.json()).toEqual({
    is_awaited: false,
    message: 'Al tuo account la conferma dell’indirizzo non è chiesta.',
  })
})

test('where mail was switched off later, no link is made and none is promised', async () => {
  const scene = await authScene()
  await scene.register()
  await scene.kernel.sql`update trader set email_proof = 'awaited'`
  const answered = await scene.post('/api/auth/email-link', {}, scene.bearer(await scene.signIn('anna@example.com')))
  expect(answered.json()).toEqual({
    is_awaited: true,
    message: 'Ora non possiamo inviarti il link: scrivi all’assistenza, che può confermare il tuo indirizzo.',
  })
  expect(await scene.kernel.sql`select from password_reset`).toHaveLength(0)
})
