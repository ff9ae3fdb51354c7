import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cookies } from '#features/legal/cookies.ts'

/**
 * The page on cookies speaks of each place that writes to the storage of a browser: the privacy page promises that it names every entry.
 * A place that stores under other names belongs here with its words.
 */
const words: Record<string, string> = {
  'src/web/theme.ts': 'il tema chiaro o scuro',
  'src/web/storage/token.ts': 'il token della sessione',
  'src/features/auth/web/session-state.ts': 'nell’accesso e nella registrazione',
  'src/features/auth/web/register/draft.ts': 'le bozze dei moduli non inviati',
  'src/features/account/web/draft.ts': 'le bozze dei moduli non inviati',
  'src/features/contacts/web/draft.ts': 'le bozze dei moduli non inviati',
  'src/features/integrity/web/owner/drafts.ts': 'le bozze dei moduli non inviati',
  'src/features/ea/web/progress.ts': 'nel collegamento a MetaTrader, con il tuo username',
  'src/features/showcases/web/editor/draft.ts': 'la bozza della vetrina',
  'src/features/leaderboard/web/marks/marks.ts': 'i trader che segui o che segni per il confronto',
  'src/features/leaderboard/web/filters/ColumnChooser.tsx': 'le colonne che nascondi in classifica',
  'src/features/payments/web/last-order.ts': 'il numero del tuo ultimo ordine',
  'src/features/payments/web/invoice-window.ts': 'quello dell’ordine di cui il browser non ha aperto il pagamento',
}
/** They store what others name. */
const storages = ['src/web/hooks/useStored.ts', 'src/web/storage/tab-storage.ts']

test('the page on cookies names everything that the site stores in a browser', () => {
  const listed = cookies.flatMap(({ list = [] }) => list).join(' ')
  const writes = /(?:local|session)Storage\.setItem\(|\bstoreTabText\(|\bstore\((?!\))/
  const places = globSync('src/{web,site,features}/**/*.{ts,tsx}')
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file) && !storages.includes(file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8')
      return writes.test(text) && (text.includes('Storage') || /storage\/tab-storage|hooks\/useStored/.test(text))
    })
  expect(places.toSorted()).toEqual(Object.keys(words).toSorted())
  expect(Object.values(words).filter((text) => !listed.includes(text))).toEqual([])
})
