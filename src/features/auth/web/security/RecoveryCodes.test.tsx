import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount, withSheets } from '#web/testing/mount.tsx'
import authSheet from '../auth.css?inline'
import confirmDialogSheet from '#web/ui/dialogs/confirm-dialog.css?inline'
import { RecoveryCodes } from './RecoveryCodes.tsx'

withSheets(authSheet, confirmDialogSheet)

const start = window.location.pathname + window.location.search
afterEach(() => window.history.replaceState({}, '', start))

/** Whether the browser would ask for confirmation before it leaves. */
function reload(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

test('a reload or a link asks for confirmation while codes are shown, which appear once', async () => {
  const onSaved = vi.fn<() => void>()
  mount(
    <main>
      <a href="/?view=dashboard">Dashboard</a>
      <RecoveryCodes codes={['abcd-efgh-jkmn-0000']} isNew onSaved={onSaved} />
    </main>,
  )
  await expect.element(page.getByText('abcd-efgh-jkmn-0000')).toBeVisible()
  await expect.poll(reload).toBe(true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Hai salvato i codici?' })
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: 'Resta qui' }).click()
  await expect.poll(() => question.elements()).toHaveLength(0)
  expect(window.location.pathname + window.location.search).toBe(start)
  await page.getByRole('button', { name: 'Ho salvato i codici' }).click()
  expect(onSaved).toHaveBeenCalledOnce()
})

test('without codes on the page there is no confirmation', () => {
  expect(reload()).toBe(false)
})
