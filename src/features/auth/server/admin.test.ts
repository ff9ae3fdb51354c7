import { describe, expect, test } from 'vitest'
import { StartupError } from '#server/settings/startup-error.ts'
import { authScene } from '../testing/scene.ts'
import { ensureAdmin } from './service.ts'

const ADMIN_EMAIL = 'capo@example.com'
const ADMIN_PASSWORD = 'molto-segreta-4711'
const { kernel, register, login, app } = await authScene({ ADMIN_EMAIL, ADMIN_PASSWORD })
const { sql } = kernel
const admins = () => sql<{ username: string; email: string }[]>`select username, email from trader where is_admin`

describe('the first admin', () => {
  test('is made once, however many servers start at the same moment', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ensureAdmin(kernel)))
    await ensureAdmin(kernel)
    expect(await admins()).toEqual([{ username: 'admin', email: ADMIN_EMAIL }])
    expect(
      await sql`
        select action, username, details->'after' as after from audit_log join trader on trader_id = subject`,
    ).toEqual([{ action: 'user.role', username: 'admin', after: { is_admin: true } }])
  })

  test('signs in, for 12 hours', async () => {
    const answer = await login({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD })
    expect(answer.json()).toMatchObject({ user: { is_admin: true }, expires_at: '2026-11-20T22:00:00.000Z' })
  })

  test('keeps a password that was changed since', async () => {
    const before = await sql`select password_hash from trader where is_admin`
    await ensureAdmin({ ...kernel, config: { ...kernel.config, ADMIN_PASSWORD: 'un-altra-segreta-12' } })
    expect(await sql`select password_hash from trader where is_admin`).toEqual(before)
  })

  test('never is a trader who registered with that e-mail', async () => {
    await register({ username: 'furbo', email: 'futuro-capo@example.com' })
    await ensureAdmin({ ...kernel, config: { ...kernel.config, ADMIN_EMAIL: 'Futuro-Capo@example.com' } })
    expect(await sql`select is_admin from trader where username = 'furbo'`).toEqual([{ is_admin: false }])
    expect(kernel.lines.at(-1)?.['msg']).toContain('left as it is')
  })

  test('of another e-mail gets the next username', async () => {
    await ensureAdmin({ ...kernel, config: { ...kernel.config, ADMIN_EMAIL: 'vice@example.com' } })
    expect((await admins()).map((admin) => admin.username)).toEqual(['admin', 'admin-2'])
  })

  test('is refused with a common password', async () => {
    const weak = {
      ...kernel,
      config: { ...kernel.config, ADMIN_EMAIL: 'terzo@example.com', ADMIN_PASSWORD: 'password123' },
    }
    await expect(ensureAdmin(weak)).rejects.toThrow(StartupError)
    expect(await admins()).toHaveLength(2)
  })

  test('is not made where the variables are not set', async () => {
    const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...config } = kernel.config
    await ensureAdmin({ ...kernel, config })
    expect(await admins()).toHaveLength(2)
    expect(app.server.listening).toBe(false)
  })
})
