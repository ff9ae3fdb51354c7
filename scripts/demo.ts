import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { httpSender } from '#features/ea/advisor/transport.ts'
import { reviewAccounts } from '#features/integrity/server/review/review.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { recordPlaces } from '#features/leaderboard/server/places.ts'
import { dateFirstLines } from './demo/audit.ts'
import { playLive } from './demo/live.ts'
import { markPastMailSent } from './demo/mail.ts'
import { playPast } from './demo/past.ts'
import { createProofs } from './demo/proofs.ts'
import { createProfiles, linkTheFirst } from './demo/profiles.ts'
import { sightsOf, type Sight } from './demo/sights.ts'
import { createShowcaseStory, showcaseOwners } from './demo/showcases.ts'
import { createSite, demoPassword, emailOf } from './demo/site.ts'
import { createStory } from './demo/story.ts'
import { writeVisits } from './demo/visits.ts'
import { connectDatabase } from '#server/database/database.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { instantText } from '#shared/dates.ts'
import { addressToOpen, runServer } from '../src/run.ts'
import { startServer, type Server } from '../src/serve.ts'

const admin = { email: 'admin@demo.toptrader.example', password: demoPassword }
const defaultSeed = 6

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(defaultSeed) },
    // The site's clock stays at this moment, so that the same pictures can be taken again.
    at: { type: 'string' },
    dev: { type: 'boolean', default: false },
  },
})
const fixed = values.at === undefined ? null : Date.parse(values.at)
if (Number.isNaN(fixed)) {
  console.error('--at vuole una data e un’ora, per esempio 2026-09-16T10:00:00Z.')
  process.exit(2)
}
const seed = Number(values.seed)
if (!Number.isSafeInteger(seed) || seed < 0) {
  console.error('--seed vuole un numero intero, da 0 in su.')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'toptrader-demo-'))
process.once('exit', () => removeDataFolder(folder))

/** Simulated while the past is played, then the machine's own. */
let simulated: number | null = null
const clock = { now: () => simulated ?? Date.now() }

/** Stopping the demonstration does not wait for its past. */
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => interrupted.abort(new StartupError('Dimostrazione interrotta.')))
}

let example = ''
let sights: Sight[] = []

async function startDemo(): Promise<Server> {
  const started = performance.now()
  const began = fixed ?? Date.now()
  const story = createStory(seed, began)
  simulated = story.origin
  const server = await startServer({
    clock,
    demo: true,
    dev: values.dev,
    env: {
      HOST: process.env['HOST'],
      PORT: process.env['PORT'],
      APP_URL: process.env['APP_URL'],
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      DATA_DIR: folder,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'off',
      SUPPORT_EMAIL: 'assistenza@demo.toptrader.example',
      // Always the sandbox: nobody pays in a demonstration.
      PAYMENTS_PROVIDER: 'sandbox',
      EA_MIN_INTERVAL_S: '0',
      // The past is played by the day, from one computer, at fixed rates between currencies: that says nothing of the accounts.
      INTEGRITY_THRESHOLDS: JSON.stringify({
        coverage_share: 0,
        unobserved_hours: 1e6,
        network_review: 1e6,
        lot_units_most: 200_000,
      }),
    },
  })
  try {
    await server.loading.ready
    await prepareDatabase(server, story.origin)
    console.log(
      `Preparo la dimostrazione: ${story.actors.length} trader inventati si registrano, pagano nella sandbox e sincronizzano il loro passato…`,
    )
    const site = createSite(server.url)
    const roles = story.actors.map(({ role }) => role)
    const owners = showcaseOwners(roles)
    const terminals = await playPast({
      story,
      site,
      sender: (token) => httpSender(server.url, token),
      setClock: (moment) => (simulated = moment),
      storePlaces: () => storePlaces(server),
      showcases: createShowcaseStory(site, owners, admin.email),
      present: createProfiles(site, roles),
      proofs: createProofs(site, admin.email),
      now: began,
      signal: interrupted.signal,
    })
    await writeVisits(server.kernel.sql, began)
    await markPastMailSent(server.kernel.sql)
    await reviewAccounts(server.kernel)
    simulated = fixed
    await linkTheFirst(site, roles)
    sights = sightsOf(roles, await site.call('GET', '/api/fresh/leaderboard?limit=3', null))
    const [first] = owners
    if (first !== undefined) example = emailOf(first)
    console.log(`Fatto in ${Math.round((performance.now() - started) / 1000)} s.`)
    const report = (sentence: string) => console.error(`Sincronizzazione non riuscita: ${sentence}`)
    const live = fixed === null ? playLive(story, terminals, site, report) : null
    return {
      ...server,
      close: async (options) => {
        live?.close()
        await server.close(options)
        removeDataFolder(folder)
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Changes that the server’s own role may not make. */
async function prepareDatabase({ kernel: { ownerAddress } }: Server, origin: number): Promise<void> {
  const { sql, close } = connectDatabase(ownerAddress, { max: 1 })
  // The database is thrown away at the end: what makes it last would only slow the past down.
  await sql`alter system set fsync = off`
  await sql`alter system set synchronous_commit = off`
  await sql`alter system set full_page_writes = off`
  await sql`alter system set jit = off`
  await sql`select pg_reload_conf()`
  await dateFirstLines(sql, instantText(origin))
  await close()
}

/** Stores the places of a ranking that is read anew: the server's own follows the machine's clock, which the past outruns. */
async function storePlaces({ kernel }: Server): Promise<void> {
  const leaderboard = createLeaderboard(kernel)
  await leaderboard.start()
  try {
    await recordPlaces(kernel, leaderboard)
  } finally {
    await leaderboard.close()
  }
}

function greeting({ url, kernel }: Server): string {
  const address = addressToOpen(url, kernel.config.APP_URL).replace(/\/$/, '')
  const width = address.length + Math.max(...sights.map(({ path }) => path.length))
  return [
    '',
    `  Classifica TopTrader, dimostrazione:  ${address}`,
    '',
    '  Che cosa guardare:',
    ...sights.map(({ who, path, see }) => `  - ${who.padEnd(24)} ${`${address}${path}`.padEnd(width)}  ${see}`),
    '',
    '  La classifica si muove da sola: ogni conto sincronizza una volta al minuto.',
    '  Compra un piano: si paga su una pagina che simula il fornitore, nessun denaro si muove.',
    '',
    `  Accesso come trader: ${example} (vetrina pubblicata, con le visite); ogni altro: NOME@demo.toptrader.example`,
    `  Accesso come amministratore: ${admin.email}`,
    `  Password di tutti: ${demoPassword}`,
    '',
    `  Dati inventati (seme ${seed}), cancellati all’uscita. Per fermare: Ctrl-C.`,
    '',
    '',
  ].join('\n')
}

runServer(startDemo, async (server) => greeting(server))
