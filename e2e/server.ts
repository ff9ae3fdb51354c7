import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { runServer } from '../src/run.ts'
import { startServer } from '../src/serve.ts'
import { startMailServer } from './mail-server.ts'

/** The product on a throw-away folder, removed when the server and its database have stopped, with a mail server. */
const folder = mkdtempSync(join(tmpdir(), 'toptrader-e2e-'))
process.once('exit', () => removeDataFolder(folder))
// The worker that started it may end without a message.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
const mail = await startMailServer(Number(process.env['MAILBOX_PORT']))
runServer(
  () => startServer({ env: { ...process.env, DATA_DIR: folder, SMTP_URL: mail } }),
  async () => '',
)
