import type { FastifyInstance } from 'fastify'
import { attachment, contentTypes } from '#server/http/content.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { getShowcaseReport, trackClick } from '../../analytics-contract.ts'
import { reportCsv, reportOf } from './report.ts'
import type { Analytics } from './service.ts'

export function registerAnalyticsRoutes(
  app: FastifyInstance,
  kernel: Kernel,
  analytics: Pick<Analytics, 'countClick'>,
): void {
  handle(
    app,
    kernel,
    trackClick,
    ({ body, session, request }) => {
      const { showcase_id: showcaseId, type, source } = body
      const target = String(body.target ?? body.link_type ?? '')
      analytics.countClick({ request, session, showcaseId, source, type, target, position: body.position ?? 0 })
      return { accepted: true }
    },
    { keepsNoAddress: true },
  )
  handle(app, kernel, getShowcaseReport, async ({ query, session, reply }) => {
    const report = await reportOf(kernel, session.trader_id, query.days)
    if (query.format === 'json') return report
    const name = `toptrader-vetrina-${report.from}-${report.to}.csv`
    reply.headers({ 'content-disposition': attachment(name), 'cache-control': 'no-store' })
    return reply.type(contentTypes.csv).send(reportCsv(report))
  })
}
