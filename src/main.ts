import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'

// Listens first: the modules and the database take a second, and a probe would call the process dead. So nothing else is imported before.

const largeParts = [
  () => import('fastify'),
  () => import('#server/http/frame.ts'),
  () => import('#server/files/storage.ts'),
  () => import('#features/leaderboard/server/service.ts'),
  () => import('#features/auth/server/routes.ts'),
  () => import('#features/system/server/backup/service.ts'),
  () => import('./app.ts'),
]

enableCompileCache()
const { values } = parseArgs({ options: { dev: { type: 'boolean', default: false } } })
const { runServer } = await import('./run.ts')
runServer(
  async (restart) => {
    const { processEnvironment, readConfig } = await import('#server/settings/config.ts')
    const { openFirst } = await import('./open-first.ts')
    const { importInTurns } = await import('./import-in-turns.ts')
    const config = attempt(() => readConfig(processEnvironment()))
    const first = config && (await openFirst(config))
    await importInTurns(largeParts)
    const { startServer } = await import('./serve.ts')
    return startServer({ dev: values.dev, restart, ...(first && { first }) })
  },
  async (server) => (await import('./greeting.ts')).greet(server),
)

/** Undefined where the configuration has errors: `startServer` lists all of them, also those that only a feature knows. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
