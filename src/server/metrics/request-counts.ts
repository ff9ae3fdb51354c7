import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { AnsweredRequest } from '../http/observers.ts'
import { probes } from '../http/probes.ts'

/** Upper bounds of answer times in seconds: few, since each route has them all; 0.25 is the objective of a sync. */
const bounds = [0.01, 0.05, 0.25, 1]
/** By the first digit of the status. */
const classes = ['unknown', '1xx', '2xx', '3xx', '4xx', '5xx', 'maintenance'] as const
const turnedAway = classes.indexOf('maintenance')
const failed = classes.indexOf('5xx')

interface Counts {
  method: string
  route: string
  access: 'public' | 'user' | 'admin' | 'ea' | 'site' | 'probe'
  byClass: number[]
  byBound: number[]
  seconds: number
}

/**
 * Rate and errors of each route by class of status, and its answer times. Spellings of one call count as one. Plain numbers that become
 * series when they are scraped: the library's own counters would cost a public read more than all its work.
 */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  /** By the options of a route, which are the same object for each of its requests. */
  const ofRoute = new WeakMap<object, Counts>()
  const byName = new Map<string, Counts>()

  function countsNamed(method: string, route: string, access: Counts['access']): Counts {
    const name = `${method} ${route}`
    let counts = byName.get(name)
    if (counts === undefined) {
      counts = { method, route, access, byClass: classes.map(() => 0), byBound: bounds.map(() => 0), seconds: 0 }
      byName.set(name, counts)
    }
    return counts
  }

  function countsOf({ method, url, config }: AnsweredRequest): Counts {
    // Unknown methods and addresses are unlimited: they share one series.
    if (url === undefined) return countsNamed('any', 'unknown', 'site')
    let counts = ofRoute.get(config)
    if (counts === undefined) {
      const { endpoint } = config
      const access = accessOf(url, endpoint?.access)
      counts = countsNamed(endpoint?.method ?? method, endpoint?.path ?? url, access)
      ofRoute.set(config, counts)
    }
    return counts
  }

  // Created before the first request: Prometheus sees an error between two scrapes only where the series stood at 0 before.
  app.addHook('onRoute', ({ method, url, config }) => {
    const { endpoint } = config ?? {}
    for (const each of [endpoint?.method ?? method].flat()) {
      if (each !== 'HEAD') countsNamed(each, endpoint?.path ?? url, accessOf(url, endpoint?.access))
    }
  })
  app.observers.push((request) => {
    const counts = countsOf(request)
    const { status, ms, isTurnedAway } = request
    const place = isTurnedAway ? turnedAway : Math.floor(status / 100)
    counts.byClass[place] = (counts.byClass[place] ?? 0) + 1
    const seconds = ms / 1000
    counts.seconds += seconds
    const bound = bounds.findIndex((most) => seconds <= most)
    if (bound >= 0) counts.byBound[bound] = (counts.byBound[bound] ?? 0) + 1
  })
  register(registry, {
    name: 'http_ready_answers_total',
    help: 'Requests that were answered before the router; http_requests_total counts them too',
    type: 'counter',
    values: () => [{ labels: {}, value: app.readyAnswers.count() + app.directCalls.count() }],
  })
  register(registry, {
    name: 'http_overload_refusals_total',
    help: 'Requests that were refused because more came than the instance can do; http_requests_total has them as unknown with 5xx',
    type: 'counter',
    values: () => [{ labels: {}, value: app.overload?.count() ?? 0 }],
  })
  register(registry, {
    name: 'http_requests_total',
    help: 'Requests by route template, who may make them, and class of the status; maintenance: refused while the site is closed',
    type: 'counter',
    values: () => [...byName.values()].flatMap(requestSeries),
  })
  register(registry, {
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route template',
    type: 'histogram',
    values: () => [...byName.values()].filter(isTimed).flatMap(durationSeries),
  })
}

interface Value {
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

function requestSeries({ method, route, access, byClass }: Counts): Value[] {
  return byClass.flatMap((value, place) => {
    const status = classes[place]
    return (value === 0 && place !== failed) || status === undefined
      ? []
      : [{ labels: { method, route, access, status }, value }]
  })
}

/** Syncs have an objective: their first answers count too, as with errors. */
const isTimed = ({ access, byClass }: Counts) => access === 'ea' || byClass.some((value) => value > 0)

const duration = 'http_request_duration_seconds'

function durationSeries({ method, route, byClass, byBound, seconds }: Counts): Value[] {
  const all = byClass.reduce((sum, each) => sum + each, 0)
  let within = 0
  const buckets = bounds.map((le, place) => {
    within += byBound[place] ?? 0
    return { metricName: `${duration}_bucket`, labels: { le, method, route }, value: within }
  })
  const labels = { method, route }
  return [
    ...buckets,
    { metricName: `${duration}_bucket`, labels: { le: '+Inf', ...labels }, value: all },
    { metricName: `${duration}_sum`, labels, value: seconds },
    { metricName: `${duration}_count`, labels, value: all },
  ]
}

/** Registers as the library's own metrics do. */
function register(
  registry: Registry,
  { name, help, type, values }: { name: string; help: string; type: string; values: () => Value[] },
): void {
  const metric = { name, get: async () => ({ name, help, type, values: values(), aggregator: 'sum' }), reset() {} }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
}

type Declared = NonNullable<FastifyRequest['routeOptions']['config']['endpoint']>['access']

function accessOf(url: string, declared: Declared | undefined): Counts['access'] {
  if (declared === undefined) return probes.has(url) ? 'probe' : 'site'
  if (declared === 'optional') return 'public'
  return typeof declared === 'object' ? 'user' : declared
}
