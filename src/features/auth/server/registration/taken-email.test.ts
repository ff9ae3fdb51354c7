import { describe, expect, test, vi } from 'vitest'
import { authScene, goodRegistration } from '../../testing/scene.ts'

// An address that answers nothing: what is posted stays in the outbox to be read.
const { kernel, register, login } = await authScene({ RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:9' })
const { sql } = kernel

let next = 0
/** Free names. */
const fresh = () => {
  next += 1
  return { username: `persona_${next}x`, email: `persona${next}@example.com` }
}
/** Notices alone, without the link that confirms an address. */
const mailsTo = (email: string) => sql<{ subject: string; body: string }[]>`
  select subject, body from outbox where recipient = ${email} and subject like 'Qualcuno%'`
const traders = async () => sql<{ username: string }[]>`select * from trader order by username`

describe('where mail is set up, a taken e-mail', () => {
  test('is answered as a registration, makes no account, and its owner is notified', async () => {
    const owner = fresh()
    const made = await register({ ...owner, display_name: 'Prima Persona' })
    const before = await traders()
    const other = fresh()
    const wake = vi.spyOn(kernel.outbox, 'wake')
    const answer = await register({ ...other, email: owner.email.toUpperCase(), display_name: 'Compra Su example.com' })
    expect(answer.statusCode).toBe(201)
    const shape = (body: object) => JSON.stringify(body, (key, value: unknown) => (key === 'trader_id' ? 'id' : value))
    expect(shape(answer.json())).toBe(
      shape({
        ...made.json<object>(),
        user: {
          ...made.json<{ user: object }>().user,
          username: other.username,
          display_name: 'Compra Su example.com',
          email: owner.email.toUpperCase(),
        },
      }),
    )
    expect({ ...answer.headers, date: '', 'x-request-id': '', 'content-length': '' }).toEqual({
      ...made.headers,
      date: '',
      'x-request-id': '',
      'content-length': '',
    })
    expect(await traders()).toEqual(before)
    expect(wake).toHaveBeenCalledOnce()
    const [mail, ...more] = await mailsTo(owner.email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Qualcuno ha provato a registrarsi con la tua email')
    expect(mail?.body).toContain('http://localhost:3000/?view=auth&form=forgot')
    expect(mail?.body).not.toContain('Compra')
    expect(mail?.body).not.toContain(other.username)
  })

  test('leaves the owner’s password and the other’s apart', async () => {
    const owner = fresh()
    await register(owner)
    await register({ ...fresh(), email: owner.email, password: 'altra-frase-99x', confirm_password: 'altra-frase-99x' })
    expect((await login({ email: owner.email, password: 'altra-frase-99x' })).statusCode).toBe(401)
    expect((await login({ email: owner.email, password: goodRegistration.password })).statusCode).toBe(200)
  })

  test('is notified once a day, however often it is tried', async () => {
    const { email, ...rest } = fresh()
    await register({ email, ...rest })
    await Promise.all(Array.from({ length: 6 }, () => register({ ...fresh(), email })))
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is not revealed by a username that is taken too: that is reported first, with any e-mail', async () => {
    const owner = fresh()
    await register(owner)
    const [known, unknown] = [
      await register({ ...owner }),
      await register({ ...owner, email: 'nessuno.ancora@example.com' }),
    ]
    expect(known.statusCode).toBe(409)
    expect(known.json()).toMatchObject({ error_type: 'USERNAME_TAKEN' })
    expect(known.body).toBe(unknown.body)
    expect(await mailsTo(owner.email)).toEqual([])
  })

  test('registered twice at the same moment makes one account', async () => {
    const { email } = fresh()
    const answers = await Promise.all(Array.from({ length: 12 }, () => register({ ...fresh(), email })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await sql`select from trader where email = ${email}`).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is refused for other errors as any e-mail is', async () => {
    const owner = fresh()
    await register(owner)
    const weak = { password: 'password1', confirm_password: 'password1' }
    const known = await register({ ...fresh(), ...weak, email: owner.email })
    const unknown = await register({ ...fresh(), ...weak })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  })
})
