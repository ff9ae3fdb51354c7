import { expect, test } from 'vitest'
import { reviewFactsWith } from '../../testing/facts.ts'
import { defaultThresholds } from '../thresholds.ts'
import { claimsIn, type VerifiedFigures } from './claims.ts'
import { falseClaims } from './false-claims.ts'

const figures: VerifiedFigures = { roi: [40, 12, 5], win_rate: 60, max_drawdown: 20, trades: 150 }
const unknown: VerifiedFigures = { roi: [], win_rate: null, max_drawdown: null, trades: null }
const claims = (text: string, known = figures) => claimsIn(text, known, defaultThresholds)

test.each([
  'Guadagno garantito ogni mese',
  'Profitti assolutamente sicuri!',
  'Garantisco un rendimento del mese',
  'Strategia senza rischi',
  'Zero perdite da anni',
  'Rischio zero, tutto automatico',
  'Soldi facili con il forex',
  'Raddoppia il tuo capitale',
  'Un metodo infallibile',
  'GuadagnoSicuro',
  'guadagnosicuro88',
  'profitto_garantito',
  'Guaranteed profits every week',
  'Risk-free trading',
  'We never lose',
  '100% win rate',
  'Double your account in a month',
  'You can’t lose',
  'get rich with me',
  // A "no" of another sentence, or of another part of it, denies nothing.
  'Non aspettare! Profitti garantiti',
  'Non aspettare, profitti garantiti',
  'No bot. Guaranteed profits',
  'Mai visto prima. Guadagni garantiti.',
  'Non perdere tempo: guadagni sicuri ogni mese',
  'Profitti garantiti. Non esiste di meglio',
  'Rischio: zero',
  'Guadagno: garantito',
  // Written so that words do not find it.
  'guad\u200Bagno garan\u00ADtito',
  'guаdаgno gаrаntito',
  'g u a d a g n o  g a r a n t i t o',
  'p.r.o.f.i.t.t.o garantito',
  'gu4dagno garantit0',
  'ｇｕａｄａｇｎｏ garantito',
])('a promise: %s', (text) => {
  expect(claims(text, unknown).filter(({ kind }) => kind === 'promise')).not.toEqual([])
})

test.each([
  'Nessun guadagno garantito: il trading è rischioso.',
  'I rendimenti passati non garantiscono rendimenti futuri.',
  'Non prometto guadagni sicuri.',
  'Il rischio zero non esiste.',
  'Guadagni garantiti non esistono',
  'Ricorda: non esistono guadagni sicuri',
  'Past performance does not guarantee future returns.',
  'There are no guaranteed profits.',
  'No risk no reward.',
  'Opero su EURUSD e oro, con stop loss fisso.',
  'Sicuramente trader dal 2015',
  'mario_rossi',
  'Successo a Milano nel 2020',
])('no promise: %s', (text) => {
  expect(claims(text, unknown)).toEqual([])
})

test('a number is measured by the figure that it is about, within a tenth', () => {
  expect(claims('Rendimento del 40%')).toEqual([])
  expect(claims('Rendimento del 44%')).toEqual([])
  expect(claims('Rendimento del 44,1%')).toMatchObject([{ about: 'roi', claimed: 44.1, verified: 40 }])
  expect(claims('ROI: +12.5 %')).toEqual([])
  expect(claims('90% di operazioni vincenti')).toMatchObject([{ about: 'win_rate', claimed: 90, verified: 60 }])
  expect(claims('win rate 62%, drawdown massimo 8%')).toMatchObject([{ about: 'max_drawdown', claimed: 8 }])
  expect(claims('2000 operazioni chiuse')).toMatchObject([{ about: 'trades', claimed: 2000, verified: 150 }])
  expect(claims('100 operazioni chiuse, 20 trade al mese')).toEqual([])
})

test.each([
  ['ROI +1.000%', 1000],
  ['rendimento 1.200%', 1200],
  ['ROI 1,250%', 1250],
  ['ROI 1.000,50%', 1000.5],
  ['ROI 1,000.50%', 1000.5],
  ['Crescita del 1 000%', 1000],
  ['Rendimento del 40.000%', 40_000],
  ['ROI 1.000.000%', 1_000_000],
])('thousands are thousands: %s', (text, claimed) => {
  expect(claims(text, { ...figures, roi: [1, 1.2, 1.25, 40] })).toMatchObject([{ about: 'roi', claimed }])
})

test.each(['ROI 5000٪', 'ROI ٥٠٠٠٪', 'ROI 5000 per cento', 'R\u200BOI 5000%', 'RОI 5000%'])(
  'a number however it is written: %s',
  (text) => {
    expect(claims(text)).toMatchObject([{ about: 'roi', claimed: 5000 }])
  },
)

test.each([
  ['digits', '9'.repeat(20_000)],
  ['points', '9.'.repeat(10_000)],
  ['thousands', '1 000 '.repeat(4000)],
  ['letters', 'g '.repeat(10_000)],
  ['marks', `e${'\u0301'.repeat(20_000)}`],
  ['denials', `non ${'a '.repeat(8000)}senza rischio`],
  ['promises', 'guadagni garantiti '.repeat(600)],
  ['percentages', '5% roi '.repeat(2000)],
  ['signs', '-+'.repeat(10_000)],
])('a long text of %s is read at once', (_name, text) => {
  const started = performance.now()
  claims(text)
  expect(performance.now() - started).toBeLessThan(500)
})

test('three digits behind a point are decimals where thousands have no meaning', () => {
  expect(claims('win rate 60.125%, drawdown 20,125%')).toEqual([])
  expect(claims('ROI 0,125%', { ...figures, roi: [0.125] })).toEqual([])
  expect(claims('win rate 90.125%')).toMatchObject([{ about: 'win_rate', claimed: 90.125 }])
})

test('the nearest word says what a number is about: a stop elsewhere does not excuse it', () => {
  expect(claims('ROI 900% con stop loss fisso')).toMatchObject([{ about: 'roi', claimed: 900 }])
  expect(claims('Rendimento del 900% a basso rischio')).toMatchObject([{ about: 'roi', claimed: 900 }])
  expect(claims('Rischio basso, 2000 operazioni chiuse')).toMatchObject([{ about: 'trades', claimed: 2000 }])
  expect(claims('1 500 operazioni chiuse')).toMatchObject([{ about: 'trades', claimed: 1500 }])
  expect(claims('Guadagno con rischio 2% e stop loss al 5%')).toEqual([])
})

test('aims, risks, meaningless numbers and numbers that nothing is known of are no claims', () => {
  expect(claims('Obiettivo: rendimento del 300%')).toEqual([])
  expect(claims('Rischio il 1% a operazione per un profitto costante')).toEqual([])
  expect(claims('Ho 35 anni e sono al 100% dedicato')).toEqual([])
  expect(claims('Rendimento del 300%', unknown)).toEqual([])
})

test('the finding names the field, and counts', () => {
  const texts = { username: 'mario', bio: 'Profitto garantito. ROI 900%' }
  expect(falseClaims.detect(reviewFactsWith({ texts: texts, verified: figures }), defaultThresholds)).toMatchObject([
    {
      code: 'false_claims',
      occurrences: 2,
      evidence: {
        found: {
          claims: [
            { field: 'bio', kind: 'promise' },
            { field: 'bio', kind: 'number', claimed: 900 },
          ],
        },
      },
    },
  ])
  expect(
    falseClaims.detect(reviewFactsWith({ texts: { username: 'mario' }, verified: figures }), defaultThresholds),
  ).toEqual([])
})

test('a loss that is written as a gain is a false number, and the register’s figure keeps its sign', () => {
  const lost = { ...figures, roi: [-12, -1.7] }
  expect(claims('ROI del 12% in tre mesi', lost)).toMatchObject([{ about: 'roi', claimed: 12, verified: -1.7 }])
  for (const text of ['ROI -12%', 'Rendimento −1,7%', 'Un rendimento negativo del 12%', 'In perdita: ROI 12%']) {
    expect(claims(text, lost)).toEqual([])
  }
  expect(claims('ROI -40%')).toMatchObject([{ claimed: -40, verified: 5 }])
  // A fall is the same with and without its sign.
  expect(claims('Drawdown massimo -20%')).toEqual([])
})

test.each([
  'Non aspettare guadagni garantiti ogni mese',
  'Non perderti i profitti garantiti',
  'Guadagno\ngarantito',
  'Guadagno. Garantito.',
  'Guadagno, garantito',
  'gu@dagno garantito',
  '€ 10.000 al mese assicurati',
])('a promise in other clothes is one: %s', (text) => {
  expect(claims(text)).toMatchObject([{ kind: 'promise' }])
})

test.each(['Non prometto guadagni garantiti', 'Non aspettarti guadagni.\n\nGarantisco solo impegno'])(
  'what promises nothing stays: %s',
  (text) => {
    expect(claims(text)).toEqual([])
  },
)

test('a number in other clothes is one, and an aim that was met is no aim', () => {
  expect(claims('ROI 9OO%')).toMatchObject([{ about: 'roi', claimed: 900 }])
  expect(claims('obiettivo raggiunto: ROI 900%')).toMatchObject([{ about: 'roi', claimed: 900 }])
  expect(claims('obiettivo: ROI 900%')).toEqual([])
})

test('each number has its own word', () => {
  const lost = { roi: [-83.4, -77.5, -46.8], win_rate: 43.8, max_drawdown: 85.9, trades: 100 }
  expect(claims('Il mio ROI a 90 giorni è del 43,8% e il win rate 43,8%', lost)).toMatchObject([
    { about: 'roi', claimed: 43.8 },
  ])
  expect(claims('rendimento del 85,9% con drawdown del 85,9%', lost)).toMatchObject([{ about: 'roi', claimed: 85.9 }])
  expect(claims('rendimento del 340% con drawdown del 5%', lost)).toMatchObject([
    { about: 'roi', claimed: 340 },
    { about: 'max_drawdown', claimed: 5 },
  ])
  expect(claims('Win rate 95% e ROI del 340%', lost)).toMatchObject([
    { about: 'win_rate', claimed: 95 },
    { about: 'roi', claimed: 340 },
  ])
  expect(claims('95% di operazioni vincenti e 340% di rendimento', lost)).toMatchObject([
    { about: 'win_rate', claimed: 95 },
    { about: 'roi', claimed: 340 },
  ])
  expect(claims('95% win rate e 340% ROI', lost)).toMatchObject([{ about: 'win_rate' }, { about: 'roi' }])
})

test.each(['Ho triplicato il capitale', 'Nessuna perdita da gennaio', 'nessuna perdita'])(
  'a boast is a promise: %s',
  (text) => {
    expect(claims(text)).toMatchObject([{ kind: 'promise' }])
  },
)

test('a limit of losses is none', () => {
  expect(claims('Nessuna perdita oltre il 2% per operazione')).toEqual([])
})
