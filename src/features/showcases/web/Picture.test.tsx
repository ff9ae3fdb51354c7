import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { Picture } from './Picture.tsx'

const address = `/uploads/showcases/${'ab'.repeat(16)}-1600.webp`

/** The HTML of a server-rendered document. */
function documentOf(drawn: ReactNode): string {
  const element = document.createElement('div')
  const root = createRoot(element)
  flushSync(() => root.render(drawn))
  const html = element.innerHTML
  root.unmount()
  return html
}

test.each([true, false])(
  'a picture that failed before the page hydrated has its stand-in (first: %s)',
  async (isFirst) => {
    const picture = (
      <Picture
        address={address}
        alt=""
        sizes="320px"
        width={320}
        height={200}
        isFirst={isFirst}
        instead={<p>Senza</p>}
      />
    )
    const host = document.createElement('div')
    host.innerHTML = documentOf(picture)
    document.body.append(host)
    onTestFinished(() => host.remove())
    const image = host.querySelector('img')
    await new Promise((resolve) => image?.addEventListener('error', resolve))
    const root = hydrateRoot(host, picture)
    await expect.element(page.getByText('Senza')).toBeVisible()
    root.unmount()
  },
)

test('a picture far below, which the browser has not requested yet, has not failed', async () => {
  const host = document.createElement('div')
  const far = (
    <>
      <div ref={(element) => element?.setAttribute('style', 'height: 20000px')} />
      <Picture address={address} alt="Lontana" sizes="320px" width={320} height={200} instead={<p>Senza</p>} />
    </>
  )
  host.innerHTML = documentOf(far)
  host.firstElementChild?.setAttribute('style', 'height: 20000px')
  document.body.append(host)
  onTestFinished(() => host.remove())
  const root = hydrateRoot(host, far)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(page.getByAltText('Lontana').elements()).toHaveLength(1)
  host.querySelector('img')?.scrollIntoView()
  await expect.element(page.getByText('Senza')).toBeVisible()
  root.unmount()
})
