import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format/format.ts'
import { shareImageOf, type ShareImage, type ShareTexts } from '#shared/share-image.ts'
import type { getStats } from './contract.ts'

type Stats = ResponseOf<typeof getStats>

/** Texts of the list's picture: the first trader, whose return never stands without drawdown and history. */
export function boardTexts({ top_performer: first, total_traders, generated_at }: Stats): ShareTexts {
  return {
    name: 'Classifica TopTrader',
    username: 'toptrader',
    of: format.counted(total_traders, 'trader nel registro', 'trader nel registro'),
    badge: 'Il registro dei trader MetaTrader 4 e 5',
    tagline:
      first === null
        ? 'Ancora nessun trader con un posto'
        : `Primo: @${first.username}, dall’inizio ${format.resultPercent(first.roi_total)}`,
    window: 'Il primo, ROI 90 giorni',
    roi: format.resultPercent(first?.roi),
    roiTone: format.tone(first?.roi ?? null),
    drawdown: format.drawdownPercent(first?.drawdown_max),
    level: first === null ? format.MISSING : format.days(first.days_count),
    levelLabel: 'Storico',
    rank: null,
    date: format.date(generated_at),
    initials: 'TT',
  }
}

export const boardImagePath = '/og/classifica.png'

/** The picture of links to the list. */
export function boardImage(stats: Stats): ShareImage {
  const texts = boardTexts(stats)
  const { tagline, roi, drawdown, level, of, date } = texts
  return shareImageOf(
    boardImagePath,
    texts,
    `${texts.name}: ${of}. ${tagline}, ROI 90 giorni ${roi}, Drawdown Max ${drawdown}, storico ${level}. Dati del ${date}.`,
  )
}
