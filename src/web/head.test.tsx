import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { App } from './App.tsx'
import { createQueryClient } from './query.ts'
import { startRouter } from './router.ts'
import type { View } from './view.ts'

const views: View[] = [
  {
    name: 'leaderboard',
    access: 'public',
    module: {
      screen: () => <h1>Prima</h1>,
      head: (_, __, answers) => {
        const title = answers.getQueryData<string>(['answer']) ?? 'In arrivo'
        return { title, description: title, canonical: '/' }
      },
    },
  },
]

test('the head follows an answer that comes after the document, whose own stands until then', async () => {
  const address = window.location.pathname + window.location.search
  window.history.pushState({}, '', '/')
  const element = document.createElement('div')
  element.id = 'root'
  document.body.append(element)
  const stopRouter = startRouter(() => true)
  const root = createRoot(element)
  onTestFinished(() => {
    root.unmount()
    stopRouter()
    element.remove()
    window.history.replaceState(null, '', address)
  })
  document.title = 'Vetrina non trovata'
  const client = createQueryClient()
  const facts = { demo: false, origin: 'http://localhost', now: 0 }
  root.render(<App address="/" page={facts} client={client} views={views} footMenus={[]} />)
  await expect.element(page.getByRole('heading', { name: 'Prima' })).toBeVisible()
  expect(document.title).toBe('Vetrina non trovata')
  const arrive = () => {
    client.setQueryData(['answer'], 'Anteprima')
    return document.title
  }
  await expect.poll(arrive).toBe('Anteprima')
})
