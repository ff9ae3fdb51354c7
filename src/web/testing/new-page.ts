/** Vitest runs this before each file in a browser: the files of a worker share one page, and each finds it as if it were new. */
import { vi } from 'vitest'
import '../styles/app.css'
import { releaseScroll } from '../scroll-position.ts'
import { connectToasts } from '../toasts.ts'
import { awaitUse } from '../ui/when-used.ts'

vi.restoreAllMocks()
vi.unstubAllGlobals()
localStorage.clear()
sessionStorage.clear()
document.body.replaceChildren()
window.history.replaceState(null, '', performance.getEntriesByType('navigation')[0]?.name)
releaseScroll()
window.scrollTo(0, 0)
awaitUse()
// Takes the messages that no screen has shown.
connectToasts(() => undefined)()
// A page that lives long loads more than the 250 entries that it keeps by itself.
performance.setResourceTimingBufferSize(10_000)
