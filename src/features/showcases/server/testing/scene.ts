import type { FastifyInstance } from 'fastify'
import { createLeaderboard, type Leaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, grant } from '#features/leaderboard/server/testing/accounts.ts'
import { instantText, DAY_MS } from '#shared/dates.ts'
import type { Kernel } from '#server/kernel.ts'
import { testApp } from '#server/testing/app.ts'
import type { TestKernel } from '#server/testing/kernel.ts'
import { person, signedIn, type Person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { createShowcase, getMyShowcase } from '../../contract.ts'
import { registerShowcaseRoutes } from '../routes.ts'
import { createShowcases, type Showcases } from '../service.ts'

/** The calls of showcases with the ranking that they read, on a test's database. */
export interface Scene {
  app: FastifyInstance
  leaderboard: Leaderboard
  showcases: Showcases
  /** Views that were passed to be counted. */
  views: { showcaseId: string; source?: string | undefined }[]
  close: () => Promise<void>
}

export async function showcaseScene(kernel: TestKernel): Promise<Scene> {
  const leaderboard = createLeaderboard(kernel, quickRefresh)
  const showcases = createShowcases(kernel, leaderboard)
  const views: Scene['views'] = []
  const analytics = {
    countView: ({ showcaseId, source }: { showcaseId: string; source?: string | undefined }) =>
      void views.push({ showcaseId, source }),
  }
  const app = await testApp(kernel, (server) => registerShowcaseRoutes(server, kernel, showcases, analytics))
  await leaderboard.start()
  await showcases.start()
  return {
    app,
    leaderboard,
    showcases,
    views,
    async close() {
      await showcases.close()
      await leaderboard.close()
    },
  }
}

let made = 0

/** A trader with a synced account and Diamond for thirty days, or for another time (negative: ended). */
export async function diamondTrader(
  kernel: TestKernel,
  shape: Partial<Parameters<typeof account>[1]> = {},
): Promise<Person> {
  made += 1
  const username = shape.username ?? `diamante_${made}`
  const { trader_id } = await account(kernel, { nets: [12, -3, 8], diamond_ms: 30 * DAY_MS, ...shape, username })
  return { trader_id, username, headers: await signedIn(kernel, trader_id) }
}

/** A trader with a bound account that never synced. */
export async function boundPerson(
  kernel: TestKernel,
  username: string,
  { is_admin = false, diamond_ms }: { is_admin?: boolean; diamond_ms?: number } = {},
): Promise<Person> {
  const one = await person(kernel, username, { is_admin })
  const at = instantText(kernel.clock.now())
  await kernel.sql`
    insert into trading_account (account_id, trader_id, platform, server, login, company, currency, digits, trade_mode, bound_at,
                                 last_receipt_at, sync_count, ea_version, intake)
    values (${kernel.secrets.newId()}, ${one.trader_id}, 'MT5', 'Broker-Live', ${username}, 'Broker', 'EUR', 2, 'real', ${at}, ${at},
            0, '1.0.0', '{}')`
  if (diamond_ms !== undefined) await grant(kernel, one.trader_id, 'diamond', kernel.clock.now() + diamond_ms)
  return one
}

/** A valid body to submit. */
export const goodBody = (changes: Record<string, unknown> = {}) => ({
  profile: {
    display_name: 'Anna Trading',
    subtitle: 'Swing trading sul Forex',
    description: 'Opero sui cambi principali con posizioni di pochi giorni e un rischio piccolo.',
  },
  links: { telegram_url: 'https://t.me/anna_trading', website_url: 'https://anna-trading.it' },
  content: { services: ['Segnali', 'Corsi', 'Consulenza', 'Diretta'] },
  cta_buttons: [
    { text: 'Copia i miei trade', url: 'https://broker.it/copia', style: 'primary' },
    { text: 'Senza indirizzo' },
  ],
  testimonials: [{ author_name: 'Bruno', content: 'Spiega bene.' }],
  ...changes,
})

/** Sets pointers and status as an admin's approval does. */
export async function approve(
  { sql, clock, changes }: Pick<Kernel, 'sql' | 'clock' | 'changes'>,
  showcaseId: string,
): Promise<void> {
  const at = instantText(clock.now())
  const [row] = await sql<{ trader_id: string }[]>`
    update showcase set status = 'published', published_version = submitted_version, published_at = ${at}
     where showcase_id = ${showcaseId} returning trader_id`
  changes.announce(row?.trader_id ?? '')
  await changes.flush()
}

/** An uploaded file of a trader; its address. */
export async function uploaded(
  { sql, clock, secrets }: TestKernel,
  traderId: string,
  kind: 'image' | 'pdf',
): Promise<string> {
  const key = secrets.newId().replaceAll('-', '')
  await sql`
    insert into showcase_file (file_key, trader_id, kind, name, bytes, created_at)
    values (${key}, ${traderId}, ${kind}, 'file', 10, ${instantText(clock.now())})`
  return kind === 'pdf' ? `/uploads/documents/${key}.pdf` : `/uploads/showcases/${key}-1600.webp`
}

/** The calls of a trader. */
export function callsOf({ app }: Pick<Scene, 'app'>, kernel: TestKernel) {
  const { sql } = kernel
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: Person | null, payload?: object) =>
    app.inject({ method, url, ...(who && { headers: who.headers }), ...(payload && { payload }) })
  const create = (who: Person | null, body: object = goodBody()) => call('POST', '/api/showcases/create', who, body)
  /** @throws where the call is refused */
  const made = async (who: Person, body: object = goodBody()): Promise<ResponseOf<typeof createShowcase>> => {
    const answer = await create(who, body)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json()
  }
  return {
    call,
    create,
    made,
    /** A trader with Diamond and an approved showcase. */
    published: async (
      shape: Parameters<typeof diamondTrader>[1] = {},
      body: object = goodBody(),
    ): Promise<{ who: Person; id: string }> => {
      const who = await diamondTrader(kernel, shape)
      const { showcase_id: id } = await made(who, body)
      await approve(kernel, id)
      return { who, id }
    },
    update: (who: Person | null, id: string, body: object = goodBody()) =>
      call('PUT', `/api/showcase/${id}`, who, body),
    mine: async (who: Person) => (await call('GET', '/api/my-showcase', who)).json<ResponseOf<typeof getMyShowcase>>(),
    rowOf: async (id: string) => (await sql`select * from showcase where showcase_id = ${id}`)[0],
    versionsOf: async (id: string) =>
      (
        await sql<
          { version: number }[]
        >`select version from showcase_version where showcase_id = ${id} order by version`
      ).map(({ version }) => version),
  }
}

export const changed = (subtitle: string) => ({ ...goodBody(), profile: { ...goodBody().profile, subtitle } })
