import { afterEach, vi } from 'vitest'
import pagesSheet from '#features/admin/web/pages/pages.css?inline'
import { mountWithToasts, withSheets } from '#web/testing/mount.tsx'
import { startAt } from '#web/testing/routed.ts'
import { CasesPage } from '../CasesPage.tsx'
import { traderId } from './trader.ts'

/** Opens the page of one trader's accounts before each test. @returns what mounts it */
export function traderPage() {
  withSheets(pagesSheet)
  startAt(`/?view=admin&page=integrity&trader=${traderId}`)
  afterEach(() => vi.restoreAllMocks())
  return () => mountWithToasts(<CasesPage />)
}
