import { describe, expect, test } from 'vitest'
import { authScene, goodRegistration } from '../../testing/scene.ts'

const { kernel, app, register } = await authScene({ RATE_LIMITS: 'off' })
const { sql } = kernel

let next = 0
/** Free names. */
const fresh = () => {
  next += 1
  return { username: `persona_${next}x`, email: `persona${next}@example.com` }
}
interface Refusal {
  fields: Record<string, string>
  errors: string[]
}

describe('refusals', () => {
  test.each(Object.keys(goodRegistration).filter((field) => field !== 'investor_password'))(
    'without %s',
    async (field) => {
      for (const value of [undefined, '', null]) {
        const answer = await register({ ...fresh(), [field]: value })
        expect(answer.statusCode).toBe(422)
        expect(answer.json<Refusal>().fields).toHaveProperty(field)
      }
    },
  )

  test.each([
    ['confirm_password', 'altra-password-42', 'Le password non corrispondono. Ricontrolla entrambi i campi.'],
    ['terms_accepted_at', ' ', 'Devi accettare i Termini e Condizioni per procedere con la registrazione.'],
    ['country', 'XX', 'Scegli un paese.'],
    ['username', 'ADM1N', 'Questo username è riservato: scegline un altro.'],
    ['display_name', 'Anna\u202eidreV', 'Il nome contiene caratteri invisibili o di controllo: toglili.'],
  ])('a wrong %s is the one sentence of the answer', async (field, value, sentence) => {
    const answer = await register({ ...fresh(), [field]: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ detail: sentence, message: sentence, fields: { [field]: sentence } })
  })

  test.each([
    ['display_name', 'A'],
    ['display_name', 'A'.repeat(51)],
    ['username', 'ab'],
    ['username', 'a'.repeat(31)],
    ['username', 'anna verdi'],
    ['username', 'anna@verdi'],
    ['username', 'аnna'],
    ['username', 'anna/../x'],
    ['username', { $ne: null }],
    ['country', 'ITA'],
    ['account_number', '12a'],
    ['account_number', '-1'],
    ['account_number', '1'.repeat(21)],
    ['account_number', 1000001],
    ['broker_server', 'x'.repeat(101)],
    ['email', 'anna'],
    ['email', 'anna@'],
    ['email', 'anna@example.com\nbcc: x@example.com'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['password', 'corta-1'],
    ['password', 'x'.repeat(129)],
    ['password', ['cavallo-batteria-42']],
    ['investor_password', 'x'.repeat(129)],
  ])('%s %j', async (field, value) => {
    const answer = await register({ ...fresh(), [field]: value })
    expect(answer.statusCode).toBe(422)
    expect(answer.json<Refusal>().fields[field]).toMatch(/\S/)
  })

  test('several errors are reported together, and nothing is stored', async () => {
    const before = await sql`select from trader`
    const answer = await register({
      ...fresh(),
      password: 'password1',
      confirm_password: 'password2',
      terms_accepted_at: null,
    })
    expect(Object.keys(answer.json<Refusal>().fields).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'confirm_password',
      'password',
      'terms_accepted_at',
    ])
    expect(answer.json<Refusal>().errors).toHaveLength(3)
    expect(await sql`select from trader`).toHaveLength(before.length)
  })

  test('neither JSON nor a form is 400 or 415', async () => {
    const sent = (payload: string, type: string) =>
      app.inject({ method: 'POST', url: '/api/auth/register', payload, headers: { 'content-type': type } })
    expect((await sent('{"a":', 'application/json')).statusCode).toBe(400)
    expect((await sent('x', 'multipart/form-data; boundary=x')).statusCode).toBe(415)
    expect((await sent('[]', 'application/json')).statusCode).toBe(422)
  })

  test('the smallest country and the newest are countries', async () => {
    expect((await register({ ...fresh(), country: 'SM' })).statusCode).toBe(201)
    expect((await register({ ...fresh(), country: 'XK' })).statusCode).toBe(201)
  })
})
