import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('secrets are removed wherever a line names them, and PostgreSQL’s quotes of a row too', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.info(
    { password: 'HIDE1', body: { token: 'HIDE2', email: 'seen' }, req: { headers: { authorization: 'HIDE3' } } },
    'request',
  )
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(HIDE4) already exists.',
  })
  log.error({ err: error }, 'failed')
  expect(lines.join('')).not.toContain('HIDE')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', body: { email: 'seen' }, msg: 'request' })
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'error', err: { code: '23505', message: 'duplicate key' } })
})
