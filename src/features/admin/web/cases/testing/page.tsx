import { afterEach, beforeEach, vi } from 'vitest'
import '#features/admin/web/pages/pages.css'
import { navigate, startRouter } from '#web/router.ts'
import { mount } from '#web/testing/mount.tsx'
import { Toasts } from '#web/ui/frame/Toasts.tsx'
import { CasesPage } from '../CasesPage.tsx'
import { traderId } from './trader.ts'

/** Opens the page of one trader's accounts before each test. @returns what mounts it */
export function traderPage() {
  const home = window.location.pathname + window.location.search
  let stop = () => undefined as void
  beforeEach(() => {
    stop = startRouter(() => true)
    navigate(`/?view=admin&page=integrity&trader=${traderId}`, { replace: true })
  })
  afterEach(() => {
    stop()
    navigate(home, { replace: true })
    vi.restoreAllMocks()
  })
  return () =>
    mount(
      <>
        <CasesPage />
        <Toasts />
      </>,
    )
}
