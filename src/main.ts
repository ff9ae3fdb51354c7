import { enableCompileCache } from 'node:module'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'

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
    const server = await startServer({ dev: values.dev, restart, ...(first && { first }) })
    server.loading.ready.then(collectSooner, () => undefined)
    return server
  },
  async (server) => (await import('./greeting.ts')).greet(server),
)

/** The old generation grows by a quarter between two collections; while the ranking is loaded that would cost half of the start (decision 062). */
function collectSooner(): void {
  setFlagsFromString('--heap-growing-percent=25')
}

/** Undefined where the configuration has errors: `startServer` lists all of them, also those that only a feature knows. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
