import { describe, expect, test, vi } from 'vitest'
import { dateTimeSeconds } from './exact.ts'
import { countdown, duration } from './spans.ts'
import * as format from './format.ts'

// `_` stands for the no-break space, `-` inside a figure for the true minus.
const text = (expected: string) => expected.replaceAll('_', '\u00a0').replaceAll('~', '\u2212')

const table: [name: string, printed: string, expected: string][] = [
  ['count', format.count(0), '0'],
  ['count', format.count(7), '7'],
  ['count', format.count(999), '999'],
  ['count', format.count(1_000), '1.000'],
  ['count', format.count(1_284), '1.284'],
  ['count', format.count(9_999), '9.999'],
  ['count', format.count(10_000), '10.000'],
  ['count', format.count(214_906), '214.906'],
  ['count', format.count(1_000_000), '1.000.000'],
  ['count', format.count(-3), '~3'],
  ['count', format.count(-0), '0'],
  ['count', format.count(null), 'N/A'],
  ['count', format.count(undefined), 'N/A'],
  ['count', format.count(Number.NaN), 'N/A'],
  ['count', format.count(Number.POSITIVE_INFINITY), 'N/A'],
  ['decimal', format.decimal(1_234.56), '1.234,56'],
  ['decimal', format.decimal(1.5, 1), '1,5'],
  ['decimal', format.decimal(0), '0,00'],
  ['decimal', format.decimal(-0.004), '0,00'],
  ['decimal', format.decimal(-0.006), '~0,01'],
  ['decimal', format.decimal(81.53, 1), '81,5'],
  ['decimal', format.decimal(null), 'N/A'],
  ['result', format.resultPercent(184.32), '+184,32%'],
  ['result', format.resultPercent(12.34), '+12,34%'],
  ['result', format.resultPercent(-8.45), '~8,45%'],
  ['result', format.resultPercent(0), '0,00%'],
  ['result', format.resultPercent(-0), '0,00%'],
  ['drawdown', format.drawdownPercent(8.45), '~8,45%'],
  ['drawdown', format.drawdownPercent(-8.45), '~8,45%'],
  ['drawdown', format.drawdownPercent(0), '0,00%'],
  ['drawdown', format.drawdownPercent(null), format.MISSING],
  ['result', format.resultPercent(0.001), '0,00%'],
  ['result', format.resultPercent(-0.001), '0,00%'],
  ['result', format.resultPercent(0.005), '+0,01%'],
  ['result', format.resultPercent(1_234.5), '+1.234,50%'],
  ['result', format.resultPercent(-100), '~100,00%'],
  ['result', format.resultPercent(3.14159, 1), '+3,1%'],
  ['result', format.resultPercent(null), 'N/A'],
  ['share', format.sharePercent(71.4), '71,4%'],
  ['share', format.sharePercent(100), '100,0%'],
  ['share', format.sharePercent(0), '0,0%'],
  ['share', format.sharePercent(66.666), '66,7%'],
  ['share', format.sharePercent(14.286, 2), '14,29%'],
  ['share', format.sharePercent(null), 'N/A'],
  ['amount', format.amount(48_230.55, 'USD'), '48.230,55_$'],
  ['amount', format.amount(44_372.1, 'EUR'), '44.372,10_€'],
  ['amount', format.amount(1_200, 'CHF'), '1.200,00_CHF'],
  ['amount', format.amount(1_200, 'GBP'), '1.200,00_GBP'],
  ['amount', format.amount(1_250_000, 'JPY'), '1.250.000_JPY'],
  ['plainAmount', format.plainAmount(1_250_000, 'JPY'), '1.250.000'],
  ['plainAmount', format.plainAmount(48_230.5, 'USD'), '48.230,50'],
  ['amount', format.amount(0, 'USD'), '0,00_$'],
  ['amount', format.amount(-524.3, 'USD'), '~524,30_$'],
  ['amount', format.amount(1_234.5, 'USD'), '1.234,50_$'],
  ['amount', format.amount(null, 'USD'), 'N/A'],
  ['signed', format.signedAmount(873.55, 'USD'), '+873,55_$'],
  ['signed', format.signedAmount(-227.35, 'USD'), '~227,35_$'],
  ['signed', format.signedAmount(0, 'USD'), '0,00_$'],
  ['signed', format.signedAmount(-0.001, 'EUR'), '0,00_€'],
  ['signed', format.signedAmount(31_266.9, 'USD'), '+31.266,90_$'],
  ['signed', format.signedAmount(null, 'EUR'), 'N/A'],
  ['price', format.price(24.99), '24,99_USDT'],
  ['price', format.price(1_299), '1.299,00_USDT'],
  ['axis amount', format.axisAmount(850), '850'],
  ['axis amount', format.axisAmount(9_500), '9.500'],
  ['axis amount', format.axisAmount(40_000), '40k'],
  ['axis amount', format.axisAmount(42_500), '42,5k'],
  ['axis amount', format.axisAmount(1_200_000), '1,2M'],
  ['axis amount', format.axisAmount(-40_000), '~40k'],
  ['axis percent', format.axisPercent(50), '+50%'],
  ['axis percent', format.axisPercent(-7.5), '~7,5%'],
  ['axis percent', format.axisPercent(0), '0%'],
  ['date', format.date('2026-11-20T15:38:00.000Z'), '20/11/2026'],
  ['date', format.date('2026-11-20T23:30:00.000Z'), '21/11/2026'],
  ['date', format.date('2026-01-05T12:00:00Z'), '05/01/2026'],
  ['date', format.date('2026-07-31T22:30:00.000Z'), '01/08/2026'],
  ['date', format.date(Date.UTC(2026, 0, 1)), '01/01/2026'],
  ['date', format.date(null), 'N/A'],
  ['date', format.date('soon'), 'N/A'],
  ['time', format.time('2026-11-20T15:38:00.000Z'), '16:38'],
  ['time', format.time('2026-07-20T15:38:00.000Z'), '17:38'],
  ['time', format.time('2026-11-19T23:05:00.000Z'), '00:05'],
  ['date and time', format.dateTime('2026-11-20T15:38:59.999Z'), '20/11/2026, 16:38'],
  ['date and time to the second', dateTimeSeconds('2026-11-20T15:38:59.999Z'), '20/11/2026, 16:38:59'],
  ['date and time', format.dateTime('2026-03-29T01:00:00.000Z'), '29/03/2026, 03:00'],
  ['date and time', format.dateTime('2026-10-25T00:30:00.000Z'), '25/10/2026, 02:30'],
  ['date and time', format.dateTime(undefined), 'N/A'],
  ['long date', format.longDate('2026-11-20T15:40:00.000Z'), 'venerdì 20 novembre 2026'],
  ['long date', format.longDate('2026-11-21T23:30:00.000Z'), 'domenica 22 novembre 2026'],
  ['long date', format.longDate('2028-02-29T12:00:00.000Z'), 'martedì 29 febbraio 2028'],
  ['long date', format.longDate('2026-01-01T00:30:00.000Z'), 'giovedì 1 gennaio 2026'],
  ['day', format.day('2025-03-10'), '10/03/2025'],
  ['day', format.day(null), 'N/A'],
  ['day', format.day('10/03/2025'), 'N/A'],
  ['month', format.shortMonth(1), 'gen'],
  ['month', format.shortMonth(12), 'dic'],
  ['month', format.monthOfYear('2026-02'), 'feb 2026'],
  ['days', format.days(1), '1 giorno'],
  ['days', format.days(8), '8 giorni'],
  ['days', format.days(0), '0 giorni'],
  ['days', format.days(null), 'N/A'],
  ['counted', format.counted(1, 'operazione', 'operazioni'), '1 operazione'],
  ['counted', format.counted(1_284, 'operazione', 'operazioni'), '1.284 operazioni'],
  ['countdown', countdown(11.2), 'tra 12_s'],
  ['countdown', countdown(-4), 'tra 0_s'],
  ['countdown', countdown(61), 'tra 2_min'],
  ['countdown', countdown(7_200), 'tra 2_h'],
  ['duration', duration(45), '45_min'],
  ['duration', duration(200), '3_h 20_min'],
  ['duration', duration(180), '3_h'],
  ['duration', duration(3_120), '2_g 4_h'],
  ['duration', duration(0.4), '0_min'],
  ['duration', duration(null), 'N/A'],
  ['range', format.range(1, 50, 148), '1–50 di 148'],
  ['range', format.range(1_001, 1_050, 10_000), '1.001–1.050 di 10.000'],
  ['country', format.country('IT'), 'Italia'],
  ['country', format.country('de'), 'Germania'],
  ['country', format.country('pl'), 'Polonia'],
  ['country', format.country('QQ'), 'QQ'],
  ['country', format.country(''), ''],
]

describe('a printed value', () => {
  test.each(table)('%s: %s', (_, printed, expected) => {
    expect(printed).toBe(text(expected))
  })
})

describe('tone of a result', () => {
  test.each([
    [0.01, 'gain'],
    [0.004, 'flat'],
    [0, 'flat'],
    [null, 'flat'],
    [-0.006, 'loss'],
  ] as const)('%s is %s', (value, expected) => {
    expect(format.tone(value)).toBe(expected)
  })
})

test('no format is made before something is printed: the first one takes a browser long', async () => {
  const made = (['DateTimeFormat', 'DisplayNames', 'NumberFormat'] as const).map((name) => vi.spyOn(Intl, name))
  vi.resetModules()
  const fresh = await import('./format.ts')
  for (const format of made) expect(format).not.toHaveBeenCalled()
  fresh.date(0)
  fresh.date(1)
  expect(made[0]).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
})
