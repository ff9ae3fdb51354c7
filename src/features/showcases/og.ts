import * as format from '#shared/format/format.ts'
import { initials } from '#shared/engraving/guilloche.ts'
import { levelLabels } from '#shared/levels.ts'
import type { Level } from '#shared/levels.ts'
import type { Showcase } from './contract.ts'

/** Texts of a showcase's picture as they are printed. Figures are the register's. */
export interface ShareTexts {
  name: string
  username: string
  tagline: string
  /** Label of the return's window. */
  window: string
  roi: string
  roiTone: 'gain' | 'loss' | 'flat'
  drawdown: string
  level: string
  /** The place in the ranking; null without one. */
  rank: string | null
  date: string
  initials: string
}

export interface ShareImage {
  /** Path and query. The query is a hash of the content, so the picture may be cached for ever. */
  address: string
  width: 1200
  height: 630
  alt: string
}

export const imageSize = { width: 1200, height: 630 } as const
/** Raised when the drawing changes: cached pictures are requested again. */
const DRAWING = 1

type Shown = Pick<
  Showcase,
  | 'showcase_id'
  | 'profile'
  | 'title'
  | 'trader_username'
  | 'trader_info'
  | 'performance'
  | 'verified'
  | 'verification_level'
  | 'current_rank'
>

export function shareTexts(showcase: Shown): ShareTexts {
  const { performance, verified } = showcase
  const { display_name: account } = showcase.trader_info
  const name = drawable(showcase.profile.display_name) || drawable(account) || showcase.trader_username
  return {
    name,
    username: showcase.trader_username,
    tagline: drawable(showcase.title),
    window: 'ROI 90 giorni',
    roi: format.resultPercent(performance.roi_percentage),
    roiTone: format.tone(performance.roi_percentage),
    drawdown: format.drawdownPercent(performance.drawdown_max),
    level: levelLabels[showcase.verification_level ?? ('L0' satisfies Level)],
    rank: showcase.current_rank === null ? null : format.count(showcase.current_rank),
    date: format.date(verified?.last_ea_sync),
    initials: initials(name),
  }
}

/** Texts of the picture of shared links: window, drawdown and level are always among them. */
export function shareImage(showcase: Shown): ShareImage {
  const texts = shareTexts(showcase)
  return {
    address: `${imagePath(showcase.showcase_id)}?v=${versionOf(texts)}`,
    ...imageSize,
    alt: altOf(texts),
  }
}

function imagePath(showcaseId: string): string {
  return `/og/vetrine/${showcaseId}.png`
}

/** 16 hex digits of everything that is drawn: all instances give a picture the same version. */
export function versionOf(texts: ShareTexts): string {
  const drawn = JSON.stringify([DRAWING, texts])
  return hash(drawn, 0x811c9dc5) + hash(drawn, 0x9747b28c)
}

function altOf({ name, window, roi, drawdown, level, rank, date }: ShareTexts): string {
  const place = rank === null ? 'fuori classifica' : `posizione ${rank}`
  return `${name} su TopTrader: ${window} ${roi}, Drawdown Max ${drawdown}, ${level.toLowerCase()}, ${place}. Dati del ${date}.`
}

/** FNV-1a, 32 bit: server and browser share no other synchronous hash. */
function hash(text: string, seed: number): string {
  let value = seed
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return (value >>> 0).toString(16).padStart(8, '0')
}

/** The letters that the picture's fonts have; others are left out. */
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u024f\u2010-\u201f\u2026\u20ac\u2212]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
