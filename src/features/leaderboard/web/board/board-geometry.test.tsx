import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import { Board } from './Board.tsx'
import leaderboardSheet from '../leaderboard.css?inline'
import { sortFields } from '../../contract.ts'
import { anEntry } from '../testing/answers.ts'

withSheets(leaderboardSheet)

const entries = [
  anEntry(1, { display_name: 'Tommaso Moretti Galimberti', is_diamond: true }),
  anEntry(2, { account_currency: 'USC', account_balance: 1_230_917.6, account_equity: 1_230_917.6 }),
  anEntry(148, { total_profit: -1_284_220.5, account_profit: -12_345.67, account_balance: 45_000 }),
]

async function boardAt(width: number) {
  await page.viewport(width, 900)
  const host = mount(<Board entries={entries} selection={{ page: 1 }} waiting={false} />)
  await expect.element(page.getByRole('link', { name: 'Tommaso Moretti Galimberti' })).toBeVisible()
  // The page's own margins: 40 px, 16 on phones.
  host.style.marginInline = width > 820 ? '32px' : '8px'
  return [...host.querySelectorAll<HTMLElement>('tbody .board-row')]
}

test('every column has a definition', async () => {
  await boardAt(1440)
  const heads = [...document.querySelectorAll('.board-head > th')]
  expect(heads).toHaveLength(11)
  expect(heads.filter((head) => head.querySelector('button[aria-label^="Definizione: "]') === null)).toEqual([])
})

test.each([1200, 1280, 1340, 1400, 1440])(
  'at %i px the mark of “Posizione” stands beside it, sorted or not',
  async (width) => {
    const host = (await boardAt(width))[0]?.closest('.board')
    const head = host?.querySelector('.board-head > .rank .head-line')
    const tops = [...(head?.children ?? [])]
      .map((each) => each.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2)
    expect(tops).toHaveLength(2)
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(2)
  },
)

test.each([360, 375, 390, 759])('at %i px the mark of every column stands beside its name', async (width) => {
  await boardAt(width)
  const lines = [...document.querySelectorAll('.board-head > :is(.roi, .drawdown, .days, .win) > .head-line')]
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const [name, mark] = [...line.children].map((each) => each.getBoundingClientRect())
    expect(
      Math.abs((name?.top ?? 0) + (name?.height ?? 0) / 2 - (mark?.top ?? 0) - (mark?.height ?? 0) / 2),
    ).toBeLessThan(2)
  }
})

/** Boxes of the texts that one row prints, a line each. */
function printed(row: HTMLElement) {
  const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT)
  const boxes: { text: string; left: number; right: number; top: number; bottom: number }[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest('.sr-only') !== null) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left > 1) boxes.push({ text: node.textContent ?? '', left, right, top, bottom })
    }
  }
  return boxes
}

const overlaps = (row: HTMLElement) =>
  printed(row).flatMap((one, index, all) =>
    all
      .slice(index + 1)
      .filter((other) => one.left < other.right - 1 && other.left < one.right - 1)
      .filter((other) => one.top < other.bottom - 3 && other.top < one.bottom - 3)
      .map((other) => `${one.text} | ${other.text}`),
  )

test.each([1140, 1199, 1200, 1280, 1366, 1400, 1440])('at %i px the name has 170 px', async (width) => {
  for (const row of await boardAt(width)) {
    expect(row.querySelector('.who')?.getBoundingClientRect().width).toBeGreaterThanOrEqual(170)
    expect(row.offsetHeight).toBeLessThan(160)
  }
})

test.each([320, 360, 390, 640, 700, 759, 760, 820, 960, 1140, 1199, 1200, 1339, 1366])(
  'at %i px no text covers another',
  async (width) => {
    for (const row of await boardAt(width)) {
      expect(overlaps(row)).toEqual([])
      expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
    }
  },
)

test('with wider text spacing a phone does not scroll sideways', async () => {
  const spaced = document.createElement('style')
  spaced.textContent =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }'
  document.head.append(spaced)
  try {
    for (const row of await boardAt(390)) expect(row.scrollWidth).toBeLessThanOrEqual(row.clientWidth)
  } finally {
    spaced.remove()
  }
})

/** The links and marks of the head, a box each. The cells that only screen readers meet are 1 px wide, and left out. */
const headTargets = (host: HTMLElement) =>
  [...host.querySelectorAll<HTMLElement>('.board-head :is(a, button)')]
    .filter((target) => (target.closest('th')?.offsetWidth ?? 0) > 1)
    .flatMap((target) =>
      [...target.getClientRects()].map((box) => ({ name: target.ariaLabel ?? target.textContent, target, box })),
    )

/** Widths of the window between the steps of the style sheet, px, and the margins of the page there. */
const steps = [
  { from: 320, to: 359, margins: 32 },
  { from: 360, to: 759, margins: 32 },
  { from: 760, to: 820, margins: 32 },
  { from: 821, to: 1199, margins: 80 },
  { from: 1200, to: 1339, margins: 80 },
  { from: 1340, to: 1399, margins: 80 },
  { from: 1400, to: 1600, margins: 80 },
]

test.each(sortFields)('sorted by %s, each link and mark of the head has 24 px of its own', async (sort_by) => {
  const host = mount(
    <Board entries={entries} selection={{ page: 1, ...(sort_by !== 'rank' && { sort_by }) }} waiting={false} />,
  )
  await expect.element(page.getByRole('link', { name: 'Tommaso Moretti Galimberti' })).toBeVisible()
  const errors: string[] = []
  for (const { from, to, margins } of steps) {
    await page.viewport(to, 900)
    // The board has the width of what is around it: no need to resize the window 1,280 times.
    for (let width = from; width <= to; width += 3) {
      host.style.width = `${width - margins}px`
      const targets = headTargets(host)
      const [left, right] = [host.getBoundingClientRect().left, host.getBoundingClientRect().right]
      for (const { name, target, box } of targets) {
        if (box.width < 24 || box.height < 24) errors.push(`${width}: ${name} is ${box.width} × ${box.height}`)
        if (box.left < left || box.right > right) errors.push(`${width}: ${name} is outside`)
        for (const other of targets.filter((one) => one.target !== target)) {
          const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
          const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
          if (across > 0.1 && down > 0.1) errors.push(`${width}: ${name} covers ${other.name}`)
        }
      }
    }
  }
  expect(errors).toEqual([])
})
