/** The picture of shared links: its texts, its address, its sentence. `features/showcases/server/og` draws it. */

/** Texts of a picture as they are printed. Figures are the register's. */
export interface ShareTexts {
  name: string
  /** The seal follows from it. */
  username: string
  /** The owner of the figures, at the foot. */
  of: string
  /** The kind of page behind the link. */
  badge: string
  tagline: string
  /** Label of the return's window. */
  window: string
  roi: string
  roiTone: 'gain' | 'loss' | 'flat'
  drawdown: string
  /** The third figure, and its label. */
  level: string
  levelLabel: string
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
const DRAWING = 4

/** @param path of the picture, without its version @param alt in place of the sentence about a trader */
export function shareImageOf(path: string, texts: ShareTexts, alt = altOf(texts)): ShareImage {
  return { address: `${path}?v=${versionOf(texts)}`, ...imageSize, alt }
}

/** The label of a trader's level. */
export const levelLabel = 'Verifica del conto'

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
export function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u024f\u2010-\u201f\u2026\u20ac\u2212]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
