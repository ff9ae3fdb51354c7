import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { probes } from '#server/http/probes.ts'
import { programVersion, thisInstance } from '#server/instance.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getApiMonitor } from '../../monitor-contract.ts'
import { readHealth, readProgram } from './health.ts'
import { createWindow, windowMinutes, type Window } from './window.ts'

const syncRoute = 'POST /api/ea/sync'
/** All addresses without a route count as one. */
const noRoute = '* unknown'

/** Counts the requests of this instance, but for probes. */
export function watchRequests(app: FastifyInstance, { clock }: Pick<Kernel, 'clock'>): Window {
  const window = createWindow()
  /** Names of routes by their template and method: a name is put together once. */
  const names = new Map<string, Map<string, string>>()
  function nameOf(method: string, url: string): string {
    let ofUrl = names.get(url)
    if (ofUrl === undefined) names.set(url, (ofUrl = new Map()))
    let name = ofUrl.get(method)
    if (name === undefined) ofUrl.set(method, (name = `${method} ${url}`))
    return name
  }
  app.observers.push(({ method, url, status, ms, isTurnedAway }) => {
    if (url !== undefined && probes.has(url)) return
    window.count(clock.now(), { route: url === undefined ? noRoute : nameOf(method, url), status, ms, isTurnedAway })
  })
  return window
}

interface MonitorParts {
  window: Window
  leaderboard: Leaderboard
  /** The name of the payment provider. */
  provider: string
  restartable: boolean
}

export async function apiMonitor(
  kernel: Kernel,
  { window, restartable, ...parts }: MonitorParts,
): Promise<ResponseOf<typeof getApiMonitor>> {
  const now = Math.floor(kernel.clock.now())
  const { totals, routes } = window.read(now)
  const listed = [...routes].map(([key, figures]) => {
    const space = key.indexOf(' ')
    return { method: key.slice(0, space), route: key.slice(space + 1), ...figures }
  })
  const syncs = routes.get(syncRoute)
  const stored = syncs === undefined ? 0 : syncs.requests - syncs.refused - syncs.errors
  return {
    instance: thisInstance,
    program: { version: programVersion, node: process.version, ...(await readProgram(kernel)), restartable },
    generated_at: instantText(now),
    window_minutes: windowMinutes,
    totals,
    routes: listed.toSorted((a, b) => b.requests - a.requests || (a.route < b.route ? -1 : 1)),
    health: await readHealth(kernel, { ...parts, syncsPerMinute: Math.round((stored / windowMinutes) * 100) / 100 }),
  }
}
